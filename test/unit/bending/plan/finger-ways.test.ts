// The way of the fingers: to a position and back to the end of their range at one level, and past the blank at the pinch point.
import { describe, expect, it } from 'vitest'
import { checkStep, planNow } from '../../../../shared/bending/plan/index.ts'
import type { OrderedStep, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { brakeOf, dieOf, outlineOf, profileOf, requestOf, straightPunch } from './plan-tools.ts'

describe('a post behind the table', () => {
  const [die, punch] = [dieOf(8, 20), straightPunch()]
  const { outlines, ...brake } = brakeOf([die], [punch])
  if (outlines === undefined) throw new Error('the brake of the tests has outlines')
  /** It stands behind the fingers at their position, and its top is this high above the shoulders of the die. */
  const postTo = (topMm: number): PlanRequest => {
    // the outlines of the machine begin below the die
    const y = topMm + die.heightMm
    const table = outlineOf([-60, -560], [210, -560], [210, y], [200, y], [200, -60], [-60, -60])
    return {
      ...requestOf(profileOf([60, 70], [90], 1, 1.3), [die], [punch]),
      machine: { ...brake, outlines: { ...outlines, table } },
    }
  }

  it('stops fingers that come forward below its top', () => {
    expect(value(planNow(postTo(60)))).toMatchObject({ kind: 'impossible', reasons: [{ code: 'no_gauge' }] })
  })
  it('is no obstacle for fingers above its top', () => {
    expect(value(planNow(postTo(-25)))).toMatchObject({ kind: 'works' })
  })
})

describe('a flange that hangs down behind the fingers', () => {
  const pose = { faceUp: 'B', edgeAtGauge: 'last' } as const
  const gaugeOf = (hangingMm: number) => {
    const profile = profileOf([60, 30, 60, 85, hangingMm], [90, 90, -90, -90], 1, 1.3)
    const request = requestOf(profile, [dieOf(8, 20)], [straightPunch()])
    const before = [3, 2, 1].map((bendIndex): OrderedStep => ({ kind: 'bend', bendIndex, pose }))
    return value(checkStep(request, before, { kind: 'bend', bendIndex: 0, pose })).step.gauge
  }

  it('is not passed at the pinch point: the fingers stand at a level at which it is the stop', () => {
    expect(gaugeOf(30)).toMatchObject({ levelMm: 20, piece: { kind: 'flange', index: 4 } })
  })
  it('is passed if it ends above the fingers', () => {
    expect(gaugeOf(20)).toMatchObject({ levelMm: 0.25, piece: { kind: 'flange', index: 2 } })
  })
})
