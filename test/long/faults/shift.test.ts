// An hour of three stations on one key. storms.test.ts runs the whole shift of ten.
import { expect, test } from 'vitest'
import { quantile, shift } from '../../faults/storms/shift.ts'

test('for an hour, three stations on one key show each change within the poll interval, and no call is refused', async () => {
  const worked = await shift({ stations: 3, stationsPerKey: 3, hours: 1, sheets: 50, changes: 6, marks: 20 })
  expect([...worked.byStatus.keys()]).toEqual([200])
  // polls, and besides them at most a dozen list pages per station, one read per change and one report per mark
  expect(worked.calls).toBeLessThanOrEqual(3 * (3_600 / 32 + 40 + 6) + 20)
  expect(worked.delays).toHaveLength(3 * 6)
  expect(quantile(worked.delays, 1)).toBeLessThanOrEqual(35)
  expect(worked.unseen).toBe(0)
  expect(worked.bent).toBe(20)
})
