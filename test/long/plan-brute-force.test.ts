// The planner against the separately written brute force, on many generated flashings and five sets of tools.
import { expect, it } from 'vitest'
import { compareWithBruteForce } from '../unit/bending/plan/against-brute-force.ts'
import { generatedProfiles } from '../unit/bending/plan/generated-profiles.ts'
import { dieOf, gooseneck, straightPunch } from '../unit/bending/plan/plan-tools.ts'

it.each([
  ['a slim die', dieOf(8, 20), straightPunch(), false],
  ['a wide die', dieOf(8, 60), straightPunch(), false],
  ['a gooseneck', dieOf(8, 30), gooseneck, true],
  ['a sash punch on a narrow V', dieOf(6, 16), straightPunch(88, 8), false],
  ['a wide V', dieOf(12, 40), straightPunch(), false],
])('agrees on 100 flashings with %s', { timeout: 3_600_000 }, (_, die, punch, turnable) => {
  const { differences, compared, work } = compareWithBruteForce(generatedProfiles(11, 100, 5), die, punch, turnable)
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(70)
  expect(work).toBeGreaterThan(20)
})
