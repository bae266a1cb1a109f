// The pieces and marks of the other stations, as the overview counts them. Pure.
import { hourMs } from '../../../shared/base/durations.ts'
import type { FactOf } from '../../../shared/peers/index.ts'
import type { Split } from '../../../shared/planning/index.ts'
import { madePieces, type MadePieces } from './oversight-pieces.ts'
import { needsPerson, stuckAfterMs } from './oversight-sums.ts'

export type MarkElsewhere = Pick<FactOf<'mark'>, 'sheet' | 'state' | 'at'>
export type PieceElsewhere = Pick<FactOf<'piece'>, 'from' | 'sheet' | 'rw' | 'no' | 'as' | 'n' | 'time'>

/** A mark of another station needs a person, or is too old. */
export const isStuckElsewhere = ({ state, at: markedMs }: MarkElsewhere, nowMs: number): boolean =>
  needsPerson.has(state) || nowMs - markedMs > stuckAfterMs

interface PiecesElsewhere {
  piecesOn: (from: string, to: string) => readonly { fact: PieceElsewhere }[]
  /** The lengths in which a sheet is made. */
  splitOf: (sheetId: string) => Split | null
}

/** The machine of a piece is the one to which the sheet is assigned. */
export function madeElsewhere(
  { piecesOn, splitOf }: PiecesElsewhere,
  { from, to }: { from: string; to: string },
  brakeOf: ReadonlyMap<string, string | null>,
): MadePieces[] {
  const sheetOfJob = new Map<string, string>()
  const booked = piecesOn(from, to).map(({ fact: { from: station, sheet, rw, no, as, n, time } }) => {
    const jobId = `${station} ${sheet} ${rw}`
    sheetOfJob.set(jobId, sheet)
    return {
      jobId,
      sheetId: sheet,
      brakeId: brakeOf.get(sheet) ?? null,
      pieceNo: no,
      hour: Math.floor(time / hourMs),
      kind: as,
      pieces: n,
    }
  })
  return madePieces(booked, (jobId) => splitOf(sheetOfJob.get(jobId) ?? ''))
}
