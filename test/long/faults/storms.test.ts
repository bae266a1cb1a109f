// A ten-hour shift of a whole workshop on one manual clock: ten stations, three per key, with real calls to the real service.
import { expect, test } from 'vitest'
import { quantile, shift } from '../../faults/storms/shift.ts'

test('ten stations show each change of a shift in time, within their call limits and without an error', async () => {
  const worked = await shift({ stations: 10, stationsPerKey: 3, hours: 10, sheets: 500, changes: 60, marks: 300 })
  console.log(`${worked.calls} calls:`, Object.fromEntries(worked.byPath))
  expect([...worked.byStatus.keys()]).toEqual([200])
  expect(worked.calls).toBeLessThanOrEqual(16_500)
  expect(worked.delays).toHaveLength(10 * 60)
  expect(quantile(worked.delays, 0.5)).toBeLessThanOrEqual(17)
  expect(quantile(worked.delays, 0.99)).toBeLessThanOrEqual(35)
  expect(worked.bent).toBe(300)
})
