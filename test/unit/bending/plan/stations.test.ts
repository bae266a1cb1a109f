// The stations of a plan on the table: side by side while they fit, otherwise in set-ups between which the tools are changed.
import { describe, expect, it } from 'vitest'
import { segmentsFor } from '../../../../shared/bending/plan/press-brake/segments.ts'
import { checkOrder, planBends, planNow } from '../../../../shared/bending/plan/index.ts'
import type { Plan, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import type { Die } from '../../../../shared/bending/fit/index.ts'
import { longBrake, shortBrake, tables } from '../fit/shipped-workshop.ts'
import { dieOf, profileOf, requestOf, straightPunch } from './plan-tools.ts'
import { sandboxRequests } from './sandbox-requests.ts'

const hemmed = sandboxRequests(longBrake).filter(({ hasHem }) => hasHem)

function planOf(request: PlanRequest): Plan | null {
  const answer = planNow(request)
  return answer.ok && answer.value.kind === 'works' ? answer.value.plan : null
}

/** The dies of the workshop, those of 60 on a foot. */
const raisedBy = (footMm: number): Die[] =>
  tables.tools.dies.map((die) =>
    die.heightMm !== 60
      ? die
      : {
          ...die,
          heightMm: 60 + footMm,
          outline: die.outline?.map(({ x, y }) => ({ x, y: y <= -59 ? y - footMm : y })),
        },
  )
/** They close as far as the hemming tool of 80. */
const raisedDies = raisedBy(3.6)
const lowDie = dieOf(4, 60, 88, 58)

/** The first hem of the sandbox that needs two stations, at another length. */
function twoStations(lengthMm: number, dies: readonly Die[] = raisedDies): Plan {
  for (const { request } of hemmed) {
    const plan = planOf({ ...request, lengthMm, tools: { ...request.tools, dies } })
    if (plan?.stations.length === 2) return plan
  }
  throw new Error('no sheet of the sandbox needs two stations')
}

describe('two stations', () => {
  it('that fit on the table stand side by side', () => {
    const { stations, steps, cost } = twoStations(1_500)
    expect(stations.map(({ setUp, fromMm, lengthMm }) => [setUp, fromMm, lengthMm])).toEqual([
      [0, 0, 1_500],
      [0, 1_600, 1_500],
    ])
    expect(steps.filter(({ changesSetUp }) => changesSetUp)).toEqual([])
    expect([cost.toolChanges > 0, cost.setUpChanges]).toEqual([true, 0])
  })

  it('that do not fit on the table need a change of tools before each step at the other station', () => {
    const { stations, steps, cost } = twoStations(1_600)
    expect(stations.map(({ setUp, fromMm }) => [setUp, fromMm])).toEqual([
      [0, 0],
      [1, 0],
    ])
    const changes = steps.flatMap(({ changesSetUp }, index) => (changesSetUp ? [index] : []))
    expect(changes).toEqual(
      steps.flatMap(({ station }, index) => (index > 0 && station !== steps[index - 1]?.station ? [index] : [])),
    )
    expect(cost.setUpChanges).toBe(cost.toolChanges)
  })
})

it('a blank that is longer than all segments together, but not than the machine, has no tools', () => {
  const [{ request } = { request: null }] = hemmed
  if (request === null || longBrake.outlines === undefined) throw new Error('the sandbox has no hem')
  const machine = { ...longBrake, outlines: { ...longBrake.outlines, segmentsMm: [835, 835] } }
  expect(planNow({ ...request, lengthMm: 1_700, machine })).toMatchObject({
    ok: true,
    value: {
      kind: 'impossible',
      reasons: [{ code: 'too_long_for_tools', params: { lengthMm: 1_700, segmentsMm: 1_670 } }],
    },
  })
  expect(planOf({ ...request, lengthMm: 1_600, machine })).not.toBeNull()
})

describe('two stations of different shut heights', () => {
  it('stand in two set-ups, because the ram would close the hemming tool further than its slot is wide', () => {
    const { stations, steps, cost } = twoStations(1_500, tables.tools.dies)
    expect(stations.map(({ dieId, hemmingToolId, setUp }) => [dieId ?? hemmingToolId, setUp])).toEqual([
      ['hem-v6', 0],
      ['v6-88', 1],
    ])
    expect(steps.filter(({ changesSetUp }) => changesSetUp)).toHaveLength(cost.setUpChanges)
    expect(cost.setUpChanges).toBe(cost.toolChanges)
  })

  it.for([
    ['in two set-ups where a bend on the wide V presses the other punch into the narrow V', dieOf(4, 60), 1],
    ['in one where the narrow V is lower', lowDie, 0],
  ] as const)('a wide and a narrow die stand %s', ([, narrow, setUp]) => {
    const dies = [dieOf(8, 20), narrow]
    const punches = [straightPunch(85, 12), straightPunch(88, 12)]
    const pairs = dies.map(({ id }, index) => ({ dieId: id, punchId: punches[index]?.id ?? '' }))
    const profile = profileOf([60, 16, 40, 3.5], [-90, 90, 30], 1, 1)
    const plan = planOf({ ...requestOf(profile, dies, punches), pairs, lengthMm: 800 })
    expect(plan?.stations.map((station) => station.setUp)).toEqual([0, setUp])
  })

  it.for([
    ['in one if both outlines are known', lowDie, 0],
    ['in two if one is not known', { ...lowDie, outline: undefined }, 1],
  ] as const)('an acute and a narrow die stand %s', ([, narrow, setUp]) => {
    const dies = [dieOf(8, 60, 30, 69), narrow]
    const punches = [straightPunch(30, 12), straightPunch(88, 12)]
    const pairs = dies.map(({ id }, index) => ({ dieId: id, punchId: punches[index]?.id ?? '' }))
    const request = { ...requestOf(profileOf([60, 60, 3.5], [135, 30], 1, 1), dies, punches), pairs, lengthMm: 800 }
    const answer = planNow(request)
    if (!answer.ok || answer.value.kind === 'impossible') throw new Error('the profile works on both dies')
    expect(answer.value.plan?.stations.map((station) => station.setUp)).toEqual([0, setUp])
  })

  it('stand in two set-ups where only the closing of the hemming tool presses the other tools together', () => {
    const { stations } = twoStations(1_500, raisedBy(8))
    expect(stations.map(({ setUp }) => setUp)).toEqual([0, 1])
  })
})

describe('bends for three sets of tools', () => {
  // 135° is for acute tools, a flange of 3.5 for a V4, and a web of 16 for a slim body; no bend closes the tools of another station
  const pairs = [
    { die: dieOf(8, 60, 30, 69), punch: straightPunch(30, 12) },
    { die: dieOf(4, 60, 88, 58), punch: straightPunch(88, 12) },
    { die: dieOf(8, 20), punch: straightPunch(85, 12) },
  ]
  const dies = pairs.map(({ die }) => die)
  const punches = pairs.map(({ punch }) => punch)
  const request = (lengthMm: number): PlanRequest => ({
    ...requestOf(profileOf([60, 60, 16, 40, 3.5], [135, -90, 90, 30], 1, 1), dies, punches),
    pairs: pairs.map(({ die, punch }) => ({ dieId: die.id, punchId: punch.id })),
    lengthMm,
  })
  const needed = (lengthMm: number): Plan => {
    const plan = planOf(request(lengthMm))
    if (plan === null) throw new Error(JSON.stringify(planNow(request(lengthMm))).slice(-900))
    return plan
  }

  it('are planned on three stations, each with its segments', () => {
    const { stations, steps, proof } = needed(800)
    expect(proof).toBe('proven')
    const diesOf = new Map(steps.map(({ bendIndex, dieId }) => [bendIndex, dieId]))
    expect([diesOf.get(0), diesOf.get(3), stations.length]).toEqual(['v8-30-60', 'v4-88-60', 3])
    expect(stations.map(({ setUp, fromMm, lengthMm }) => [setUp, fromMm, lengthMm])).toEqual([
      [0, 0, 835],
      [0, 935, 835],
      [0, 1_870, 835],
    ])
    expect(stations.map(({ lowerSegmentsMm, upperSegmentsMm }) => [lowerSegmentsMm, upperSegmentsMm])).toEqual([
      [[835], [835]],
      [[835], [835]],
      [[835], [835]],
    ])
  })

  it('are planned on all tools of the machine: blunt ones make the blunt bends of a profile with a sharp one', () => {
    const profile = profileOf([60, 60, 16, 40], [135, -90, 90], 1, 1)
    const plan = planOf({ ...requestOf(profile, dies, punches), pairs: undefined, lengthMm: 800 })
    const diesOf = new Map(plan?.steps.map(({ bendIndex, dieId }) => [bendIndex, dieId]))
    expect([diesOf.get(0), new Set(diesOf.values())]).toEqual(['v8-30-60', new Set(['v8-30-60', 'v8-88-20'])])
  })

  it('need changes of tools where three stations do not fit on the table', () => {
    const { stations, cost } = needed(900)
    expect(stations.map(({ setUp, lengthMm }) => [setUp, lengthMm])).toEqual([
      [0, 1_670],
      [1, 1_670],
      [2, 1_670],
    ])
    expect(cost.setUpChanges).toBe(cost.toolChanges)
  })

  it('have the same stations and cost in a custom order', () => {
    const plan = needed(800)
    const order = plan.steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))
    const checked = checkOrder(request(800), order)
    if (!checked.ok) throw new Error(checked.error.message)
    expect(checked.value.blocked).toEqual([])
    expect(checked.value.cost).toEqual(plan.cost)
    expect(checked.value.stations).toEqual(plan.stations)
  })
})

