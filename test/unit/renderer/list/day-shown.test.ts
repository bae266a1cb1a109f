import { expect, test } from 'vitest'
import { dayShown } from '../../../../src-renderer/list/arranging/day-shown.ts'

const day = (date: string, label: 'today' | 'next') => ({ date, label, readAt: null, entries: 0, bent: 0 })
const friday = { today: '2026-11-20', days: [day('2026-11-20', 'today'), day('2026-11-23', 'next')] }
const saturday = { today: '2026-11-21', days: [day('2026-11-21', 'today'), day('2026-11-23', 'next')] }
const monday = { today: '2026-11-23', days: [day('2026-11-23', 'today'), day('2026-11-24', 'next')] }

test('a day that was selected as today is replaced by the new today', () => {
  expect(dayShown('2026-11-20', friday)).toBe('2026-11-20')
  expect(dayShown('2026-11-20', saturday)).toBe('2026-11-21')
})

test('the next working day stays selected when it becomes today', () => {
  for (const status of [friday, saturday, monday]) expect(dayShown('2026-11-23', status)).toBe('2026-11-23')
})

test('a future day stays selected though the station does not list it', () => {
  expect(dayShown('2026-11-24', friday)).toBe('2026-11-24')
})
