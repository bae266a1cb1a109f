// The poll pause: all stations together stay below the daily limits of the key and of the workshop.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitsFor } from '../../../shared/workshop-api/index.ts'
import { pollPauseMs } from '../../../src-main/workshop/poll-pause.ts'

const live = limitsFor({ kind: 'workshop', sandbox: false })
const sandbox = limitsFor({ kind: 'workshop', sandbox: true })

test('one station polls every 30 s on shift and every 300 s off it', () => {
  const alone = { limits: live, stationsPerKey: 1, stations: 1 }
  expect(pollPauseMs({ ...alone, onShift: true })).toBe(30_000)
  expect(pollPauseMs({ ...alone, onShift: false })).toBe(300_000)
})

test('three stations with a sandbox key poll less often', () => {
  const pause = pollPauseMs({ limits: sandbox, stationsPerKey: 3, stations: 3, onShift: true })
  expect(pause).toBeGreaterThan(90_000)
  expect(pause).toBeLessThan(150_000)
})

test('polls and list reads of all stations stay below the daily limit minus the calls for marks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 10 }), (stationsPerKey, stations) => {
      const sharing = { limits: live, stationsPerKey, stations: Math.max(stations, stationsPerKey) }
      const pause = pollPauseMs({ ...sharing, onShift: true }) / 1_000
      const ofOne = 36_000 / pause + 50_400 / 300 + 86_400 / 300
      expect(ofOne * stationsPerKey).toBeLessThanOrEqual(live.callsPerDay - 300)
      expect(ofOne * sharing.stations).toBeLessThanOrEqual(live.workshopCallsPerDay - 300)
    }),
  )
})

test('the longest pause is used even where it exceeds the limit', () => {
  const crowded = { limits: sandbox, stationsPerKey: 10, stations: 10, onShift: true }
  expect(pollPauseMs(crowded)).toBe(300_000)
})
