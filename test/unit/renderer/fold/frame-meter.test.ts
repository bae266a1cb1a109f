// When 3D is too slow.
import { expect, test } from 'vitest'
import { FrameMeter } from '../../../../src-renderer/fold/stage/frame-meter.ts'

const meterAfter = (frames: number, everyMs: number): FrameMeter => {
  const meter = new FrameMeter()
  for (let frame = 0; frame <= frames; frame += 1) meter.frame(frame * everyMs)
  return meter
}

test('60 frames a second are fast enough, and 40 are not', () => {
  expect(meterAfter(200, 1000 / 60).isTooSlow()).toBe(false)
  expect(meterAfter(200, 1000 / 40).isTooSlow()).toBe(true)
})

test('there is no verdict before enough frames, unless they are very slow', () => {
  expect(meterAfter(20, 30).isTooSlow()).toBe(false)
  expect(meterAfter(6, 800).isTooSlow()).toBe(false)
  expect(meterAfter(10, 800).isTooSlow()).toBe(true)
})

test('single late frames and pauses do not count', () => {
  const meter = new FrameMeter()
  let timeMs = 0
  for (let frame = 0; frame < 200; frame += 1) {
    timeMs += frame % 3 === 0 ? 60 : 16
    meter.frame(timeMs)
  }
  expect(meter.isTooSlow()).toBe(false)
  for (let frame = 0; frame < 200; frame += 1) {
    meter.pause()
    meter.frame((timeMs += 300))
  }
  expect(meter.isTooSlow()).toBe(false)
})

test('after a reset it measures again', () => {
  const meter = meterAfter(200, 50)
  meter.reset()
  expect(meter.isTooSlow()).toBe(false)
})
