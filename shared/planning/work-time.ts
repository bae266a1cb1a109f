// The time of a sheet on a machine, from the workshop's figures and the measured pace. Pure: seconds and minutes.
import * as z from 'zod'
import type { Mm } from '../bending/index.ts'

export type Minutes = number
export type Seconds = number

const seconds = z.number().min(0).max(3_600)

/** The times of a machine and its operators; a workshop sets each of them. */
export const machineTimes = z.strictObject({
  /** Program, gauge and first piece, once per sheet. */
  setUpMin: z.number().min(0).max(240),
  /** One stroke or fold. */
  bendSec: seconds,
  /** Turning the blank over, by its half turn, and one change between two sets of tools along the table: each time it happens to a piece. */
  flipSec: seconds.default(5),
  halfTurnSec: seconds.default(4),
  stationSec: seconds.default(3),
  /** The time to fetch a piece and put it away, for any size. */
  pieceSec: seconds,
  /** The additional time for each metre of length and each kilogram. */
  metreSec: seconds,
  kgSec: seconds,
  /** Change of tools; and of sheet metal: another material, colour or thickness. */
  toolMin: z.number().min(0).max(240),
  materialMin: z.number().min(0).max(240),
})
export type MachineTimes = z.infer<typeof machineTimes>

/** Assumed: no published figures are known to us. Counts at the machine correct them, and a workshop sets its own. */
export const usualTimes: MachineTimes = {
  setUpMin: 4,
  bendSec: 6,
  flipSec: 5,
  halfTurnSec: 4,
  stationSec: 3,
  pieceSec: 8,
  metreSec: 3,
  kgSec: 0.5,
  toolMin: 6,
  materialMin: 3,
}

/** The default minutes of work of one machine in a day: 7.5 hours. */
export const usualShiftMin: Minutes = 450

export interface PieceWork {
  readonly quantity: number
  readonly lengthMm: Mm
  /** Null: not known, and counts as 0. */
  readonly massKg: number | null
}

export interface SheetWork {
  /** Strokes per piece: a hem takes two, the pre-bend and the flattening. */
  readonly strokes: number
  /** Per piece, from the planned order of bends; absent: not planned, and not counted. */
  readonly handling?: Handling | undefined
  readonly pieces: readonly PieceWork[]
}

interface Handling {
  readonly flips: number
  readonly halfTurns: number
  readonly toolChanges: number
  /** Changes of the tools on the table, once for all pieces. */
  readonly setUpChanges: number
}

/** Seconds for one piece by the figures, without the pace. */
export const secondsOfPiece = (
  { strokes, handling }: Pick<SheetWork, 'strokes' | 'handling'>,
  piece: Omit<PieceWork, 'quantity'>,
  times: MachineTimes,
): Seconds =>
  times.pieceSec +
  strokes * times.bendSec +
  (handling?.flips ?? 0) * times.flipSec +
  (handling?.halfTurns ?? 0) * times.halfTurnSec +
  (handling?.toolChanges ?? 0) * times.stationSec +
  (piece.lengthMm / 1_000) * times.metreSec +
  (piece.massKg ?? 0) * times.kgSec

/**
 * Minutes of a sheet without the changeover before it. `pace`: the measured time of a piece divided by the time of the figures; 1 if it is not
 * known.
 */
export function minutesOfSheet(work: SheetWork, times: MachineTimes, pace = 1): Minutes {
  const bending = work.pieces.reduce((sum, piece) => sum + piece.quantity * secondsOfPiece(work, piece, times), 0)
  const changing = (work.handling?.setUpChanges ?? 0) * times.toolMin
  return times.setUpMin + changing + (bending * pace) / 60
}

/** Density, kg per litre, for the mass of a piece. Usual handbook figures, without film and zinc. */
const densities: Readonly<Record<string, number>> = {
  plastbelagt_stal: 7.85,
  galvanisert_stal: 7.85,
  aluminium: 2.7,
  sink: 7.2,
  kobber: 8.9,
  rustfritt: 7.9,
}

/** Null for a material without a density. */
export function massKg(blank: { material: string; thicknessMm: Mm; widthMm: Mm; lengthMm: Mm }): number | null {
  const density = densities[blank.material]
  return density === undefined ? null : (blank.thicknessMm * blank.widthMm * blank.lengthMm * density) / 1e6
}
