// An hour of three stations on one key; test/long has the whole shift of ten.
import { expect, test } from 'vitest'
import { quantile, shift } from './shift.ts'

test('three stations on one key show each change within the poll pause for an hour, and are refused nothing', async () => {
  const worked = await shift({ stations: 3, stationsPerKey: 3, hours: 1, sheets: 50, changes: 6, marks: 20 })
  expect([...worked.byStatus.keys()]).toEqual([200])
  // polls, and beside them no more than a dozen list pages a station, a read of each change and a report of each mark
  expect(worked.calls).toBeLessThanOrEqual(3 * (3_600 / 32 + 40 + 6) + 20)
  expect(worked.delays).toHaveLength(3 * 6)
  expect(quantile(worked.delays, 1)).toBeLessThanOrEqual(35)
  expect(worked.unseen).toBe(0)
  expect(worked.bent).toBe(20)
}, 60_000)
