import { expect, test } from 'vitest'
import { listTime } from '../../../../src-renderer/list/rows/list-time.ts'

const days = [{ date: '2026-11-23', label: 'today' as const, readAt: null, entries: 0, bent: 0 }]
const read = { date: '2026-11-23', readAt: '2026-11-23T19:31:00Z' }

test('a list that is updated by events has the time of the status line', () => {
  expect(listTime(read, { days, upToDateAt: '2026-11-23T19:35:00Z' })).toEqual({
    kind: 'up_to_date',
    time: '2026-11-23T19:35:00Z',
  })
})

test('a list that was read later, or of a day without events, has the time when it was read', () => {
  const fetched = { kind: 'fetched', time: read.readAt }
  expect(listTime(read, { days, upToDateAt: '2026-11-23T19:30:00Z' })).toEqual(fetched)
  expect(listTime(read, { days, upToDateAt: null })).toEqual(fetched)
  expect(listTime(read, { days: [], upToDateAt: '2026-11-23T19:35:00Z' })).toEqual(fetched)
})

test('a list that was never read has no time', () => {
  expect(listTime({ ...read, readAt: null }, { days, upToDateAt: '2026-11-23T19:35:00Z' })).toBeNull()
})
