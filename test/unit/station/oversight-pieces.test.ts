// Made pieces from bookings: never below zero, each piece once, on the workshop's day on which it was made.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitSheet, wholePieces, type Split } from '../../../shared/planning/index.ts'
import type { BookedHour } from '../../../src-main/ledger/index.ts'
import { madePieces } from '../../../src-main/station/oversight/oversight-pieces.ts'

const hourOf = (instant: string): number => Math.floor(Date.parse(instant) / 3_600_000)

const booked = (some: Partial<BookedHour>): BookedHour => ({
  jobId: 'job',
  sheetId: 'sheet',
  brakeId: 'brake',
  pieceNo: 1,
  hour: hourOf('2026-11-23T10:00:00Z'),
  kind: 'good',
  pieces: 1,
  ...some,
})
const adjusted = (pieces: number, some: Partial<BookedHour> = {}): BookedHour => booked({ pieces, ...some })

const piecesOf = (rows: readonly BookedHour[], split: Split | null = null) => madePieces(rows, () => split)

describe('pieces', () => {
  test('that were booked before the workshop’s midnight count on the day before', () => {
    const counts = piecesOf([
      booked({ hour: hourOf('2026-11-22T22:30:00Z'), pieces: 3 }),
      booked({ hour: hourOf('2026-11-22T23:30:00Z'), pieces: 2 }),
    ])
    expect(counts).toMatchObject([
      { day: '2026-11-22', pieces: 3 },
      { day: '2026-11-23', pieces: 2 },
    ])
  })

  test('of the hour that occurs twice or not at all, when the clocks change, count once', () => {
    const autumn = ['2026-10-24T22:10:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:30:00Z']
    expect(piecesOf(autumn.map((instant) => booked({ hour: hourOf(instant) })))).toMatchObject([
      { day: '2026-10-25', pieces: 4 },
    ])
    const spring = ['2026-03-28T23:30:00Z', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-03-29T21:30:00Z']
    expect(piecesOf(spring.map((instant) => booked({ hour: hourOf(instant) })))).toMatchObject([
      { day: '2026-03-29', pieces: 4 },
    ])
  })

  test('that were taken over count on no day, and a correction is first taken from those made here', () => {
    const counts = piecesOf([booked({ kind: 'takeover', pieces: 8 }), booked({ pieces: 2 }), adjusted(-3)])
    expect(counts).toEqual([])
    expect(piecesOf([booked({ kind: 'takeover', pieces: 8 }), booked({ pieces: 2 }), adjusted(-1)])).toMatchObject([
      { kind: 'good', pieces: 1 },
    ])
  })

  test('that a later day corrects are taken from the day on which they were made', () => {
    const monday = hourOf('2026-11-23T12:00:00Z')
    const counts = piecesOf([booked({ hour: monday, pieces: 5 }), adjusted(-2, { hour: monday + 24 })])
    expect(counts).toMatchObject([{ day: '2026-11-23', pieces: 3 }])
  })

  test('are never below zero on any day, and their sum is the count minus the remaining pieces that were taken over', () => {
    const event = fc.record({
      kind: fc.constantFrom('good', 'takeover', 'correction'),
      hours: fc.integer({ min: -3, max: 40 }),
      pieces: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let hour = hourOf('2026-10-24T10:00:00Z')
        let count = 0
        let takenOver = 0
        const rows: BookedHour[] = []
        for (const { kind, hours, pieces } of events) {
          hour += hours
          // the store refuses a correction below zero
          const delta = kind === 'correction' ? -Math.min(pieces, count) : pieces
          if (delta === 0) continue
          count += delta
          if (kind === 'takeover') takenOver += delta
          rows.push(kind === 'takeover' ? booked({ kind, hour, pieces: delta }) : booked({ hour, pieces: delta }))
        }
        const counts = piecesOf(rows)
        expect(counts.every(({ pieces }) => pieces > 0)).toBe(true)
        const sum = counts.reduce((total, { pieces }) => total + pieces, 0)
        expect(sum).toBeLessThanOrEqual(count)
        expect(sum).toBeGreaterThanOrEqual(Math.max(0, count - takenOver))
      }),
    )
  })
})

describe('a piece that is made in lengths', () => {
  const monday = hourOf('2026-11-23T12:00:00Z')
  const inThree = splitted([{ pieceNo: 1, quantity: 9, lengthMm: 4_000, endLengthMm: null }])
  const lengths = (of: number, ...counts: number[]): BookedHour[] =>
    counts.map((pieces, part) => booked({ pieceNo: of * 1_000 + part + 1, pieces, hour: monday }))

  test('is one good piece with the last of its lengths, on that day', () => {
    expect(piecesOf(lengths(1, 4, 4), inThree)).toEqual([])
    const tuesday = booked({ pieceNo: 1_003, pieces: 3, hour: monday + 24 })
    expect(piecesOf([...lengths(1, 4, 4, 1), tuesday], inThree)).toMatchObject([
      { day: '2026-11-23', kind: 'good', pieces: 1 },
      { day: '2026-11-24', kind: 'good', pieces: 3 },
    ])
  })

  test('counts here only if one of its lengths was made here', () => {
    const taken = lengths(1, 4, 4, 2).map((row) => ({ ...row, kind: 'takeover' as const }))
    expect(piecesOf(taken, inThree)).toEqual([])
    expect(piecesOf([...taken, booked({ pieceNo: 1_003, pieces: 2 })], inThree)).toMatchObject([{ pieces: 2 }])
  })

  test('is not good if one of its lengths was scrap, and the length counts as scrap', () => {
    const scrap = [
      adjusted(-1, { pieceNo: 1_002, hour: monday }),
      booked({ pieceNo: 1_002, kind: 'scrap', hour: monday }),
    ]
    expect(piecesOf([...lengths(1, 4, 4, 4), ...scrap], inThree)).toMatchObject([
      { kind: 'good', pieces: 3 },
      { kind: 'scrap', pieces: 1 },
    ])
  })

  test('is not assumed for a sheet that is not split, whatever the numbers of its pieces', () => {
    expect(piecesOf([booked({ pieceNo: 1_001, pieces: 4 }), booked({ pieceNo: 1_002, pieces: 3 })])).toMatchObject([
      { pieces: 7 },
    ])
  })

  test('has the same count as the operator’s, however it was booked', () => {
    const split = splitted([
      { pieceNo: 1, quantity: 9, lengthMm: 4_000, endLengthMm: null },
      { pieceNo: 2, quantity: 9, lengthMm: 1_000, endLengthMm: null },
    ])
    const numbers = split.pieces.map(({ pieceNo }) => pieceNo)
    const event = fc.record({
      pieceNo: fc.constantFrom(...numbers),
      hour: fc.nat({ max: 60 }),
      pieces: fc.integer({ min: -3, max: 6 }),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const counts = new Map<number, number>()
        const rows = events.flatMap(({ pieceNo, hour, pieces }) => {
          const count = counts.get(pieceNo) ?? 0
          const delta = Math.max(-count, pieces)
          counts.set(pieceNo, count + delta)
          return delta === 0 ? [] : [booked({ pieceNo, hour: monday + hour, pieces: delta })]
        })
        const sum = piecesOf(rows, split).reduce((total, { pieces }) => total + pieces, 0)
        expect(sum).toBe(wholePieces(split, (pieceNo) => counts.get(pieceNo) ?? 0))
      }),
    )
  })
})

function splitted(pieces: Parameters<typeof splitSheet>[0]): Split {
  const split = splitSheet(pieces, 1_500, 40)
  if (!split.ok) throw new Error(split.error.message)
  return split.value
}
