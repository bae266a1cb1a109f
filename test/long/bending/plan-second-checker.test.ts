// Every answer of the planner on the sheets of the sandbox and on 1 000 generated flashings by the second checker, and how many sheets of
// the sandbox are planned. It takes about five minutes on one idle core.
import { describe, expect, it } from 'vitest'
import { planNow } from '../../../shared/bending/plan/index.ts'
import { value } from '../../unit/bending/any-profile.ts'
import { folder, longBrake, shortBrake } from '../../unit/bending/fit/shipped-workshop.ts'
import { checkAnswers } from '../../unit/bending/plan/second-checker/checked-answers.ts'
import { folderRequest } from '../../unit/bending/plan/folder-tools.ts'
import { generatedProfiles } from '../../unit/bending/plan/generated-profiles.ts'
import { dieOf, gooseneck, requestOf, straightPunch } from '../../unit/bending/plan/plan-tools.ts'
import { sandboxRequests } from '../../unit/bending/plan/sandbox-requests.ts'

const profiles = generatedProfiles(29, 1000, 8)
it.each([
  ['a straight punch', () => profiles.slice(0, 500).map((one) => requestOf(one, [dieOf(8, 30)], [straightPunch()]))],
  ['a gooseneck', () => profiles.slice(500, 800).map((one) => requestOf(one, [dieOf(8, 30)], [gooseneck]))],
  ['a folding machine', () => profiles.slice(800).map((one) => folderRequest(one))],
])('finds no hit in any plan of the generated flashings, and each hit of a reason, on %s', (_, requests) => {
  const { hits, unconfirmed } = checkAnswers(requests(), 1)
  expect(hits).toEqual([])
  expect(unconfirmed).toEqual([])
})

describe.each([
  ['long press brake', longBrake, 90, 45],
  ['short press brake', shortBrake, 90, 45],
  ['folding machine', folder, 86, 44],
] as const)("the sandbox's sheets on the %s", (_, machine, sheets, hems) => {
  const requests = sandboxRequests(machine)
  it('are planned without a hit, or refused with a hit that is there', () => {
    const { hits, unconfirmed } = checkAnswers(
      requests.map(({ request }) => request),
      1,
    )
    expect(hits).toEqual([])
    expect(unconfirmed).toEqual([])
  })
  it(`are planned: at least ${sheets}, ${hems} of them with a hem`, () => {
    const planned = requests.filter(({ request }) => value(planNow(request)).kind === 'works')
    expect(planned.length).toBeGreaterThanOrEqual(sheets)
    expect(planned.filter(({ hasHem }) => hasHem).length).toBeGreaterThanOrEqual(hems)
  })
})
