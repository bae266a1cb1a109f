// Single rules of the checker, each in a profile that it alone decides: an omitted part, a pose's sign, a missed arc or the over-bend
// would be seen here.
import { describe, expect, it } from 'vitest'
import type { PressBrakeMachine } from '../../../../shared/bending/fit/index.ts'
import type { BendProfile } from '../../../../shared/bending/index.ts'
import { isTight, planNow } from '../../../../shared/bending/plan/index.ts'
import type { PlanAnswer, PlanRequest, PlanStep } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { sampledBrakeStep } from './second-checker/sampled-brake.ts'
import { brakeOf, dieOf, outlineOf, profileOf, requestOf, springy, straightPunch } from './plan-tools.ts'

const answer = (request: PlanRequest): PlanAnswer => value(planNow(request))
const partsHit = (planAnswer: PlanAnswer): string[] =>
  planAnswer.kind === 'impossible'
    ? planAnswer.reasons.flatMap((one) => (one.code === 'hit' ? [one.params.part] : []))
    : []

const [die, punch] = [dieOf(8, 20), straightPunch()]
const far = outlineOf([-5, 2000], [5, 2000], [5, 2100], [-5, 2100])
const deep = outlineOf([-5, -3000], [5, -3000], [5, -2900], [-5, -2900])
/** Only the named parts stand near. */
function machineWith(parts: Partial<NonNullable<PressBrakeMachine['outlines']>>): PressBrakeMachine {
  const machine = brakeOf([die], [punch])
  const { outlines } = machine
  if (outlines === undefined) throw new Error('no outlines')
  return {
    ...machine,
    outlines: { ...outlines, clamp: far, beam: far, holder: deep, table: deep, apron: deep, ...parts },
  }
}
const withMachine = (request: PlanRequest, machine: PressBrakeMachine): PlanRequest => ({ ...request, machine })

describe('each part is checked', () => {
  // both legs of an acute bend stand 30° from the vertical
  const acute = requestOf(profileOf([150, 150], [120], 1, 1.3), [dieOf(8, 20, 45)], [straightPunch(45)])
  it.each([
    ['clamp', { clamp: outlineOf([-70, 0], [70, 0], [70, 30], [-70, 30]) }],
    ['beam', { beam: outlineOf([-90, 20], [90, 20], [90, 60], [-90, 60]) }],
  ] as const)('%s', (part, parts) => {
    const free = machineWith({})
    const tools = { dies: ['v8-45-20'], punches: ['straight-45-20'] }
    expect(answer(withMachine(acute, { ...free, ...tools })).kind).toBe('works')
    expect(partsHit(answer(withMachine(acute, { ...machineWith(parts), ...tools })))).toContain(part)
  })

  // the first bend hangs below while the second is made
  const hanging = requestOf(profileOf([90, 26, 90], [90, -90], 1, 1.3), [die], [punch])
  it.each([
    ['holder', { holder: outlineOf([-40, -60], [40, -60], [40, -5], [-40, -5]) }],
    ['table', { table: outlineOf([-40, -60], [40, -60], [40, -5], [-40, -5]) }],
    ['apron', { apron: outlineOf([-40, -60], [40, -60], [40, -5], [-40, -5]) }],
  ] as const)('%s', (part, parts) => {
    expect(answer(withMachine(hanging, machineWith({}))).kind).toBe('works')
    expect(partsHit(answer(withMachine(hanging, machineWith(parts))))).toContain(part)
  })
})

it('keeps the long leg of an acute bend on the side where the clamp leaves room', () => {
  const tools = { dies: ['v8-45-20'], punches: ['straight-45-20'] }
  const request = requestOf(profileOf([150, 40], [120], 1, 1.3), [dieOf(8, 20, 45)], [straightPunch(45)])
  const edgeWith = (fromX: number, toX: number): string | undefined => {
    const clamp = outlineOf([fromX, 0], [toX, 0], [toX, 30], [fromX, 30])
    const planAnswer = answer(withMachine(request, { ...machineWith({ clamp }), ...tools }))
    return planAnswer.kind === 'works' ? planAnswer.plan.steps[0]?.pose.edgeAtGauge : planAnswer.kind
  }
  expect([edgeWith(-5, 90), edgeWith(-90, 5), edgeWith(-90, 90)]).toEqual(['last', 'first', 'impossible'])
})

it('does not put a finger into the die', () => {
  const machine = machineWith({})
  const { outlines } = machine
  if (outlines === undefined) throw new Error('no outlines')
  const low = { ...machine, outlines: { ...outlines, fingers: { ...outlines.fingers, levelsMm: [-19.5] } } }
  const wide = dieOf(8, 60)
  const near = requestOf(profileOf([20, 22], [90], 1, 1.3), [wide], [punch])
  expect(answer(withMachine(near, low))).toMatchObject({ kind: 'impossible', reasons: [{ code: 'no_gauge' }] })
  const beyond = requestOf(profileOf([60, 62], [90], 1, 1.3), [wide], [punch])
  expect(answer(withMachine(beyond, low)).kind).toBe('works')
})

