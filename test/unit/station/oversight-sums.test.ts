// Sums per brake, per order and per day are equal, and a difference from the service's counts is reported with both values.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oversightCounts, standings, type OversightCounts } from '../../../shared/station-api/index.ts'
import {
  isStuck,
  oversightSums,
  standingOf,
  type OversightData,
  type StandingSheet,
} from '../../../src-main/station/oversight/oversight-sums.ts'

const days = ['2026-10-24', '2026-10-25', '2026-10-26'] as const
const [from, , to] = days

let sheetCount = 0
const sheet = (fields: Partial<StandingSheet>): StandingSheet => ({
  sheetId: `sheet-${(sheetCount += 1)}`,
  day: to,
  brakeId: null,
  orderNumber: 'T-000001',
  quantity: 4,
  approval: 'not_required',
  isBent: false,
  bentAt: null,
  bentQuantity: 0,
  reworkCount: 0,
  isListed: true,
  standing: 'left',
  ...fields,
})
/** `time`: a time of the last day. */
const bentSheet = (time: string): StandingSheet =>
  sheet({ standing: 'bent', isBent: true, bentAt: `2026-10-26T${time}Z` })
const dataWith = (fields: Partial<OversightData>): OversightData => ({
  from,
  to,
  today: to,
  knownFrom: from,
  sheets: [],
  pieces: [],
  listCounts: [],
  readElsewhere: new Map(),
  brakes: [{ id: 'b1', name: 'Kantpresse 1' }],
  orders: [],
  stuckAfterMinutes: 240,
  ...fields,
})
const sumOf = (rows: readonly { counts: OversightCounts }[], name: keyof OversightCounts): number =>
  rows.reduce((sum, { counts }) => sum + counts[name], 0)

const countNames = oversightCounts.keyof().options

const anySheet = fc
  .record({
    day: fc.constantFrom('2026-10-01', ...days),
    brakeId: fc.constantFrom(null, 'b1', 'b2'),
    orderNumber: fc.constantFrom('T-000001', 'T-000002', 'T-000003'),
    standing: fc.constantFrom(...standings),
    quantity: fc.integer({ min: 1, max: 50 }),
    reworkCount: fc.integer({ min: 0, max: 2 }),
  })
  .map(sheet)
const anyPieces = fc.record({
  day: fc.constantFrom('2026-10-23', ...days, '2026-10-27'),
  brakeId: fc.constantFrom(null, 'b1', 'b9'),
  sheetId: fc.constantFrom('s1', 's2'),
  orderNumber: fc.constantFrom(null, 'T-000001', 'T-000009'),
  kind: fc.constantFrom('good', 'test', 'scrap', 'rebend'),
  pieces: fc.integer({ min: 1, max: 90 }),
})

describe('the sums', () => {
  test('per brake, per order and per day are equal, and the sum over all standings is the number of sheets', () => {
    fc.assert(
      fc.property(fc.array(anySheet), fc.array(anyPieces), (sheets, pieces) => {
        const view = oversightSums(dataWith({ sheets, pieces }))
        for (const name of countNames)
          for (const rows of [view.brakes, view.orders, view.days]) expect(sumOf(rows, name)).toBe(view.total[name])
        expect(standings.reduce((sum, standing) => sum + view.total[standing], 0)).toBe(view.total.sheets)
        expect(view.total.sheets).toBe(sheets.length)
      }),
    )
  })

  test('have every day of the range, read or not, and no pieces of other days', () => {
    const view = oversightSums(
      dataWith({
        pieces: [
          { day: '2026-10-27', brakeId: 'b1', sheetId: 's', orderNumber: 'T-000001', kind: 'good', pieces: 7 },
          { day: '2026-10-25', brakeId: 'b1', sheetId: 's', orderNumber: 'T-000001', kind: 'good', pieces: 2 },
        ],
      }),
    )
    expect(view.days.map(({ date }) => date)).toEqual([...days])
    expect(view.days.map(({ agreement }) => agreement)).toEqual([null, null, null])
    expect(view.total.good).toBe(2)
  })
})

