// The bytes of a report, and the recognition of the station's own marker.
import { describe, expect, test } from 'vitest'
import { freeze, isOurs, type SendTime } from '../../../src-main/ledger/outbox/bent-request.ts'
import { sampleMark } from './sample-sheet.ts'

const { markedAt } = sampleMark
const thisRun: SendTime = { now: markedAt + 60_000, monotonic: 61_000, bootId: 'this run', serviceOffsetMs: 0 }
const anotherRun: SendTime = { ...thisRun, bootId: 'another run', monotonic: 5 }
const frozen = (...[mark, sendTime]: Parameters<typeof freeze>): unknown =>
  JSON.parse(new TextDecoder().decode(freeze(mark, sendTime).bytes))
const iso = (ms: number): string => new Date(ms).toISOString()

describe('the report', () => {
  test('contains the time, the pieces, the operator and the drawing version', () => {
    expect(frozen(sampleMark, thisRun)).toEqual({ bentAt: iso(markedAt), quantity: 12, by: 'KN', drawingVersion: 2 })
  })
  test('names the brake where there is one, and omits an unknown operator', () => {
    const brake = '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7c01'
    expect(frozen({ ...sampleMark, by: null, pressBrakeId: brake }, thisRun)).toEqual({
      bentAt: iso(markedAt),
      quantity: 12,
      pressBrakeId: brake,
      drawingVersion: 2,
    })
  })
  test('the smallest report still contains the drawing version', () => {
    expect(frozen({ ...sampleMark, payload: 'smallest', targetDrawingVersion: 3 }, thisRun)).toEqual({
      drawingVersion: 3,
    })
  })
})

const bentAt = (...[mark, sendTime]: Parameters<typeof freeze>): number =>
  (freeze(mark, sendTime).bentAt ?? NaN) - markedAt

describe('when it was bent, by the service’s clock', () => {
  test('in the same run the mark’s age counts, so that setting the computer’s clock changes nothing', () => {
    expect(bentAt(sampleMark, thisRun)).toBe(0)
    expect(bentAt(sampleMark, { ...thisRun, now: thisRun.now + 7_200_000, serviceOffsetMs: -7_200_000 })).toBe(0)
  })
  test('after a restart the offset at the tick counts', () => {
    expect(bentAt({ ...sampleMark, serviceOffsetMs: 30_000 }, { ...anotherRun, serviceOffsetMs: 900_000 })).toBe(30_000)
  })
  test('a mark made before any offset was known uses the present offset', () => {
    expect(bentAt({ ...sampleMark, serviceOffsetMs: null }, { ...anotherRun, serviceOffsetMs: -45_000 })).toBe(-45_000)
  })
  test('it is never later than the service’s present time', () => {
    const setBack = { ...anotherRun, now: markedAt - 3_600_000 }
    expect(bentAt(sampleMark, setBack)).toBe(-3_600_000)
  })
  test('a time that was sent does not change', () => {
    expect(freeze({ ...sampleMark, bentAt: markedAt - 5 }, thisRun).bentAt).toBe(markedAt - 5)
  })
})

describe('one’s own marker', () => {
  const sent = { ...sampleMark, bentAt: markedAt, firstSentAt: markedAt + 60_000 }
  const marker = { at: iso(markedAt), quantity: 12, pressBrakeId: null, by: 'KN' }

  test('has the time, the initials and the brake that were sent', () => {
    expect(isOurs(sent, marker, 0)).toBe(true)
    expect(isOurs(sent, { ...marker, by: 'OT' }, 0)).toBe(false)
    expect(isOurs(sent, { ...marker, at: iso(markedAt + 1_000) }, 0)).toBe(false)
    expect(isOurs(sent, { ...marker, quantity: 11 }, 0)).toBe(false)
    expect(isOurs({ ...sent, pressBrakeId: 'a' }, { ...marker, pressBrakeId: 'b' }, 0)).toBe(false)
  })
  test('is recognised where the service stores whole seconds or adds a brake', () => {
    const exact = { ...sent, bentAt: markedAt + 734 }
    expect(isOurs(exact, { ...marker, pressBrakeId: 'the sheet’s own' }, 0)).toBe(true)
  })
  test('is another sender’s where it differs by a millisecond: two nameless markers of one second are distinguished', () => {
    const nameless = { ...sent, by: null, bentAt: markedAt + 734 }
    expect(isOurs(nameless, { ...marker, by: null, at: iso(markedAt + 734) }, 0)).toBe(true)
    expect(isOurs(nameless, { ...marker, by: null, at: iso(markedAt + 733) }, 0)).toBe(false)
  })
  test('cannot exist before anything was sent', () => {
    expect(isOurs(sampleMark, marker, 0)).toBe(false)
    expect(isOurs(sent, null, 0)).toBe(false)
  })
  test('after the smallest report it has no name and the time of the report', () => {
    const smallest = { ...sent, payload: 'smallest' as const }
    const nameless = { ...marker, by: null, at: iso(markedAt + 61_000) }
    expect(isOurs(smallest, nameless, 0)).toBe(true)
    expect(isOurs(smallest, { ...nameless, by: 'OT' }, 0)).toBe(false)
    expect(isOurs(smallest, { ...nameless, at: iso(markedAt - 600_000) }, 0)).toBe(false)
    const later = { ...nameless, at: iso(markedAt + 600_000) }
    expect(isOurs(smallest, later, 0)).toBe(false)
    expect(isOurs({ ...smallest, lastSentAt: markedAt + 590_000 }, later, 0)).toBe(true)
  })
})
