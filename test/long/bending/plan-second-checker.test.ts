// Every answer of the planner on the sheets of the sandbox and on 1 000 generated flashings by the second checker, and how many sheets of
// the sandbox are planned. It takes about five minutes on one idle core.
import { describe, expect, it } from 'vitest'
import { planReasonText } from '../../../shared/bending/index.ts'
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

/** A flange that hits the machine, a flap that the slot does not take, a fold around a nose that is too slim, and what is bent by hand. */
const reasonsOfTheTrade: readonly string[] = ['hit', 'slot_depth', 'radius_of_folder', 'tapered']

describe.each([
  ['long press brake', longBrake, 90, 45],
  ['short press brake', shortBrake, 90, 45],
  ['folding machine', folder, 85, 44],
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
  it('are otherwise refused for a reason of the trade, with a sentence in both languages', () => {
    const wrong = requests.flatMap(({ id, request }) => {
      const answer = value(planNow(request))
      if (answer.kind === 'works') return []
      if (answer.reasons.length === 0) return [id]
      return answer.reasons.flatMap((reason) => {
        const texts = [planReasonText(reason, 'en'), planReasonText(reason, 'nb')]
        const isReadable = texts.every((text) => text.length > 10 && !/\{\{|\d\.\d{4}/.test(text))
        return isReadable && texts[0] !== texts[1] && reasonsOfTheTrade.includes(reason.code)
          ? []
          : [`${id}: ${texts[0]}`]
      })
    })
    expect(wrong).toEqual([])
  })
})