describe('the comparison with the service', () => {
  const serviceCounts = { date: to, readAt: '2026-10-26T08:00:00.000Z', sheets: 4, bent: 1, waiting: 1, malformed: 0 }

  test('today’s list has the unbent sheets of the days before, and an undelivered mark explains a difference', () => {
    const view = oversightSums(
      dataWith({
        listCounts: [serviceCounts],
        sheets: [
          sheet({ standing: 'bent', isBent: true }),
          sheet({ standing: 'waiting', approval: 'awaiting' }),
          sheet({ standing: 'marked' }),
          sheet({ day: '2026-10-01' }),
          sheet({ day: from, standing: 'bent', isBent: true }),
        ],
      }),
    )
    expect(view.days.at(-1)?.agreement).toEqual({
      readAt: serviceCounts.readAt,
      service: { sheets: 4, bent: 1, waiting: 1 },
      station: { sheets: 4, bent: 2, waiting: 1 },
      marked: 1,
      stuck: 0,
      bentSince: 0,
      malformed: 0,
    })
  })

  test('counts the sheets that the service recorded as bent after it sent the list', () => {
    const view = oversightSums(
      dataWith({ listCounts: [serviceCounts], sheets: [bentSheet('07:59:00.000'), bentSheet('08:01:00.000')] }),
    )
    expect(view.days.at(-1)?.agreement).toMatchObject({ station: { bent: 2 }, bentSince: 1 })
  })

  test('a day that only another station read says which, and one that was read here does not', () => {
    const readAt = '2026-10-26T09:00:00.000Z'
    const readElsewhere = new Map(days.map((date) => [date, { station: 'Kontor', readAt }]))
    const view = oversightSums(dataWith({ listCounts: [serviceCounts], readElsewhere }))
    expect(view.days.map((day) => [day.agreement === null, day.readElsewhere?.station ?? null])).toEqual(
      days.map((date) => (date === serviceCounts.date ? [false, null] : [true, 'Kontor'])),
    )
  })

  test('a sheet that another station bent is stuck here and bent in the service, without a difference', () => {
    const stuck = sheet({ standing: 'stuck', isBent: true })
    const [day] = oversightSums(
      dataWith({ from: to, listCounts: [{ ...serviceCounts, sheets: 1, waiting: 0 }], sheets: [stuck] }),
    ).days
    expect(day?.agreement).toMatchObject({ service: { sheets: 1, bent: 1 }, station: { sheets: 1, bent: 1 }, stuck: 0 })
  })
})

describe('a sheet', () => {
  const noMarks = { marks: new Map(), wrong: new Set<string>() }
  test('has one standing: a mark of this station takes precedence over the service’s state, and that over a report', () => {
    const one = sheet({ sheetId: 's', approval: 'awaiting' })
    expect(standingOf(one, noMarks)).toBe('waiting')
    expect(standingOf({ ...one, approval: 'change_requested' }, noMarks)).toBe('wrong')
    expect(standingOf(one, { ...noMarks, wrong: new Set(['s']) })).toBe('wrong')
    expect(standingOf({ ...one, isBent: true }, { ...noMarks, wrong: new Set(['s']) })).toBe('bent')
    expect(standingOf({ ...one, isBent: true }, { ...noMarks, marks: new Map([['s', 'stuck']]) })).toBe('stuck')
  })

  test('that left every list does not count, unless a mark is undelivered', () => {
    const unlisted = sheet({ sheetId: 's', isListed: false })
    expect(standingOf(unlisted, noMarks)).toBeNull()
    expect(standingOf(unlisted, { ...noMarks, marks: new Map([['s', 'marked']]) })).toBe('marked')
  })
})

describe('a mark', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const hours = (count: number): number => now - count * 3_600_000
  const mark = { sheetId: 's', state: 'queued', markedAt: hours(5), dueAt: null } as const

  test('is stuck if it needs a person, or is undelivered for more than four hours', () => {
    expect(isStuck({ ...mark, markedAt: hours(0), state: 'parked' }, now, false)).toBe(true)
    expect(isStuck(mark, now, false)).toBe(true)
    expect(isStuck({ ...mark, markedAt: hours(3) }, now, false)).toBe(false)
  })

  test('is not stuck while it, or the whole queue, waits for the service’s limits', () => {
    const waiting = { ...mark, state: 'waiting' } as const
    expect(isStuck({ ...waiting, dueAt: now + 1 }, now, false)).toBe(false)
    expect(isStuck({ ...waiting, dueAt: hours(1) }, now, false)).toBe(true)
    expect(isStuck(mark, now, true)).toBe(false)
    expect(isStuck({ ...mark, state: 'conflict' }, now, true)).toBe(true)
  })
})
