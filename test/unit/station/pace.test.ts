// How long the rest of a sheet takes at the pace so far.
import { expect, test } from 'vitest'
import { Pace } from '../../../src-main/station/peers/pace.ts'
import { manualClock } from '../../manual-clock.ts'

const sheetId = '0b5c1f4e-7a39-4a68-9d53-2b1c7be9a001'

test('the rest takes as long per piece as the pieces that were made', () => {
  const clock = manualClock()
  const pace = new Pace(clock.monotonic)
  expect(pace.leftMs({ sheetId, done: 0, wanted: 12 })).toBeUndefined()
  clock.advance(120_000)
  expect(pace.leftMs({ sheetId, done: 2, wanted: 12 })).toBe(600_000)
  // the time passes, and the end stays the same
  clock.advance(30_000)
  expect(pace.leftMs({ sheetId, done: 2, wanted: 12 })).toBe(570_000)
  clock.advance(86_400_000)
  expect(pace.leftMs({ sheetId, done: 2, wanted: 12 })).toBe(0)
})

test('another sheet, or a count that was corrected, has no pace yet', () => {
  const clock = manualClock()
  const pace = new Pace(clock.monotonic)
  pace.leftMs({ sheetId, done: 1, wanted: 12 })
  clock.advance(60_000)
  expect(pace.leftMs({ sheetId, done: 2, wanted: 12 })).toBe(600_000)
  expect(pace.leftMs({ sheetId, done: 1, wanted: 12 })).toBeUndefined()
  expect(pace.leftMs({ sheetId: 'another', done: 5, wanted: 12 })).toBeUndefined()
})
