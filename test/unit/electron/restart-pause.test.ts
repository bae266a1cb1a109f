import { expect, test } from 'vitest'
import { createRestartPause } from '../../../src-main/electron/restart-pause.ts'

test('what dies again and again is started ever later, five seconds at most', () => {
  const pause = createRestartPause()
  expect(Array.from({ length: 7 }, () => pause.after(100))).toEqual([250, 500, 1_000, 2_000, 5_000, 5_000, 5_000])
})

test('what has lived for a minute is started at once again', () => {
  const pause = createRestartPause()
  pause.after(100)
  pause.after(100)
  expect(pause.after(60_000)).toBe(250)
  expect(pause.after(59_999)).toBe(500)
})
