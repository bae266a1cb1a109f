// Programs that leave the station by the second checker: no hit, or no program.
import { expect, it } from 'vitest'
import { folder, longBrake, shortBrake } from '../bending/fit/shipped-workshop.ts'
import { generatedProfiles } from '../bending/plan/generated-profiles.ts'
import { checkPrograms, sandboxInStation, sheetsOf } from './checked-programs.ts'

const sandbox = sandboxInStation()
const someFrom = (first: number, every: number) => sandbox.filter((_, index) => index % every === first)

it.each([
  ['sheets of the sandbox on a long press brake', longBrake, someFrom(0, 13)],
  ['sheets of the sandbox on a short press brake', shortBrake, someFrom(5, 13)],
  ['sheets of the sandbox on a folding machine', folder, someFrom(3, 8)],
  ['generated flashings', longBrake, sheetsOf(generatedProfiles(37, 10, 4))],
])('has no hit in the programs of %s', (_, machine, sheets) => {
  const { faults, programs } = checkPrograms(sheets, machine, 6)
  expect(faults).toEqual([])
  expect(programs).toBeGreaterThan(2)
})
