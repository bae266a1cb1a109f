// How long a sheet takes on a machine: a workshop's own figures, and what its counts taught. Pure: seconds and minutes.
import * as z from 'zod'
import type { Mm } from '../bending/units.ts'

export type Minutes = number
export type Seconds = number

const seconds = z.number().min(0).max(3_600)

/** What a machine and the people at it take; each figure is a workshop's to set. */
export const machineTimes = z.strictObject({
  /** Program, gauge and first piece, once a sheet. */
  setUpMin: z.number().min(0).max(240),
  /** One stroke or fold. */
  bendSec: seconds,
  /** Taking a piece and putting it away, whatever its size. */
  pieceSec: seconds,
  /** Besides, for each metre of its length and each kilogram of it. */
  metreSec: seconds,
  kgSec: seconds,
  /** Other tools; and other plate: another material, colour or thickness. */
  toolMin: z.number().min(0).max(240),
  plateMin: z.number().min(0).max(240),
})
export type MachineTimes = z.infer<typeof machineTimes>

/** A beginning, not a measurement: what is counted at the machine corrects it, and a workshop sets its own. */
export const usualTimes: MachineTimes = {
  setUpMin: 4,
  bendSec: 6,
  pieceSec: 8,
  metreSec: 3,
  kgSec: 0.5,
  toolMin: 6,
  plateMin: 3,
}

/** Minutes of work in a day at one machine, where nobody has set them: 7.5 hours. */
export const usualShiftMin: Minutes = 450

export interface PieceWork {
  readonly quantity: number
  readonly lengthMm: Mm
  /** Null: not known, and nothing is reckoned for it. */
  readonly massKg: number | null
}

export interface SheetWork {
  /** Strokes a piece: a hem takes two, its pre-bend and its pressing together. */
  readonly strokes: number
  readonly pieces: readonly PieceWork[]
}

/** Seconds for one piece by the figures alone, nothing learnt. */
export const secondsOfPiece = (strokes: number, piece: Omit<PieceWork, 'quantity'>, times: MachineTimes): Seconds =>
  times.pieceSec +
  strokes * times.bendSec +
  (piece.lengthMm / 1_000) * times.metreSec +
  (piece.massKg ?? 0) * times.kgSec

/**
 * Minutes of a sheet without what changing over from the one before takes. `pace`: how many times as long as by the figures a
 * piece was seen to take; 1 where nothing was learnt.
 */
export function minutesOfSheet({ strokes, pieces }: SheetWork, times: MachineTimes, pace = 1): Minutes {
  const bending = pieces.reduce((sum, piece) => sum + piece.quantity * secondsOfPiece(strokes, piece, times), 0)
  return times.setUpMin + (bending * pace) / 60
}

/** Kilograms a litre, for reckoning how heavy a piece is to handle. Usual handbook figures of the plate, film and zinc neglected. */
const densities: Readonly<Record<string, number>> = {
  plastbelagt_stal: 7.85,
  galvanisert_stal: 7.85,
  aluminium: 2.7,
  sink: 7.2,
  kobber: 8.9,
  rustfritt: 7.9,
}

/** Null for a material that has no figure. */
export function massKg(plate: { material: string; thicknessMm: Mm; widthMm: Mm; lengthMm: Mm }): number | null {
  const density = densities[plate.material]
  return density === undefined ? null : (plate.thicknessMm * plate.widthMm * plate.lengthMm * density) / 1e6
}
