// How tools meet the blank: a punch that is turned round, a wide punch, the bottom of a V, a hemming tool that closes, and the over-bend
// of a folding machine. Each profile is decided by one rule of the checker.
import { describe, expect, it } from 'vitest'
import type { Outline, PressBrakeMachine, Punch } from '../../../../shared/bending/fit/index.ts'
import { checkOrder, planNow } from '../../../../shared/bending/plan/index.ts'
import type { OrderedStep, PlanAnswer, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { folderOf, folderRequest, hemmed } from './folder-tools.ts'
import { generatedProfiles } from './generated-profiles.ts'
import {
  hemRequest,
  brakeOf,
  dieOf,
  gooseneck,
  outlineOf,
  profileOf,
  requestOf,
  springy,
  straightPunch,
} from './plan-tools.ts'
import { checkAnswers } from './second-checker/checked-answers.ts'

const answer = (request: PlanRequest): PlanAnswer => value(planNow(request))
const reasons = (request: PlanRequest) => {
  const planAnswer = answer(request)
  return planAnswer.kind === 'impossible' ? planAnswer.reasons : planAnswer.kind
}

/** A U whose edge the gauge reaches, but not its wall. */
const channelOn = (punch: Punch): PlanRequest => {
  const request = requestOf(profileOf([38, 32, 38], [90, 90], 1, 1.3), [dieOf(8, 20)], [punch])
  return { ...request, machine: { ...brakeOf([dieOf(8, 20)], [punch]), backgaugeMinMm: 36 } }
}

describe('a gooseneck for a U whose wall the gauge cannot reach', () => {
  it('is turned round, because the wall stands on the operator’s side', () => {
    const planAnswer = answer(channelOn(gooseneck))
    expect(planAnswer.kind === 'works' && planAnswer.plan.steps.map(({ punchTurned }) => punchTurned)).toEqual([
      true,
      true,
    ])
  })
  it('does not serve if it cannot be turned', () => {
    expect(answer(channelOn({ ...gooseneck, turnable: false })).kind).toBe('impossible')
  })
})

it('lets the flanges of an acute bend hit the body of a wide punch', () => {
  const outline = outlineOf([0, 0], [2, 7.46], [2, 15], [40, 15], [40, 90], [-40, 90], [-40, 15], [-2, 15], [-2, 7.46])
  const request = requestOf(profileOf([60, 60], [90], 1, 1.3), [dieOf(8, 20)], [{ ...straightPunch(30, 8), outline }])
  expect(reasons(request)).toMatchObject([{ code: 'hit', params: { part: 'punch', pieceKind: 'flange' } }])
})

describe('a V with a bottom 1 mm below its shoulders', () => {
  const outline = outlineOf([-15, 0], [-15, -60], [15, -60], [15, 0], [8, 0], [7, -1], [-7, -1], [-8, 0])
  const bentBy = (turnDeg: number) =>
    reasons(requestOf(profileOf([60, 60], [turnDeg], 1, 2.6), [{ ...dieOf(16, 30), outline }], [straightPunch()]))
  it('stops a bend of 90° at the die', () => {
    expect(bentBy(90)).toMatchObject([{ code: 'hit', params: { part: 'die', pieceKind: 'bend' } }])
  })
  it('leaves room for a bend of 10°', () => {
    expect(bentBy(10)).toBe('works')
  })
})

/** The reasons that block the flattening after all other steps. */
const flattening = (lengths: readonly number[], turns: readonly number[]) => {
  const faceUp = (index: number) => ((turns[index] ?? 0) > 0 ? ('B' as const) : ('A' as const))
  const bends = turns.map((_, index): OrderedStep => {
    const kind = index === 0 ? 'pre_bend' : 'bend'
    return { kind, bendIndex: index, pose: { faceUp: faceUp(index), edgeAtGauge: 'first' } }
  })
  const flatten: OrderedStep = { kind: 'flatten', bendIndex: 0, pose: { faceUp: faceUp(0), edgeAtGauge: 'first' } }
  const order = [...bends.toReversed(), flatten]
  const { blocked } = value(checkOrder(hemRequest(hemmed(lengths, turns)), order))
  return blocked.find(({ step }) => step === order.length - 1)?.reasons ?? []
}

describe('a hem that is closed between bars', () => {
  it('fits with a wall of 100 in front of it', () => {
    expect(flattening([10, 25, 100], [180, 90])).toEqual([])
  })
  it('lets the clamp come down on a wall of 116 that it passes while the bars are open', () => {
    expect(flattening([10, 25, 116], [180, 90])).toMatchObject([{ code: 'hit', params: { part: 'clamp' } }])
  })
  it('does not fit with a flange that reaches into the lower bar', () => {
    const hits = flattening([10, 14, 30, 20], [180, -90, -90])
    expect(hits).toMatchObject([{ code: 'hit', params: { part: 'closing_slot' } }])
  })
})

describe('a fold by a folding machine', () => {
  const fold = folderRequest(profileOf([80, 200], [125], 1, 1))
  it('passes the clamp without springback', () => {
    expect(reasons(fold)).toBe('works')
  })
  it('hits the clamp where springback asks for a larger turn', () => {
    expect(reasons({ ...fold, material: springy })).toMatchObject([{ code: 'hit', params: { part: 'clamp' } }])
  })
  it('is refused above the largest turn of the machine', () => {
    expect(reasons({ ...fold, machine: { ...folderOf(), largestTurnDeg: 120 } })).toMatchObject([
      { code: 'angle_of_folder', params: { largestTurnDeg: 120 } },
    ])
  })
})

const pin = (x: number, y: number): Outline => outlineOf([x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1])

describe('agrees with the second checker on a narrow part', () => {
  const [die, punch] = [dieOf(8, 20), straightPunch()]
  const machine = brakeOf([die], [punch])
  const { outlines } = machine
  if (outlines === undefined) throw new Error('the machine has outlines')
  const withParts = (
    request: PlanRequest,
    parts: Partial<NonNullable<PressBrakeMachine['outlines']>>,
  ): PlanRequest => ({
    ...request,
    machine: { ...machine, outlines: { ...outlines, ...parts } },
  })

  it('anywhere below and above the blank', () => {
    const requests = generatedProfiles(31, 24, 3).map((profile, index) => {
      const [x, y] = [14 + ((index * 7) % 40), 25 + ((index * 11) % 30)]
      return withParts(requestOf(profile, [die], [punch]), { holder: pin(-x, y), clamp: pin(x, -y) })
    })
    const { hits, unconfirmed, plans } = checkAnswers(requests, 2)
    expect(hits).toEqual([])
    expect(unconfirmed).toEqual([])
    expect(plans).toBeGreaterThan(8)
  })
})
