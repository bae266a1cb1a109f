import { expect, test } from 'vitest'
import { listTime } from '../../../../src-renderer/list/list-time.ts'

const days = [{ date: '2026-11-23', label: 'today' as const, readAt: null, entries: 0, bent: 0 }]
const read = { date: '2026-11-23', readAt: '2026-11-23T19:31:00Z' }

test('a list that events kept right is as it was at the time that the foot of the screen says', () => {
  expect(listTime(read, { days, freshAt: '2026-11-23T19:35:00Z' })).toEqual({
    is: 'as_it_was',
    at: '2026-11-23T19:35:00Z',
  })
})

test('a list that was read after all was last fresh, or of a day that is not followed, was fetched when it was read', () => {
  const fetched = { is: 'fetched', at: read.readAt }
  expect(listTime(read, { days, freshAt: '2026-11-23T19:30:00Z' })).toEqual(fetched)
  expect(listTime(read, { days, freshAt: null })).toEqual(fetched)
  expect(listTime(read, { days: [], freshAt: '2026-11-23T19:35:00Z' })).toEqual(fetched)
})

test('a list that was never read has no time', () => {
  expect(listTime({ ...read, readAt: null }, { days, freshAt: '2026-11-23T19:35:00Z' })).toBeNull()
})
