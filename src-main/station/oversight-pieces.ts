// From what was booked, corrected and taken over to what was made: pieces of each kind by the day on which they were made. Pure.
import { lengthOfPiece, type Split } from '../../shared/planning/index.ts'
import { workshopDate } from '../../shared/workshop-api/index.ts'
import type { BookedHour } from '../outbox/index.ts'

export interface MadePieces {
  day: string
  brakeId: string | null
  sheetId: string
  kind: 'good' | 'test' | 'scrap' | 'rebend'
  pieces: number
}

const hourMs = 3_600_000

/**
 * A correction downward takes from what was booked last before it, then from what was taken over, then from what came later where
 * a clock was set back; so no day is below nothing, and the days' sum is the job's count. Pieces that were taken over are no day's: the
 * station that made them has counted them. A piece that is made in lengths is a good one in the hour of the last of them; of what was
 * test, scrap or bent again each length counts. `splitOf`: the lengths that a job was counted by.
 */
export function madePieces(booked: readonly BookedHour[], splitOf: (jobId: string) => Split | null): MadePieces[] {
  const days = new Map<number, string>()
  const dayOf = (hour: number): string => {
    const known = days.get(hour) ?? workshopDate(hour * hourMs)
    days.set(hour, known)
    return known
  }
  const bySheet = new Map<string, MadePieces[]>()
  const add = ({ brakeId, sheetId, kind: as }: BookedHour, hour: number, pieces: number): void => {
    if (pieces === 0) return
    const [day, kind] = [dayOf(hour), kindOf(as)]
    const made = bySheet.get(sheetId) ?? []
    const sum = made.find((one) => one.day === day && one.kind === kind && one.brakeId === brakeId)
    if (sum !== undefined) sum.pieces += pieces
    else made.push({ day, brakeId, sheetId, kind, pieces })
    bySheet.set(sheetId, made)
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

/** A number above 1000 may be a piece's own where the sheet is not split. */
const ownPieceOf = (split: Split | null | undefined, pieceNo: number): number =>
  split?.pieces.find((length) => length.pieceNo === pieceNo)?.of ?? pieceNo

/** What is summed together: good ones and those taken over are one count, and good lengths of one piece are its. */
function byPiece(booked: readonly BookedHour[], splits: ReadonlyMap<string, Split | null>): Map<string, BookedHour[]> {
  return Map.groupBy(booked, ({ jobId, pieceNo, kind }) => {
    const as = kindOf(kind)
    return `${jobId} ${as === 'good' ? ownPieceOf(splits.get(jobId), pieceNo) : pieceNo} ${as}`
  })
}

/** What was made of a piece, or of a length of one, and is left. */
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
  const take = (from: number, wanted: number): number => {
    const there = hours.get(from) ?? 0
    const taken = Math.min(there, wanted)
    hours.set(from, there - taken)
    return wanted - taken
  }
  const downward = rows.filter(({ pieces }) => pieces < 0).toSorted((a, b) => a.hour - b.hour)
  for (const { hour, pieces } of downward) {
    const latestFirst = [...hours.keys()].toSorted((a, b) => b - a)
    let left = -pieces
    for (const earlier of latestFirst.filter((one) => one <= hour)) left = take(earlier, left)
    const fromTakenOver = Math.min(takenOver, left)
    takenOver -= fromTakenOver
    left -= fromTakenOver
    for (const later of latestFirst.filter((one) => one > hour)) left = take(later, left)
  }
  return { hours, takenOver }
}

/** As many pieces are whole as there are of the length that there are fewest of; those that came whole are no hour's. */
function wholeByHour(lengths: readonly Net[]): [hour: number, pieces: number][] {
  const hours = [...new Set(lengths.flatMap((length) => [...length.hours.keys()]))].toSorted((a, b) => a - b)
  const doneBy = (last: number) =>
    Math.min(
      ...lengths.map((length) =>
        [...length.hours].reduce((sum, [hour, made]) => sum + (hour <= last ? made : 0), length.takenOver),
      ),
    )
  let whole = doneBy(-Infinity)
  return hours.map((hour) => {
    const before = whole
    whole = doneBy(hour)
    return [hour, whole - before]
  })
}
