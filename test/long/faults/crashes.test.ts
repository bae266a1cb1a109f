// Kills real stations while a real service runs.
import { expect, test } from 'vitest'
import { crashes } from '../../faults/crashes/crashes.ts'
import { boundaries } from '../../simulation/boundaries.ts'

const kills = 150

test(`stations recover from ${kills} kills, one at each boundary and the others at random times`, async () => {
  const { hit, ticks, bent } = await crashes(boundaries, kills - boundaries.length)
  expect(boundaries.filter((boundary) => !hit.has(boundary))).toEqual([])
  expect(ticks).toBeGreaterThan(kills / 3)
  expect(bent).toBeGreaterThan(kills / 3)
}, 1_200_000)
