// Programs that leave the station by the second checker: no hit, or no program.
import { expect, it } from 'vitest'
import { folder, longBrake } from '../bending/fit/shipped-workshop.ts'
import { generatedProfiles } from '../bending/plan/generated-profiles.ts'
import { profileOf } from '../bending/plan/plan-tools.ts'
import { checkPrograms, sandboxInStation, sheetsOf } from './checked-programs.ts'

const sandbox = sandboxInStation()
const someFrom = (first: number, every: number) => sandbox.filter((_, index) => index % every === first)

it.each([
  ['sheets of the sandbox on a long press brake', longBrake, someFrom(0, 13)],
  ['sheets of the sandbox on a folding machine', folder, someFrom(3, 8)],
  ['generated flashings', longBrake, sheetsOf(generatedProfiles(37, 10, 4))],
])('has no hit in the programs of %s', (_, machine, sheets) => {
  const { faults, programs } = checkPrograms(sheets, machine, 6)
  expect(faults).toEqual([])
  expect(programs).toBeGreaterThan(2)
})

it('keeps the fingers out of a slanted flange that is the stop', () => {
  const profiles = [
    profileOf([29, 13, 53, 79, 33, 48], [-60, 60, -90, -60, -45], 1, 1.3),
    profileOf([22, 14, 64, 14, 16, 24, 44], [-90, -75, -90, 90, -90, -45], 1, 1.3),
  ]
  expect(checkPrograms(sheetsOf(profiles), longBrake, 2)).toMatchObject({ faults: [], programs: 2 })
})
