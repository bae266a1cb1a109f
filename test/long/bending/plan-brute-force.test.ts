// The planner against the separately written brute force: 2 000 generated flashings on five sets of tools of a press brake, and others on
// two folding machines, with hems, and with several pairs of tools. Most of the time is for the flashings of 7 and 8 bends, so there are
// fewer of them.
import { expect, it } from 'vitest'
import {
  compareWithBruteFolder,
  compareWithBruteForce,
  compareWithBruteStations,
} from '../../unit/bending/plan/brute-force/against-brute-force.ts'
import { folderOf } from '../../unit/bending/plan/folder-tools.ts'
import { generatedHems, generatedProfiles, generatedSharpProfiles } from '../../unit/bending/plan/generated-profiles.ts'
import {
  dieOf,
  gooseneck,
  hemRequest,
  profileOf,
  straightPunch,
  twoPairsRequest,
} from '../../unit/bending/plan/plan-tools.ts'

it.each([
  ['a slim die', dieOf(8, 20), straightPunch(), false],
  ['a wide die', dieOf(8, 60), straightPunch(), false],
  ['a gooseneck', dieOf(8, 30), gooseneck, true],
  ['a sash punch on a narrow V', dieOf(6, 16), straightPunch(88, 8), false],
  ['a wide V', dieOf(12, 40), straightPunch(), false],
])(
  'agrees on 400 flashings, 12 of them of up to 8 bends, with %s',
  { timeout: 7_200_000 },
  (_, die, punch, turnable) => {
    const long = compareWithBruteForce(generatedProfiles(11, 100, 8), die, punch, turnable, 12)
    const others = compareWithBruteForce(generatedProfiles(12, 1_000, 6), die, punch, turnable, 388)
    expect([...long.differences, ...others.differences]).toEqual([])
    expect([long.compared, others.compared]).toEqual([12, 388])
    expect(long.work + others.work).toBeGreaterThan(100)
  },
)

// a machine that folds both ways has more orders: a flashing takes it ten times as long as the other machine
it.each([
  ['200 flashings of up to 6 bends', 'up', 200, 6],
  ['40 flashings of up to 5 bends', 'both', 40, 5],
] as const)('agrees on %s on a folding machine that folds %s', { timeout: 7_200_000 }, (_, folds, count, mostBends) => {
  const profiles = generatedProfiles(13, count, mostBends)
  const { differences, compared, work } = compareWithBruteFolder(profiles, { ...folderOf(), folds })
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(0.6 * count)
  expect(work).toBeGreaterThan(0.15 * count)
})

it('agrees on 25 flashings with hems on a press brake', { timeout: 7_200_000 }, () => {
  const requests = generatedHems(33, 60, 2).map((profile) => hemRequest(profile))
  const { differences, compared, work } = compareWithBruteStations(requests, 25)
  expect(differences).toEqual([])
  expect(compared).toBe(25)
  expect(work).toBeGreaterThan(10)
})

it('agrees on 25 flashings on four pairs of tools, of which some need two', { timeout: 7_200_000 }, () => {
  const requests = [profileOf([9, 74, 20, 22], [-120, -60, 120], 1, 1.3), ...generatedSharpProfiles(31, 60, 4)]
  const { differences, compared, work } = compareWithBruteStations(requests.map(twoPairsRequest), 25)
  expect(differences).toEqual([])
  expect(compared).toBe(25)
  expect(work).toBeGreaterThan(14)
})
