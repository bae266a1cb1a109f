// The workshop's days are in Oslo's time zone, across both clock changes.
import { describe, expect, test } from 'vitest'
import { addDays, nextWorkingDay, startOfDay, workshopDate } from '../../../shared/workshop-api/index.ts'

describe("the workshop's calendar", () => {
  test.each(['2026-01-01', '2026-03-29', '2026-03-30', '2026-07-01', '2026-10-25', '2026-10-26', '2028-02-29'])(
    '%s begins at its midnight in Oslo',
    (date) => {
      const begins = startOfDay(date)
      expect(workshopDate(begins)).toBe(date)
      expect(workshopDate(begins - 1)).toBe(addDays(date, -1))
    },
  )

  test('after a Friday, a Saturday and a Sunday comes a Monday', () => {
    for (const day of ['2026-11-27', '2026-11-28', '2026-11-29']) expect(nextWorkingDay(day)).toBe('2026-11-30')
    expect(nextWorkingDay('2026-11-30')).toBe('2026-12-01')
  })
})