const segmentsOf = (lengthMm: number) => segmentsFor(lengthMm, [10, 15, 20, 40, 50, 100, 100, 200, 300, 415, 835])

describe('the segments of a station', () => {
  it('are as long as the bend, and as few as possible', () => {
    expect([835, 1_250, 235, 1].map(segmentsOf)).toEqual([[835], [835, 415], [200, 20, 15], [10]])
  })
  it('are a little longer where none are as long', () => {
    expect(segmentsOf(27)).toEqual([20, 10])
  })
  it('are none where all together are too short', () => {
    expect([2_085, 2_086].map(segmentsOf)).toEqual([[835, 415, 300, 200, 100, 100, 50, 40, 20, 15, 10], null])
  })
})

it('a search that finds no order returns to its caller in each of its parts', () => {
  const hard = sandboxRequests(shortBrake).find(({ id }) => id === 'parapetbeslag-04')
  if (hard === undefined) throw new Error('the sandbox has no such sheet')
  const search = planBends({ ...hard.request, settings: { clearanceMm: 8 } })
  const states: number[] = []
  let next = search.next()
  for (; next.done !== true; next = search.next()) states.push(next.value.states)
  expect(next.value).toMatchObject({ ok: true, value: { kind: 'impossible' } })
  // no order works with all tools together: what follows is the nearest order on each set of tools, and the tools that would help
  expect(states.length).toBeGreaterThan(10)
  const most = states.map((state, index) => state - (states[index - 1] ?? 0))
  expect(Math.max(...most)).toBeLessThanOrEqual(256)
})
