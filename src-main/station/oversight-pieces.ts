// From what was booked, corrected and taken over to what was made: pieces of each kind by the day on which they were made. Pure.
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
 * station that made them has counted them.
 */
export function madePieces(booked: readonly BookedHour[]): MadePieces[] {
  const days = new Map<number, string>()
  const dayOf = (hour: number): string => {
    const known = days.get(hour) ?? workshopDate(hour * hourMs)
    days.set(hour, known)
    return known
  }
  const bySheet = new Map<string, MadePieces[]>()
  const add = ({ brakeId, sheetId, kind: as }: BookedHour, hour: number, pieces: number): void => {
    if (pieces === 0) return
    const [day, kind] = [dayOf(hour), as === 'takeover' ? 'good' : as]
    const made = bySheet.get(sheetId) ?? []
    const sum = made.find((one) => one.day === day && one.kind === kind && one.brakeId === brakeId)
    if (sum !== undefined) sum.pieces += pieces
    else made.push({ day, brakeId, sheetId, kind, pieces })
    bySheet.set(sheetId, made)
  }
  const reduced = new Set(booked.filter(({ pieces }) => pieces < 0).map(({ jobId }) => jobId))
  for (const row of booked) if (!reduced.has(row.jobId) && row.kind !== 'takeover') add(row, row.hour, row.pieces)
  for (const rows of byPiece(booked.filter(({ jobId }) => reduced.has(jobId))).values())
    for (const { hour, pieces } of netByHour(rows)) if (rows[0] !== undefined) add(rows[0], hour, pieces)
  return [...bySheet.values()].flat()
}

/** What is corrected together: good ones and those taken over are one count. */
function byPiece(booked: readonly BookedHour[]): Map<string, BookedHour[]> {
  const groups = new Map<string, BookedHour[]>()
  for (const row of booked) {
    const key = `${row.jobId} ${row.pieceNo} ${row.kind === 'takeover' ? 'good' : row.kind}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

function netByHour(rows: readonly BookedHour[]): { hour: number; pieces: number }[] {
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
  return [...hours].map(([hour, pieces]) => ({ hour, pieces }))
}
