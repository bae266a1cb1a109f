// The planner against a checker and a search that were written separately, on generated flashings.
import { expect, it } from 'vitest'
import { compareWithBruteForce } from './against-brute-force.ts'
import { generatedProfiles } from './generated-profiles.ts'
import { dieOf, gooseneck, straightPunch } from './plan-tools.ts'

it.each([
  ['a straight punch on a slim die', dieOf(8, 20), straightPunch(), false],
  ['a straight punch on a wide die', dieOf(8, 60), straightPunch(), false],
  ['a gooseneck', dieOf(8, 30), gooseneck, true],
])('finds the same orders at the same cost as the brute force: %s', (_, die, punch, turnable) => {
  const { differences, compared, work } = compareWithBruteForce(generatedProfiles(7, 8, 4), die, punch, turnable)
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(5)
  expect(work).toBeGreaterThan(2)
})
