// The way of the fingers: to a position and back to the end of their range at one level, and past the blank and the ram at the pinch point.
import { describe, expect, it, test } from 'vitest'
import type { PressBrakeMachine, Punch } from '../../../../shared/bending/fit/index.ts'
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
  it('is not an obstacle for fingers above its top', () => {
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

type Fingers = NonNullable<PressBrakeMachine['outlines']>['fingers']

describe('fingers below what moves with the ram', () => {
  const die = dieOf(6, 12)
  const outline = outlineOf([0, 0], [60, 0], [60, 10], [0, 10])
  /** The shortest flange, to a tenth, whose edge can be at the gauge while it is bent. */
  const shortestFlange = (punch: Punch, fingers: Partial<Fingers> = {}, turnDeg = 90): number => {
    const { outlines, ...brake } = brakeOf([die], [punch])
    if (outlines === undefined) throw new Error('the brake of the tests has outlines')
    const machine = { ...brake, outlines: { ...outlines, fingers: { ...outlines.fingers, outline, ...fingers } } }
    const step = { kind: 'bend', bendIndex: 0, pose: { faceUp: 'B', edgeAtGauge: 'first' } } as const
    for (let tenths = 70; tenths < 400; tenths += 1) {
      const request = { ...requestOf(profileOf([tenths / 10, 60], [turnDeg], 0.6, 0.6), [die], [punch]), machine }
      if (value(checkStep(request, [], step)).reasons.length === 0) return tenths / 10
    }
    throw new Error('no flange can be gauged')
  }
  const slim = straightPunch(88, 10)
  const wide = straightPunch(88, 30)

  it('stand clear of the punch at the pinch point', () => {
    expect(shortestFlange(slim)).toBeLessThan(shortestFlange(wide))
  })
  it('stand clear of it to the end of the stroke if they do not move back', () => {
    expect(shortestFlange(wide)).toBeLessThan(shortestFlange(wide, { retracts: false }))
  })
  it('stand clear of the clamp', () => {
    const stepped = outlineOf([0, 0], [60, 0], [60, 100], [30, 100], [30, 10], [0, 10])
    expect(shortestFlange(slim)).toBeLessThan(shortestFlange(slim, { outline: stepped }))
  })
  it('pass nothing that hangs from the ram on their way back', () => {
    const block = { outline: outlineOf([0, 0], [12, 0], [12, 10], [0, 10]) }
    const hook = outlineOf([24, 40], [24, 8], [30, 8], [30, 45], [5, 45])
    const outlineOfHooked = [...outlineOf([0, 0], [5, 5], [5, 40]), ...hook, ...outlineOf([5, 90], [-5, 90], [-5, 5])]
    const hooked: Punch = { ...slim, turnable: false, outline: outlineOfHooked }
    expect(shortestFlange(slim, block, 20)).toBeLessThan(shortestFlange(hooked, block, 20))
  })
  it('stand clear of the heel of a punch', () => {
    const heeled: Punch = {
      ...slim,
      turnable: false,
      outline: outlineOf([0, 0], [5, 5], [5, 8], [25, 8], [25, 9], [5, 12], [5, 90], [-5, 90], [-5, 5]),
    }
    expect(shortestFlange(slim, {}, 20)).toBeLessThan(shortestFlange(heeled, {}, 20))
  })
})

test('a wall that hangs at the stop swings into fingers that do not move back', () => {
  const profile = profileOf([40, 30, 25], [90, -90], 1, 1.3)
  const [die, punch] = [dieOf(8, 20), straightPunch()]
  const { outlines, ...brake } = brakeOf([die], [punch])
  if (outlines === undefined) throw new Error('the brake of the tests has outlines')
  const hanging: OrderedStep = { kind: 'bend', bendIndex: 1, pose: { faceUp: 'A', edgeAtGauge: 'last' } }
  const step: OrderedStep = { kind: 'bend', bendIndex: 0, pose: { faceUp: 'B', edgeAtGauge: 'last' } }
  const reasonsOf = (retracts: boolean): readonly { readonly code: string }[] => {
    const machine = { ...brake, outlines: { ...outlines, fingers: { ...outlines.fingers, levelsMm: [-20], retracts } } }
    return value(checkStep({ ...requestOf(profile, [die], [punch]), machine }, [hanging], step)).reasons
  }
  expect(reasonsOf(true)).toEqual([])
  expect(reasonsOf(false)).toMatchObject([{ code: 'no_gauge' }])
})