/** The longest legs that pass the punch. */
const deepest = (springs: boolean): number => {
  let most = 0
  for (let leg = 20; leg <= 60; leg += 1) {
    const request = requestOf(profileOf([leg, 46, leg], [88, 88], 1, 1.3), [dieOf(8, 20, 60)], [straightPunch(60)])
    if (answer({ ...request, material: springs ? springy : request.material }).kind === 'works') most = leg
  }
  return most
}

it('counts the over-bend: with springback the flange comes nearer to the punch', () => {
  const [plain, sprung] = [deepest(false), deepest(true)]
  expect(plain).toBeLessThan(60)
  expect(sprung).toBeLessThan(plain)
})

/** Its lips nearly touch as they pass each other. */
const box = profileOf([50, 62, 70, 60.5, 50], [90, 90, 90, 90], 1, 1.3)
/** So low that lips above it can meet. */
const lowPunch = { ...punch, heightMm: 12, outline: outlineOf([0, 0], [1, 2], [1, 12], [-1, 12], [-1, 2]) }
/** On a die with this angle, at a machine of which no part is near. */
const belowLips = (profile: BendProfile, dieDeg: number, low = lowPunch): PlanRequest =>
  withMachine(requestOf(profile, [dieOf(8, 20, dieDeg)], [low]), { ...machineWith({}), dies: [], punches: [] })

it('reports that a lip hits the other one below it while it is over-bent', () => {
  const request = belowLips(box, 60)
  expect(answer(request).kind).toBe('works')
  expect(partsHit(answer({ ...request, material: springy }))).toContain('sheet')
})

/** The steps whose stated clearance leaves out the other leg, or states it otherwise than the second checker; up to 2.9 mm. */
function wronglyStated(request: PlanRequest, steps: readonly PlanStep[]): string[] {
  const { machine } = request
  if (machine.kind !== 'press_brake') throw new Error('no press brake')
  return steps.flatMap(({ clearance }, index) => {
    const { gapsAt, endDeg } = sampledBrakeStep(request, machine, steps, index)
    const gaps = Array.from({ length: 721 }, (_, sample) => gapsAt((endDeg * sample) / 720)).flat()
    const sampledMm = Math.min(2.9, ...gaps.filter(({ part }) => part === 'sheet').map(({ gapMm }) => gapMm))
    const statedMm = Math.min(2.9, clearance?.leastMm ?? Infinity)
    const isRight = clearance?.part === 'sheet' ? Math.abs(statedMm - sampledMm) < 0.05 : statedMm < sampledMm + 0.05
    return isRight ? [] : [`step ${index + 1}: ${statedMm} from the ${clearance?.part}, legs ${sampledMm}`]
  })
}

it.each([
  ['lips that pass each other', box],
  ['a lip above the flange that it comes near', profileOf([40, 62, 70, 58, 34], [90, 90, 90, 90], 1, 1.3)],
  ['an acute flange above a lip', profileOf([50, 30, 29.5], [130, 90], 1, 1.3)],
])('states the least distance between the legs: %s', (_, profile) => {
  const request = belowLips(profile, 45, { ...lowPunch, includedDeg: 45 })
  const planAnswer = answer(request)
  if (planAnswer.kind !== 'works') throw new Error(planAnswer.kind)
  expect(wronglyStated(request, planAnswer.plan.steps)).toEqual([])
})

it('calls a step tight whose lips nearly touch', () => {
  const planAnswer = answer(belowLips(box, 60))
  if (planAnswer.kind !== 'works') throw new Error(planAnswer.kind)
  const tight = planAnswer.plan.steps.flatMap(({ clearance }) =>
    clearance !== null && isTight(clearance) ? [clearance.part] : [],
  )
  expect(tight).toContain('sheet')
})

it('never allows more with more clearance', () => {
  const profile = profileOf([30, 33, 80, 33, 30], [90, -90, -90, 90], 1.5, 2.6)
  const kinds = [0.05, 0.2, 0.4, 1, 3].map((clearanceMm) => {
    const request = requestOf(profile, [dieOf(16, 50)], [punch])
    return answer({ ...request, settings: { clearanceMm } }).kind
  })
  expect(kinds).toEqual(['works', 'works', 'works', 'works', 'impossible'])
})

it('refuses a gauge position that is out of reach', () => {
  const machine = { ...brakeOf([die], [punch]), backgaugeMinMm: 300 }
  const planAnswer = answer(withMachine(requestOf(profileOf([40, 60], [90], 1, 1.3), [die], [punch]), machine))
  expect(planAnswer).toMatchObject({ kind: 'impossible', reasons: [{ code: 'gauge_out_of_reach' }] })
})

it('names a flange that does not reach the shoulder', () => {
  const planAnswer = answer(requestOf(profileOf([4, 60], [90], 1, 1.3), [die], [punch]))
  expect(planAnswer).toMatchObject({
    kind: 'impossible',
    reasons: [{ code: 'short_flange', params: { flangeIndex: 0 } }],
  })
})
