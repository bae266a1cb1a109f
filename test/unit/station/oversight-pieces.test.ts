// What was booked becomes what was made: never below nothing, each piece once, each on the workshop's day on which it was made.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookedHour } from '../../../src-main/outbox/index.ts'
import { madePieces } from '../../../src-main/station/oversight-pieces.ts'

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

describe('pieces', () => {
  test('that were booked before midnight of the workshop are of the day before', () => {
    const made = madePieces([
      booked({ hour: hourOf('2026-11-22T22:30:00Z'), pieces: 3 }),
      booked({ hour: hourOf('2026-11-22T23:30:00Z'), pieces: 2 }),
    ])
    expect(made).toMatchObject([
      { day: '2026-11-22', pieces: 3 },
      { day: '2026-11-23', pieces: 2 },
    ])
  })

  test('of the hour that comes twice, and of the one that never comes, count once', () => {
    const autumn = ['2026-10-24T22:10:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:30:00Z']
    expect(madePieces(autumn.map((at) => booked({ hour: hourOf(at) })))).toMatchObject([
      { day: '2026-10-25', pieces: 4 },
    ])
    const spring = ['2026-03-28T23:30:00Z', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-03-29T21:30:00Z']
    expect(madePieces(spring.map((at) => booked({ hour: hourOf(at) })))).toMatchObject([
      { day: '2026-03-29', pieces: 4 },
    ])
  })

  test('that were taken over are no day’s, and a correction takes from those made here first', () => {
    const made = madePieces([booked({ kind: 'takeover', pieces: 8 }), booked({ pieces: 2 }), adjusted(-3)])
    expect(made).toEqual([])
    expect(madePieces([booked({ kind: 'takeover', pieces: 8 }), booked({ pieces: 2 }), adjusted(-1)])).toMatchObject([
      { kind: 'good', pieces: 1 },
    ])
  })

  test('that a later day corrects are taken from the day on which they were made', () => {
    const monday = hourOf('2026-11-23T12:00:00Z')
    const made = madePieces([booked({ hour: monday, pieces: 5 }), adjusted(-2, { hour: monday + 24 })])
    expect(made).toMatchObject([{ day: '2026-11-23', pieces: 3 }])
  })

  test('are never below nothing on any day, and their sum is what was counted, less what was taken over and is left', () => {
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
          // the store takes no correction below nothing
          const delta = kind === 'correction' ? -Math.min(pieces, count) : pieces
          if (delta === 0) continue
          count += delta
          if (kind === 'takeover') takenOver += delta
          rows.push(kind === 'takeover' ? booked({ kind, hour, pieces: delta }) : booked({ hour, pieces: delta }))
        }
        const made = madePieces(rows)
        expect(made.every(({ pieces }) => pieces > 0)).toBe(true)
        const sum = made.reduce((total, { pieces }) => total + pieces, 0)
        expect(sum).toBeLessThanOrEqual(count)
        expect(sum).toBeGreaterThanOrEqual(Math.max(0, count - takenOver))
      }),
    )
  })
})
