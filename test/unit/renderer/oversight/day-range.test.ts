// The counted days, and the errors of typed ranges.
import { expect, test } from 'vitest'
import { datesOf, rangeFaultOf, rangeOf } from '../../../../src-renderer/oversight/day-range.ts'

const today = '2026-10-27'

test('a week and a month end today, also across the change to winter time', () => {
  expect(rangeOf({ kind: 'today' }, today)).toEqual({ from: today, to: today })
  expect(datesOf(rangeOf({ kind: 'week' }, today))).toEqual([
    '2026-10-21',
    '2026-10-22',
    '2026-10-23',
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
    '2026-10-27',
  ])
  expect(datesOf(rangeOf({ kind: 'month' }, today))).toHaveLength(30)
})

test.each([
  ['', today, 'range_bad'],
  ['2026-02-30', today, 'range_bad'],
  ['10000-01-01', today, 'range_bad'],
  ['2026-10-28', today, 'range_turned'],
  ['2026-07-27', today, 'range_long'],
  ['2026-07-28', today, null],
  [today, today, null],
] as const)('from %j to %s: %s', (from, to, fault) => {
  expect(rangeFaultOf({ from, to })).toBe(fault)
})
