// Stations killed by SIGKILL at every boundary between two steps and at moments that nobody chose: every tick that was seen is
// exactly one bent sheet or one row that a person sees, and nothing is done twice.
import { expect, test } from 'vitest'
import { boundaries } from '../../simulation/boundaries.ts'
import { crashes } from './crashes.ts'

const kills = 50

test(`stations keep what ${kills} kills left, one at each boundary and the others anywhere`, async () => {
  const { hit, ticks, bent } = await crashes(kills)
  expect(boundaries.filter((boundary) => !hit.has(boundary))).toEqual([])
  expect(ticks).toBeGreaterThan(kills / 3)
  expect(bent).toBeGreaterThan(kills / 3)
}, 300_000)
