// A sample of the kills of test/long: real stations with a real service, killed by SIGKILL at boundaries between two steps and at
// random times. Every tick is exactly one bent sheet or one row that a person sees, and nothing is done twice.
import { expect, test } from 'vitest'
import { boundaries } from '../../simulation/boundaries.ts'
import { crashes } from './crashes.ts'

// test/long kills at every boundary
const sample = boundaries.filter((_, index) => index % 64 === 0)
const anywhere = 1

test(`stations recover from ${sample.length + anywhere} kills, at ${sample.length} boundaries and at random times`, async () => {
  const kills = sample.length + anywhere
  const { hit, ticks, bent } = await crashes(sample, anywhere)
  expect(sample.filter((boundary) => !hit.has(boundary))).toEqual([])
  expect(ticks).toBeGreaterThan(kills / 3)
  expect(bent).toBeGreaterThan(kills / 3)
})
