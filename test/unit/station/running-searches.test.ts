// Which searches of the planner's worker are cancelled, and that a late cancel leaves nothing behind.
import { expect, test } from 'vitest'
import { RunningSearches } from '../../../src-main/station/bend-plans/running-searches.ts'

test('a running search is cancelled, and no other', () => {
  const searches = new RunningSearches()
  searches.begin(1)
  searches.begin(2)
  searches.cancel(1)
  expect([1, 2, 3].map((id) => searches.isCancelled(id))).toEqual([true, false, false])
})

test('a cancel after the answer, or before any search, is not remembered', () => {
  const searches = new RunningSearches()
  searches.cancel(1)
  for (let id = 1; id <= 1_000; id += 1) {
    searches.begin(id)
    searches.end(id)
    searches.cancel(id)
  }
  expect(searches.count).toBe(0)
  searches.begin(1)
  expect(searches.isCancelled(1)).toBe(false)
})
