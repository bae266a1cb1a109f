// A thousand kills of real stations beside a real service; `npm test` does fifty.
import { expect, test } from 'vitest'
import { crashes } from '../faults/crashes/crashes.ts'
import { boundaries } from '../simulation/boundaries.ts'

const kills = 1_000

test(`stations keep what ${kills} kills left, one at each boundary and the others anywhere`, async () => {
  const { hit, ticks, bent } = await crashes(kills)
  expect(boundaries.filter((boundary) => !hit.has(boundary))).toEqual([])
  expect(ticks).toBeGreaterThan(kills / 3)
  expect(bent).toBeGreaterThan(kills / 3)
}, 3_600_000)
