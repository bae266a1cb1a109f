// How often a station asks: often while a person works at its screen, seldom where the screen only follows what changes.
import { expect, test } from 'vitest'
import { limitsFor } from '../../../shared/workshop-api/index.ts'
import { createRhythm } from '../../../src-main/station/rhythm.ts'
import { manualClock } from '../../manual-clock.ts'

const limits = limitsFor({ kind: 'workshop', sandbox: false })

test('a station on which nobody has done anything for half an hour asks seldom, until somebody does', () => {
  const clock = manualClock()
  let begun = 0
  const rhythm = createRhythm({ clock, limits: () => limits, stationsSharingKey: 1, onShiftBegun: () => (begun += 1) })
  expect(rhythm.pollPauseMs()).toBe(30_000)
  clock.advance(20 * 60_000)
  rhythm.touched()
  clock.advance(20 * 60_000)
  expect(rhythm.pollPauseMs()).toBe(30_000)
  expect(begun).toBe(0)
  clock.advance(10 * 60_000)
  expect(rhythm.pollPauseMs()).toBe(300_000)
  rhythm.touched()
  expect(rhythm.pollPauseMs()).toBe(30_000)
  expect(begun).toBe(1)
})
