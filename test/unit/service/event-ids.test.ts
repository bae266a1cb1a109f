// Ids of events rise whatever the clock does.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventId } from '../../../shared/workshop-api/index.ts'
import { lowestEventId, nextEventId } from '../../../src-service/events/event-ids.ts'

describe('event ids', () => {
  test('each is well formed and above the one before, for any course of the clock', () => {
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

  test('at the top of a millisecond the next one takes over', () => {
    const full = `evt_01JDQ00000${'Z'.repeat(16)}`
    expect(nextEventId(full, 0) > full).toBe(true)
    expect(nextEventId(full, 0)).toMatch(/^evt_01JDQ00001/)
  })

  test('the lowest id of a moment is below every id of that moment and above all earlier ones', () => {
    const moment = Date.parse('2026-11-24T09:00:00Z')
    expect(nextEventId(null, moment) > lowestEventId(moment)).toBe(true)
    expect(nextEventId(null, moment - 1) < lowestEventId(moment)).toBe(true)
  })
  test('128 bits and no more are an id', () => {
    expect(eventId.safeParse(`evt_7${'Z'.repeat(25)}`).success).toBe(true)
    expect(eventId.safeParse(`evt_8${'0'.repeat(25)}`).success).toBe(false)
  })
})
