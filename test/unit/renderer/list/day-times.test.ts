import { expect, test } from 'vitest'
import { dayPlan, usualTimes } from '../../../../shared/planning/index.ts'
import type { EntryView, PlanFits } from '../../../../shared/station-api/index.ts'
import { dayTimes } from '../../../../src-renderer/list/times/day-times.ts'
import { entryOf, idOf, sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'

const date = '2026-11-23'
const brake = idOf('brake-1')
const [pattern] = sandboxSheets('today', date)
if (pattern === undefined) throw new Error('the sandbox has sheets')
const patternEntry = entryOf(pattern, 1)

/** A sheet of ten pieces of 2 m with three bends: 4 min + 10 × (8 + 3 × 6 + 2 × 3) s = 9 min 20 s. */
const wholeMin = 4 + (10 * 32) / 60
const sheet = (sheetId: string, change: Partial<EntryView['entry']> = {}): EntryView => ({
  entry: {
    ...patternEntry,
    sheetId,
    bent: null,
    approval: 'not_required',
    quantity: 10,
    lengthMm: 2000,
    bendCount: 3,
    pressBrakeId: brake,
    ...change,
  },
  sheetState: 'ready',
  mark: null,
})

function planOf(entries: EntryView[], facts: PlanFits['sheets'] = [], done: Record<string, number> = {}) {
  const machine = { key: brake, pressBrakeId: brake, name: 'Brake', kind: 'press_brake', longestMm: null }
  const times = {
    times: usualTimes,
    areDefaultTimes: true,
    shiftMin: 450,
    pace: 1,
    secondsPerPiece: null,
    sampleSize: 0,
  }
  const sheets = entries.map(({ entry }) => ({
    sheetId: entry.sheetId,
    machine: entry.pressBrakeId,
    isLocal: false,
    isPlaced: false,
    isPinned: false,
    isStale: false,
    split: null,
    by: null,
    plannedAt: null,
    done: done[entry.sheetId] ?? 0,
  }))
  return dayPlan({
    date,
    entries,
    plan: { date, sheets, lastAct: null },
    fits: { date, machines: [{ ...machine, ...times }], lapMm: 50, sheets: facts },
  })
}
const plain = { byLot: false, runningId: null }

test('a sheet is finished after those before it and the change of sheet metal', () => {
  const times = dayTimes(planOf([sheet('a'), sheet('b', { thicknessMm: 1 }), sheet('c', { thicknessMm: 1 })]), plain)
  expect(times.get('a')).toMatchObject({ changes: [], changeMin: 0 })
  expect(times.get('a')?.endMin).toBeCloseTo(wholeMin)
  expect(times.get('b')).toMatchObject({ changes: ['thickness'], changeMin: usualTimes.materialMin })
  expect(times.get('c')?.endMin).toBeCloseTo(3 * wholeMin + usualTimes.materialMin)
})

test('the sheet at the brake is first, and only its remaining pieces take time', () => {
  const times = dayTimes(planOf([sheet('a'), sheet('b')], [], { b: 4 }), { ...plain, runningId: 'b' })
  expect(times.get('b')?.minutes).toBeCloseTo(wholeMin * 0.6)
  expect(times.get('b')?.endMin).toBeCloseTo(wholeMin * 0.6)
  expect(times.get('a')?.endMin).toBeCloseTo(wholeMin * 1.6)
})

test('only the remaining pieces of a sheet take time, also of one that is not at the brake', () => {
  const times = dayTimes(planOf([sheet('a'), sheet('b')], [], { a: 9, b: 12 }), plain)
  expect(times.get('a')?.minutes).toBeCloseTo(wholeMin * 0.1)
  expect(times.get('b')).toMatchObject({ minutes: 0, endMin: times.get('a')?.endMin })
})

test('the sheets of one sheet metal are together where the list shows them so', () => {
  const entries = [sheet('a', { thicknessMm: 1 }), sheet('b'), sheet('c', { thicknessMm: 1 })]
  const ends = [...dayTimes(planOf(entries), { ...plain, byLot: true })].toSorted(([, a], [, b]) => a.endMin - b.endMin)
  expect(ends.map(([id]) => id)).toEqual(['b', 'a', 'c'])
})

test('a sheet that nobody can bend now has no time and takes none', () => {
  const answer = {
    fits: 'no' as const,
    reasons: [],
    tool: null,
    order: { kind: 'not_known' as const, isOwn: false, lacking: null, missing: [], reasons: [] },
  }
  const refused = {
    strokes: 3,
    lengths: [{ quantity: 10, lengthMm: 2000, hand: 'none' }],
    pieces: [{ quantity: 10, lengthMm: 2000, massKg: null }],
    answers: [answer],
  }
  const entries = [
    sheet('waits', { approval: 'awaiting' }),
    { ...sheet('wrong'), stop: 'drawing_wrong' as const },
    sheet('too long'),
    sheet('a'),
  ]
  const times = dayTimes(planOf(entries, [{ sheetId: 'too long', facts: refused }]), plain)
  expect([...times.keys()]).toEqual(['a'])
  expect(times.get('a')?.endMin).toBeCloseTo(wholeMin)
})
