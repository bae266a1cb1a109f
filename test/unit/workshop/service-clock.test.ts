// The service's time, from dates in whole seconds.
import { expect, test } from 'vitest'
import { createServiceClock } from '../../../src-main/workshop/service-clock.ts'
import { manualClock } from '../../manual-clock.ts'

test('many responses make the offset more exact than the one second of a single response', () => {
  const clock = manualClock(Date.parse('2026-11-24T08:00:00Z'))
  const service = createServiceClock(clock)
  const truth = 7_400
  expect(service.offsetMs()).toBeNull()
  for (let i = 0; i < 20; i += 1) {
    clock.advance(370)
    const now = clock.now() + truth
    service.observe(clock.monotonic(), clock.monotonic(), Math.floor(now / 1_000) * 1_000)
    expect(service.atLeast()).toBeLessThanOrEqual(now)
  }
  expect(Math.abs((service.offsetMs() ?? 0) - truth)).toBeLessThan(100)
})

test('before the first response, the offset of an earlier start is used', () => {
  const clock = manualClock()
  const service = createServiceClock(clock, -4_000)
  expect([service.offsetMs(), service.now()]).toEqual([-4_000, clock.now() - 4_000])
  service.observe(0, 0, clock.now())
  expect(service.offsetMs()).toBeGreaterThanOrEqual(0)
})

test('setting this computer’s clock changes the offset and not the service’s time', () => {
  const clock = manualClock()
  const service = createServiceClock(clock)
  service.observe(0, 0, clock.now())
  const before = service.now()
  clock.step(-3_600_000)
  expect(service.now()).toBe(before)
  expect(service.offsetMs()).toBeGreaterThan(3_599_000)
})

test('a service whose clock was set is followed from its next response', () => {
  const clock = manualClock()
  const service = createServiceClock(clock)
  const start = clock.now()
  service.observe(0, 0, start)
  service.observe(0, 0, start + 86_400_000)
  expect(service.now() - start).toBeGreaterThanOrEqual(86_400_000)
  service.observe(0, 0, start - 86_400_000)
  expect(service.now()).toBeLessThan(start)
})
