// The planner against a checker and a search that were written separately, on generated flashings.
import { expect, it } from 'vitest'
import { compareWithBruteFolder, compareWithBruteForce, compareWithBruteStations } from './against-brute-force.ts'
import { folderOf, hemmed } from '../folder-tools.ts'
import { generatedProfiles } from '../generated-profiles.ts'
import { dieOf, gooseneck, hemRequest, profileOf, straightPunch, twoPairsRequest } from '../plan-tools.ts'

it.each([
  ['a straight punch on a slim die', dieOf(8, 20), straightPunch(), false],
  ['a straight punch on a wide die', dieOf(8, 60), straightPunch(), false],
  ['a gooseneck', dieOf(8, 30), gooseneck, true],
])('finds the same orders at the same cost as the brute force: %s', (_, die, punch, turnable) => {
  const { differences, compared, work } = compareWithBruteForce(generatedProfiles(7, 5, 3), die, punch, turnable)
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(2)
  expect(work).toBeGreaterThan(1)
})

const hems = [hemmed([12, 60], [180]), hemmed([10, 12, 60], [-180, 30])]
it.each([
  ['that folds up', folderOf(), [...generatedProfiles(5, 4, 3), ...hems]],
  ['that folds both ways', { ...folderOf(), folds: 'both' as const }, [...generatedProfiles(5, 3, 2), ...hems]],
])('finds the same orders at the same cost on a folding machine %s', (_, machine, profiles) => {
  const { differences, compared, work } = compareWithBruteFolder(profiles, machine)
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(2)
  expect(work).toBeGreaterThan(1)
})

it.each([
  [
    'hems',
    [hemmed([9, 42, 39], [-180, 90]), hemmed([10, 14, 8], [180, -30]), hemmed([8, 12, 9], [-180, -90])],
    hemRequest,
  ],
  ['two pairs of tools', [profileOf([9, 74, 20, 22], [-120, -60, 120], 1, 1.3)], twoPairsRequest],
] as const)('finds the same orders at the same cost on the fewest stations: %s', (_, profiles, requestFor) => {
  const { differences, compared, work } = compareWithBruteStations(profiles.map((profile) => requestFor(profile)))
  expect(differences).toEqual([])
  expect(compared).toBe(profiles.length)
  expect(work).toBeGreaterThan(0)
})
