import { expect, test } from 'vitest'
import { createRestartBackoff } from '../../../src-main/electron/restart-backoff.ts'

test('repeated failures increase the pause before a restart, to at most five seconds', () => {
  const pause = createRestartBackoff()
  expect(Array.from({ length: 7 }, () => pause.pauseAfterMs(100))).toEqual([
    250, 500, 1_000, 2_000, 5_000, 5_000, 5_000,
  ])
})

test('after a minute of running the pauses start again', () => {
  const pause = createRestartBackoff()
  pause.pauseAfterMs(100)
  pause.pauseAfterMs(100)
  expect(pause.pauseAfterMs(60_000)).toBe(250)
  expect(pause.pauseAfterMs(59_999)).toBe(500)
})
