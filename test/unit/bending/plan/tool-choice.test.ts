// Which tools the planner uses: those that carry the load and fit between table and beam, all of them, and only with a known springback.
import { describe, expect, test } from 'vitest'
import { planInOrderNow, planNow } from '../../../../shared/bending/plan/index.ts'
import type { PlanAnswer, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import type { Punch } from '../../../../shared/bending/fit/index.ts'
import { bars, brakeOf, dieOf, gooseneck, hemRequest, profileOf, requestOf, straightPunch } from './plan-tools.ts'
import { longBrake } from '../fit/shipped-workshop.ts'
import { folderOf, folderRequest } from './folder-tools.ts'
import { sandboxRequests } from './sandbox-requests.ts'

/** Its webs need the throat of a gooseneck. */
const lippedChannel = profileOf([20, 30, 110, 30, 20], [90, 90, 90, 90], 1.5, 2)

function answerTo(request: PlanRequest): PlanAnswer {
  const answer = planNow(request)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

/** Any pair of the machine that suits the blank. */
const anyPairs = (punches: readonly Punch[], load?: PlanRequest['load']): PlanRequest => ({
  ...requestOf(lippedChannel, [dieOf(16, 24)], punches),
  pairs: undefined,
  load,
})
const strength = (strengthMpa: number | null): PlanRequest['load'] => ({ strengthMpa, closingKnPerM: [] })

describe('the force', () => {
  const weak = { ...gooseneck, loadKnPerM: 1 }

  test('excludes a punch that does not carry it', () => {
    expect(answerTo(anyPairs([straightPunch(), gooseneck], strength(400))).kind).toBe('works')
    const answer = answerTo(anyPairs([straightPunch(), weak], strength(400)))
    expect(answer.kind).toBe('impossible')
    expect(answerTo(anyPairs([straightPunch(), weak], strength(null))).kind).toBe('works')
  })

  test('excludes a die that does not carry it, and every pair where the machine is too weak', () => {
    const request = anyPairs([gooseneck], strength(400))
    const tools = { ...request.tools, dies: [{ ...dieOf(16, 24), loadKnPerM: 1 }] }
    expect(answerTo({ ...request, tools })).toMatchObject({ kind: 'impossible', reasons: [{ code: 'no_tools' }] })
    const machine = { ...brakeOf([dieOf(16, 24)], [gooseneck]), maxForceKn: 1 }
    expect(answerTo({ ...request, machine })).toMatchObject({ kind: 'impossible', reasons: [{ code: 'no_tools' }] })
  })

  test('excludes the pair in a custom order, too', () => {
    const answer = answerTo(anyPairs([gooseneck], strength(400)))
    if (answer.kind !== 'works') throw new Error(answer.kind)
    const order = answer.plan.steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))
    expect(planInOrderNow(anyPairs([gooseneck], strength(400)), order)).toMatchObject({ value: { kind: 'works' } })
    expect(planInOrderNow(anyPairs([weak], strength(400)), order)).toMatchObject({
      value: { kind: 'impossible', bestOrder: null, reasons: [{ code: 'no_tools' }] },
    })
  })

  test('excludes a hemming tool that does not carry its pre-bend or its closing', () => {
    const profile = {
      ...profileOf([10, 60], [180], 0.6, 0),
      bends: [{ angleDeg: 180, insideRadiusMm: 0, hem: 'closed' as const, gapMm: 0 }],
    }
    const kindWith = (load: PlanRequest['load'], loadKnPerM = 350): string =>
      answerTo({ ...hemRequest(profile, { ...bars, loadKnPerM }), load }).kind
    expect(kindWith({ strengthMpa: 330, closingKnPerM: [300] })).toBe('works')
    expect(kindWith({ strengthMpa: 330, closingKnPerM: [351] })).toBe('impossible')
    expect(kindWith({ strengthMpa: 330, closingKnPerM: [null] }, 10)).toBe('impossible')
  })
})

