// Event ids increase for any clock.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventId } from '../../../shared/workshop-api/index.ts'
import { lowestEventId, nextEventId } from '../../../src-service/events/event-ids.ts'

describe('event ids', () => {
  test('each is well formed and above the previous one, for any clock', () => {
    const times = fc.array(fc.integer({ min: 0, max: 2 ** 48 - 2 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(times, (course) => {
        let last: string | null = null
        for (const now of course) {
          const next: string = nextEventId(last, now)
          expect(eventId.safeParse(next).success).toBe(true)
          expect(last === null || next > last).toBe(true)
          last = next
        }
      }),
    )
  })

  test('after the highest id of a millisecond comes the next millisecond', () => {
    const full = `evt_01JDQ00000${'Z'.repeat(16)}`
    expect(nextEventId(full, 0) > full).toBe(true)
    expect(nextEventId(full, 0)).toMatch(/^evt_01JDQ00001/)
  })

  test('the lowest id at a time is below every id of that time and above all earlier ones', () => {
    const moment = Date.parse('2026-11-24T09:00:00Z')
    expect(nextEventId(null, moment) > lowestEventId(moment)).toBe(true)
    expect(nextEventId(null, moment - 1) < lowestEventId(moment)).toBe(true)
  })
  test('an id has at most 128 bits', () => {
    expect(eventId.safeParse(`evt_7${'Z'.repeat(25)}`).success).toBe(true)
    expect(eventId.safeParse(`evt_8${'0'.repeat(25)}`).success).toBe(false)
  })
})
