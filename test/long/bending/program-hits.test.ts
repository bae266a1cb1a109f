// Every program that leaves the station on the sheets of the sandbox and on 1 000 generated flashings has no hit by the second checker.
import { expect, it } from 'vitest'
import { folder, longBrake, shortBrake } from '../../unit/bending/fit/shipped-workshop.ts'
import { generatedProfiles } from '../../unit/bending/plan/generated-profiles.ts'
import { checkPrograms, sandboxInStation, sheetsOf } from '../../unit/station/checked-programs.ts'

const flashings = generatedProfiles(41, 1000, 8)
it.each([
  ['the sandbox on the long press brake', longBrake, () => sandboxInStation(), 85],
  ['the sandbox on the short press brake', shortBrake, () => sandboxInStation(), 40],
  ['the sandbox on the folding machine', folder, () => sandboxInStation(), 60],
  ['500 flashings on the long press brake', longBrake, () => sheetsOf(flashings.slice(0, 500)), 50],
  ['300 flashings on the short press brake', shortBrake, () => sheetsOf(flashings.slice(500, 800)), 30],
  ['200 flashings on the folding machine', folder, () => sheetsOf(flashings.slice(800)), 15],
] as const)('in the programs of %s', (_, machine, sheets, least) => {
  const { faults, programs } = checkPrograms(sheets(), machine, 2)
  expect(faults).toEqual([])
  expect(programs).toBeGreaterThanOrEqual(least)
})
