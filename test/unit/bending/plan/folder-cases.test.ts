// Folding machines: more cases of the domain page. Where an order works, the second checker confirms it.
import { describe, expect, it } from 'vitest'
import type { BendProfile } from '../../../../shared/bending/index.ts'
import { checkStep, planNow } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { foldRadius, folderRequest, hemmed } from './folder-tools.ts'
import { profileOf } from './plan-tools.ts'
import { sampledHits } from './second-checker/sampled-check.ts'

const folded = (lengths: readonly number[], turns: readonly number[]) => profileOf(lengths, turns, 0.6, foldRadius)

/** The steps of the plan as "bend 1 last": the kind, the bend and the edge at the gauge; or the parts that are hit in the nearest order. */
function outcome(profile: BendProfile): string[] {
  const request = folderRequest(profile)
  const answer = value(planNow(request))
  if (answer.kind === 'not_known') throw new Error('every outline is known')
  if (answer.kind === 'impossible')
    return answer.reasons.map((one) => (one.code === 'hit' ? `hit ${one.params.part}` : one.code))
  expect(sampledHits(request, answer.plan.steps, 1)).toEqual([])
  return answer.plan.steps.map(({ kind, bendIndex, pose }) => `${kind} ${bendIndex} ${pose.edgeAtGauge}`)
}

describe('a C with lips', () => {
  it('works on a wide web, each leg after its lip', () => {
    expect(outcome(folded([15, 60, 170, 60, 15], [90, 90, 90, 90]))).toEqual([
      'bend 3 first',
      'bend 2 first',
      'bend 0 last',
      'bend 1 last',
    ])
  })
  it('does not work within the depth of the nose', () => {
    expect(outcome(folded([10, 30, 40, 30, 10], [90, 90, 90, 90]))).toEqual(['hit clamp'])
  })
  it('works there with one lip, which is folded first', () => {
    expect(outcome(folded([30, 40, 30, 10], [90, 90, 90]))).toEqual(['bend 2 first', 'bend 1 first', 'bend 0 first'])
  })
})

describe('an acute bend', () => {
  it('has its short leg on the blade', () => {
    expect(outcome(folded([20, 200], [135]))).toEqual(['bend 0 last'])
  })
  it('with two long legs hits the upright front of the clamp', () => {
    expect(outcome(folded([200, 200], [135]))).toEqual(['hit clamp'])
  })
})

describe('a Z with a long leg', () => {
  it('is folded with its short leg last, so that the long one stands', () => {
    expect(outcome(folded([20, 30, 150], [90, -90]))).toEqual(['bend 0 first', 'bend 1 last'])
  })
  it('does not work with two: one of them hangs into the table', () => {
    expect(outcome(folded([150, 30, 150], [90, -90]))).toEqual(['hit table'])
  })
})

const pose = { faceUp: 'B', edgeAtGauge: 'last' } as const

it.for([
  [150, ['clamp']],
  [200, []],
] as const)('a return at the end of a leg of %i mm hits or passes above a clamp of 180', ([legMm, parts]) => {
  const { reasons } = value(
    checkStep(folderRequest(folded([80, legMm, 100], [90, 90])), [{ kind: 'bend', bendIndex: 0, pose }], {
      kind: 'bend',
      bendIndex: 1,
      pose,
    }),
  )
  expect(reasons.map((one) => one.code === 'hit' && one.params.part)).toEqual(parts)
})
describe('a strip with a hem at both ends', () => {
  it('is pressed where each hem lies on the clamped strip', () => {
    expect(outcome(hemmed([10, 200, 10], [180, 180]))).toEqual([
      'pre_bend 1 first',
      'flatten 1 last',
      'pre_bend 0 last',
      'flatten 0 last',
    ])
  })
  it('has no order where the first hem would lie under the clamp', () => {
    expect(outcome(hemmed([10, 30, 10], [180, 180]))).toEqual(['hit clamp'])
  })
  it('works there with the hems on opposite faces', () => {
    expect(outcome(hemmed([10, 30, 10], [180, -180]))).toHaveLength(4)
  })
})
