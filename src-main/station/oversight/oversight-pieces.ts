// Computes the made pieces of each kind and day from bookings, corrections and hand-overs. Pure.
import { hourMs } from '../../../shared/base/durations.ts'
import { lengthOfPiece, type Split } from '../../../shared/planning/index.ts'
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import type { BookedHour } from '../../ledger/index.ts'

export interface MadePieces {
  day: string
  brakeId: string | null
  sheetId: string
  kind: 'good' | 'test' | 'scrap' | 'rebend'
  pieces: number
}

/**
 * A negative correction reduces the last bookings before it, then the pieces that were taken over, then later bookings, which exist if a
 * clock was set back. So no day is below zero, and the sum of the days is the job's count. Pieces that were taken over count on no day,
 * because the station that made them has counted them. A piece that is made in lengths is good in the hour of its last length; test,
 * scrap and rebend count per length. `splitOf`: the lengths by which a job was counted.
 */
export function madePieces(booked: readonly BookedHour[], splitOf: (jobId: string) => Split | null): MadePieces[] {
  const days = new Map<number, string>()
  const dayOf = (hour: number): string => {
    const day = days.get(hour) ?? workshopDate(hour * hourMs)
    days.set(hour, day)
    return day
  }
  const bySheet = new Map<string, MadePieces[]>()
  const add = ({ brakeId, sheetId, kind: as }: BookedHour, hour: number, pieces: number): void => {
    if (pieces === 0) return
    const [day, kind] = [dayOf(hour), kindOf(as)]
    const sums = bySheet.get(sheetId) ?? []
    const sum = sums.find((one) => one.day === day && one.kind === kind && one.brakeId === brakeId)
    if (sum !== undefined) sum.pieces += pieces
    else sums.push({ day, brakeId, sheetId, kind, pieces })
    bySheet.set(sheetId, sums)
  }
  const inLengths = new Set(booked.filter(({ pieceNo }) => lengthOfPiece(pieceNo) !== null).map(({ jobId }) => jobId))
  const reduced = booked.filter(({ pieces }) => pieces < 0).map(({ jobId }) => jobId)
  const entire = new Set([...reduced, ...inLengths])
  for (const row of booked) if (!entire.has(row.jobId) && row.kind !== 'takeover') add(row, row.hour, row.pieces)
  const splits = new Map([...inLengths].map((jobId) => [jobId, splitOf(jobId)]))
  for (const rows of byPiece(
    booked.filter(({ jobId }) => entire.has(jobId)),
    splits,
  ).values()) {
    const [first] = rows
    if (first === undefined) continue
    const split = kindOf(first.kind) === 'good' ? splits.get(first.jobId) : null
    const lengths = split?.pieces.filter(({ of }) => of === ownPieceOf(split, first.pieceNo)) ?? []
    const nets = lengths.map(({ pieceNo }) => netByHour(rows.filter((row) => row.pieceNo === pieceNo)))
    for (const [hour, pieces] of nets.length === 0 ? netByHour(rows).hours : wholeByHour(nets)) add(first, hour, pieces)
  }
  return [...bySheet.values()].flat()
}

const kindOf = (kind: BookedHour['kind']): MadePieces['kind'] => (kind === 'takeover' ? 'good' : kind)

/** If the sheet is not split, a number above 1000 may be the number of a piece. */
const ownPieceOf = (split: Split | null | undefined, pieceNo: number): number =>
  split?.pieces.find((length) => length.pieceNo === pieceNo)?.of ?? pieceNo

/** Groups what is summed together: good pieces with those taken over, and the good lengths of a piece with the piece. */
function byPiece(booked: readonly BookedHour[], splits: ReadonlyMap<string, Split | null>): Map<string, BookedHour[]> {
  return Map.groupBy(booked, ({ jobId, pieceNo, kind }) => {
    const as = kindOf(kind)
    return `${jobId} ${as === 'good' ? ownPieceOf(splits.get(jobId), pieceNo) : pieceNo} ${as}`
  })
}

/** The remaining count of a piece, or of a length, after corrections. */
interface Net {
  hours: ReadonlyMap<number, number>
  takenOver: number
}

function netByHour(rows: readonly BookedHour[]): Net {
  const hours = new Map<number, number>()
  let takenOver = 0
  for (const { kind, hour, pieces } of rows) {
    if (kind === 'takeover') takenOver += pieces
    else if (pieces > 0) hours.set(hour, (hours.get(hour) ?? 0) + pieces)
  }
  const reduceHour = (hour: number, wanted: number): number => {
    const available = hours.get(hour) ?? 0
    const reduction = Math.min(available, wanted)
    hours.set(hour, available - reduction)
    return wanted - reduction
  }
  const downward = rows.filter(({ pieces }) => pieces < 0).toSorted((a, b) => a.hour - b.hour)
  for (const { hour, pieces } of downward) {
    const latestFirst = [...hours.keys()].toSorted((a, b) => b - a)
    let remaining = -pieces
    for (const earlier of latestFirst.filter((one) => one <= hour)) remaining = reduceHour(earlier, remaining)
    const fromTakenOver = Math.min(takenOver, remaining)
    takenOver -= fromTakenOver
    remaining -= fromTakenOver
    for (const later of latestFirst.filter((one) => one > hour)) remaining = reduceHour(later, remaining)
  }
  return { hours, takenOver }
}

/** The number of whole pieces is the count of the rarest length. Pieces whose lengths were all taken over count in no hour. */
function wholeByHour(lengths: readonly Net[]): [hour: number, pieces: number][] {
  const hours = [...new Set(lengths.flatMap((length) => [...length.hours.keys()]))].toSorted((a, b) => a - b)
  const doneBy = (last: number) =>
    Math.min(
      ...lengths.map((length) =>
        [...length.hours].reduce((sum, [hour, pieces]) => sum + (hour <= last ? pieces : 0), length.takenOver),
      ),
    )
  let whole = doneBy(-Infinity)
  return hours.map((hour) => {
    const before = whole
    whole = doneBy(hour)
    return [hour, whole - before]
  })
}
