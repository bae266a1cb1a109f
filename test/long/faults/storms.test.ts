// An hour of a whole workshop, and a ten-hour shift of three stations on one key, on one manual clock, with real calls to the real service.
import { expect, test } from 'vitest'
import { quantile, shift } from '../../faults/storms/shift.ts'

test.each([
  {
    title: 'ten stations on four keys, for an hour',
    stations: 10,
    hours: 1,
    changes: 30,
    marks: 30,
    mostCalls: 1_650,
    medianS: 17,
  },
  // the calls of a day are limited for each key
  {
    title: 'three stations on one key, for ten hours',
    stations: 3,
    hours: 10,
    changes: 60,
    marks: 90,
    mostCalls: 4_950,
    medianS: 17,
  },
])('$title show each change in time, within their call limits and without an error', async (workshop) => {
  const { stations, hours, changes, marks, mostCalls, medianS } = workshop
  const worked = await shift({ stations, stationsPerKey: 3, hours, sheets: 500, changes, marks })
  console.log(`${worked.calls} calls:`, Object.fromEntries(worked.byPath))
  expect([...worked.byStatus.keys()]).toEqual([200])
  expect(worked.calls).toBeLessThanOrEqual(mostCalls)
  expect(worked.delays).toHaveLength(stations * changes)
  expect(worked.unseen).toBe(0)
  expect(quantile(worked.delays, 0.5)).toBeLessThanOrEqual(medianS)
  expect(quantile(worked.delays, 0.99)).toBeLessThanOrEqual(35)
  expect(worked.bent).toBe(marks)
})