test('tools that are too high for the machine, or beyond its stroke, are not used', () => {
  const request = anyPairs([straightPunch(), gooseneck])
  const press = brakeOf([dieOf(16, 24)], [straightPunch(), gooseneck])
  const stackMm = press.holdersMm + 60 + gooseneck.heightMm
  const low = { ...press, openHeightMm: stackMm + 1, strokeMm: 200 }
  expect(answerTo({ ...request, machine: low }).kind).toBe('impossible')
  expect(answerTo({ ...request, machine: { ...low, openHeightMm: stackMm + 2 } }).kind).toBe('works')
  expect(answerTo({ ...request, machine: { ...press, strokeMm: 50 } }).kind).toBe('impossible')
})

const punchFor = (lengths: readonly number[], turns: readonly number[]): string | null | undefined => {
  const answer = answerTo(
    requestOf(profileOf(lengths, turns, 1, 1.3), [dieOf(8, 30)], [straightPunch(88, 24), gooseneck]),
  )
  return answer.kind === 'works' ? answer.plan.stations[0]?.punchId : answer.kind
}

describe('of two pairs on which the blank can be bent', () => {
  test('the second is used where it saves a half turn or a short grip', () => {
    expect(punchFor([33, 39, 34, 9], [-75, -45, 60])).toBe(gooseneck.id)
    expect(punchFor([11, 34, 19, 39], [-30, 45, 45])).toBe(gooseneck.id)
  })

  test('the first is used where it costs no more', () => {
    expect(punchFor([16, 30, 30, 38, 24], [45, -75, -60, -90])).toBe('straight-88-24')
    expect(punchFor([40, 60], [90])).toBe('straight-88-24')
  })
})

test('every punch of the machine is tried, also the fortieth', () => {
  const straight = Array.from({ length: 39 }, (_, index) => ({
    ...straightPunch(),
    id: `straight-${index}`,
    turnable: false,
  }))
  const answer = answerTo(anyPairs([...straight, gooseneck]))
  expect(answer).toMatchObject({ kind: 'works', plan: { proof: 'proven', stations: [{ punchId: gooseneck.id }] } })
})

describe('without a known springback nothing is said to work', () => {
  const angle = profileOf([40, 40], [90], 1, 1.3)
  const onBrake = requestOf(angle, [dieOf(8, 24)], [straightPunch()])
  const onFolder = folderRequest(angle, folderOf())

  test.each([
    ['a press brake', onBrake],
    ['a folding machine', onFolder],
  ])('on %s: no material, or a material outside the formula', (_, request) => {
    const { material } = request
    if (material === null) throw new Error('the request has a material')
    for (const unknown of [null, { ...material, yieldMpa: 3_000, elasticMpa: 2_000 }]) {
      const answer = answerTo({ ...request, material: unknown })
      expect(answer).toMatchObject({
        kind: 'not_known',
        reasons: [{ code: 'springback_unknown', params: { bendIndex: 0 } }],
        plan: { steps: [{ bendIndex: 0 }] },
      })
      if (answer.kind !== 'not_known' || answer.plan === null) throw new Error(answer.kind)
      const order = answer.plan.steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))
      expect(planInOrderNow({ ...request, material: unknown }, order)).toMatchObject({ value: { kind: 'not_known' } })
    }
    expect(answerTo(request).kind).toBe('works')
  })
})

test('a bend between flanges that no backgauge reaches is refused before the search', () => {
  const huge = requestOf(profileOf([1e6, 1e6], [90], 1, 1.3), [dieOf(8, 24)], [straightPunch()])
  expect(answerTo(huge)).toMatchObject({
    kind: 'impossible',
    reasons: [{ code: 'gauge_out_of_reach', params: { bendIndex: 0, nearestMm: 1e6, maxMm: 750 } }],
  })
})

test('the reasons of a sheet with a sharp bend are those on tools that can make it, not that blunt tools are blunt', () => {
  const sharp = sandboxRequests(longBrake).find(({ id }) => id === 'pipebeslag-05')
  if (sharp === undefined) throw new Error('the sandbox has no such sheet')
  const answer = answerTo(sharp.request)
  expect(answer.kind === 'impossible' && answer.reasons.map(({ code }) => code)).toEqual(['hit', 'hit'])
})
