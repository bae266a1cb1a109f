// Folding machines: the cases of the domain page, on a machine with a clear nose, a solid table and a blade of 15.
import { describe, expect, it } from 'vitest'
import { foldRadius, folderOf, folderRequest, hemmed } from './folder-tools.ts'
import type { FolderMachine } from '../../../../shared/bending/fit/index.ts'
import type { BendProfile } from '../../../../shared/bending/index.ts'
import { checkOrder, checkStep, isTight, planNow } from '../../../../shared/bending/plan/index.ts'
import type { OrderedStep, PlanAnswer, PlanRequest, PlanStep } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { outlineOf, profileOf } from './plan-tools.ts'
import { doneBefore } from './second-checker/sampled-brake.ts'
import { sampledHits } from './second-checker/sampled-check.ts'
import { foldRooms, pressRooms } from './second-checker/sampled-folder.ts'
import { blankOf } from './second-checker/sampled-section.ts'

const answer = (request: PlanRequest): PlanAnswer => value(planNow(request))
const kindOf = (request: PlanRequest): string => answer(request).kind
function planned(request: PlanRequest) {
  const planAnswer = answer(request)
  if (planAnswer.kind !== 'works') throw new Error(`${planAnswer.kind}: ${JSON.stringify(planAnswer.reasons)}`)
  return planAnswer.plan
}
const partsHit = (planAnswer: PlanAnswer): string[] =>
  planAnswer.kind === 'impossible'
    ? planAnswer.reasons.flatMap((one) => (one.code === 'hit' ? [one.params.part] : []))
    : []
const folded = (lengths: readonly number[], turns: readonly number[]) => profileOf(lengths, turns, 0.6, foldRadius)

const opened = (profile: BendProfile, gapMm: number): BendProfile => ({
  ...profile,
  bends: profile.bends.map((bend) => (bend.hem === null ? bend : { ...bend, hem: 'open', gapMm })),
})
/** A slim lower beam with a slot behind it. */
const slottedTable = outlineOf([0, 0], [0, -180], [1050, -180], [1050, 0], [100, 0], [100, -100], [25, -100], [25, 0])
const fold = (kind: OrderedStep['kind'], bendIndex: number, faceUp: 'A' | 'B'): OrderedStep => ({
  kind,
  bendIndex,
  pose: { faceUp, edgeAtGauge: 'last' },
})
/** What blocks pressing the hem at the first bend with its fold towards the gauge. */
const pressReasons = (profile: BendProfile, before: readonly OrderedStep[], machine = folderOf()) =>
  value(
    checkStep(folderRequest(profile, machine), before, {
      kind: 'flatten',
      bendIndex: 0,
      pose: { faceUp: 'B', edgeAtGauge: 'first' },
    }),
  ).reasons

/** The least gap to a part that the blank must not touch, through the whole step by the second checker. */
function sampledLeast({ machine, profile }: PlanRequest, steps: readonly PlanStep[], index: number): [number, string] {
  const step = steps[index]
  if (machine.kind !== 'folder' || step === undefined || step.kind === 'bump') throw new Error('no fold')
  const blank = blankOf(profile, undefined, (145 * Math.PI) / 180, profile.thicknessMm)
  const done = doneBefore(blank, steps, index)
  const { kind, bendIndex: bend, pose } = step
  const fold = { kind, bend, clampedLast: pose.edgeAtGauge === 'last', up: true }
  const turns = Array.from({ length: kind === 'flatten' ? 1 : 361 }, (_, sample) => (step.overTurnDeg * sample) / 360)
  const rooms = turns.flatMap((turnDeg) =>
    kind === 'flatten' ? pressRooms(machine, blank, done, fold) : foldRooms(machine, blank, done, fold, turnDeg),
  )
  const measured = rooms.filter(({ neededMm }) => neededMm > 0)
  const [least] = measured.toSorted((one, other) => one.gapMm - other.gapMm)
  return least === undefined ? [Infinity, ''] : [least.gapMm, least.part]
}

/** A clearance to a tenth. The sheet bends around the nose: within 4 mm of the bend line it may touch it, and more than that is not compared. */
const beyondNose = (leastMm: number, part: string): string => (leastMm > 3.9 ? 'far' : `${part} ${leastMm.toFixed(1)}`)

describe('a U', () => {
  it('works where the return fits the nose', () => {
    expect(kindOf(folderRequest(folded([20, 60, 20], [90, 90])))).toBe('works')
  })
  it('is blocked by the clamp where the return is deeper than the nose', () => {
    const planAnswer = answer(folderRequest(folded([80, 60, 80], [90, 90])))
    expect(partsHit(planAnswer)).toContain('clamp')
  })
})

describe('a U whose first leg stands behind the clamp, higher than it opens', () => {
  const wide = folded([150, 170, 150], [90, 90])
  it('is removed sideways', () => {
    expect(kindOf(folderRequest(wide))).toBe('works')
  })
  it('is trapped where no part may be removed sideways', () => {
    const narrow = folderOf({ sidewaysRemoval: false })
    const planAnswer = answer(folderRequest(wide, narrow))
    expect(planAnswer).toMatchObject({
      kind: 'impossible',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'trapped' })]),
    })
    expect(kindOf(folderRequest(folded([110, 170, 110], [90, 90]), narrow))).toBe('works')
  })
})

describe('a Z', () => {
  const least = 15 + 2 * (foldRadius + 0.6)
  it('works where the web is wider than the blade', () => {
    const plan = planned(folderRequest(folded([20, least + 1, 40], [90, -90])))
    expect(plan.cost.flips).toBe(1)
  })
  it('hits the blade where the web is narrower and the first leg hangs in front', () => {
    const request = folderRequest(folded([40, least - 3, 40], [90, -90]))
    const order: OrderedStep[] = [
      { kind: 'bend', bendIndex: 0, pose: { faceUp: 'B', edgeAtGauge: 'last' } },
      { kind: 'bend', bendIndex: 1, pose: { faceUp: 'A', edgeAtGauge: 'last' } },
    ]
    const [blocked] = value(checkOrder(request, order)).blocked
    expect(blocked).toMatchObject({ step: 1, reasons: [{ code: 'hit', params: { part: 'folding_beam' } }] })
    expect(kindOf(request)).toBe('impossible')
  })
})

describe('a hat', () => {
  const hat = folded([25, 30, 50, 30, 25], [90, -90, -90, 90])
  it('has no order on a solid table', () => {
    expect(partsHit(answer(folderRequest(hat)))).toContain('table')
  })
  it('has one on a slim lower beam with a slot behind it', () => {
    const request = folderRequest(hat, folderOf({ table: slottedTable }))
    expect(sampledHits(request, planned(request).steps, 1)).toEqual([])
  })
})

it('lets nothing hang below the sheet on a table from which it may not lift', () => {
  const order: OrderedStep[] = [
    { kind: 'bend', bendIndex: 1, pose: { faceUp: 'B', edgeAtGauge: 'first' } },
    { kind: 'bend', bendIndex: 0, pose: { faceUp: 'A', edgeAtGauge: 'last' } },
  ]
  const blockedAt = (tableLiftMm: number) =>
    value(checkOrder(folderRequest(folded([30, 80, 9], [-90, 90]), folderOf({ tableLiftMm })), order)).blocked
  expect(blockedAt(10)).toEqual([])
  // the flange lies wholly inside the table: only its bend crosses the surface
  expect(blockedAt(0)).toMatchObject([{ step: 1, reasons: [{ code: 'hit', params: { part: 'table' } }] }])
})

it('lets a drip hang below the sheet where it may lift off the table', () => {
  const drips = folded([12, 150, 300, 150, 12], [30, -90, -90, 30])
  const order: OrderedStep[] = [
    { kind: 'bend', bendIndex: 0, pose: { faceUp: 'B', edgeAtGauge: 'last' } },
    { kind: 'bend', bendIndex: 3, pose: { faceUp: 'B', edgeAtGauge: 'first' } },
    { kind: 'bend', bendIndex: 2, pose: { faceUp: 'A', edgeAtGauge: 'first' } },
    { kind: 'bend', bendIndex: 1, pose: { faceUp: 'A', edgeAtGauge: 'first' } },
  ]
  const blockedAt = (tableLiftMm: number) =>
    value(checkOrder(folderRequest(drips, folderOf({ tableLiftMm })), order)).blocked
  expect(blockedAt(10)).toEqual([])
  expect(blockedAt(0)[0]).toMatchObject({ step: 2, reasons: [{ code: 'hit', params: { part: 'table' } }] })
})

describe('a hem', () => {
  it('is folded and pressed', () => {
    const plan = planned(folderRequest(hemmed([12, 80], [180])))
    expect(plan.steps.map(({ kind, turnDeg }) => [kind, turnDeg])).toEqual([
      ['pre_bend', 145],
      ['flatten', 180],
    ])
  })
  it('is refused on a machine that turns less than 135°', () => {
    const weak = { ...folderOf(), largestTurnDeg: 130 }
    expect(answer(folderRequest(hemmed([12, 80], [180]), weak))).toMatchObject({
      kind: 'impossible',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'angle_of_folder' })]),
    })
  })
})

describe('the turn of a pre-bend', () => {
  const thin = { ...hemmed([12, 80], [180]), thicknessMm: 0.5 }
  it('is less than the wanted one where the flap would come too near to the nose', () => {
    expect(planned(folderRequest(thin)).steps[0]?.turnDeg).toBe(140)
    const near = { ...folderRequest(thin), settings: { clearanceMm: 0.05 } }
    expect(planned(near).steps[0]?.turnDeg).toBe(145)
  })
  it('is the same in a custom order', () => {
    const order: OrderedStep[] = planned(folderRequest(thin)).steps.map(({ kind, bendIndex, pose }) => ({
      kind,
      bendIndex,
      pose,
    }))
    const { blocked, steps } = value(checkOrder(folderRequest(thin), order))
    expect([blocked, steps[0]?.turnDeg]).toEqual([[], 140])
  })
})

it('refuses a radius that one fold does not give', () => {
  const round = profileOf([60, 60], [90], 0.6, 3)
  expect(kindOf(folderRequest(round))).toBe('works')
  expect(answer(folderRequest(profileOf([60, 60], [90], 0.6, 3.1)))).toMatchObject({
    kind: 'impossible',
    reasons: [{ code: 'radius_of_folder', params: { bendIndex: 0, radiusMm: 3.1, largestMm: 3 } }],
  })
})

it('refuses the flap of a hem that is shorter than the smallest flange', () => {
  const machine = { ...folderOf(), backgaugeMinMm: 90 }
  expect(kindOf(folderRequest(hemmed([8, 120], [180]), machine))).toBe('works')
  expect(answer(folderRequest(hemmed([7.5, 120], [180]), machine))).toMatchObject({
    kind: 'impossible',
    reasons: expect.arrayContaining([
      { code: 'short_flange', params: { bendIndex: 0, flangeIndex: 0, lengthMm: 7.5, neededMm: 8 } },
    ]),
  })
})

describe('a hem beside another bend', () => {
  it('lies closed on the lowered blade while the short flange above it is folded the other way', () => {
    const request = folderRequest(hemmed([80, 10, 10], [45, -180]))
    const { steps } = planned(request)
    expect(steps.map(({ kind, bendIndex }) => [kind, bendIndex])).toEqual([
      ['pre_bend', 1],
      ['flatten', 1],
      ['bend', 0],
    ])
    expect(sampledHits(request, steps, 1)).toEqual([])
  })
  it('hits the blade if its flap reaches beyond the flange, and if it is open', () => {
    expect(kindOf(folderRequest(hemmed([80, 10, 11], [45, -180])))).toBe('impossible')
    expect(partsHit(answer(folderRequest(opened(hemmed([80, 10, 10], [45, -180]), 2))))).toContain('folding_beam')
  })
})

describe('a clamp that touches the sheet only with its sole', () => {
  const sole = folderOf({
    clamp: outlineOf([0, 0], [20, 0], [20, 5], [120, 5], [120, 180], [45, 180], [45, 24], [0, 1.5]),
  })
  const hems = hemmed([10, 60, 60, 10], [180, 90, 180])
  it('lets a hem lie behind the sole', () => {
    expect(partsHit(answer(folderRequest(hems)))).toContain('clamp')
    const request = folderRequest(hems, sole)
    expect(sampledHits(request, planned(request).steps, 1)).toEqual([])
  })
  it('hits a hem that stands higher than the room behind the sole', () => {
    expect(kindOf(folderRequest(opened(hems, 4), sole))).toBe('works')
    expect(partsHit(answer(folderRequest(opened(hems, 5), sole)))).toContain('clamp')
  })
  it('presses no fold that lies behind the sole', () => {
    const before = [fold('pre_bend', 0, 'B')]
    const press = (flapMm: number) => pressReasons(hemmed([flapMm, 80], [180]), before, sole)
    expect(press(16)).toEqual([])
    expect(press(18)).toMatchObject([{ code: 'short_sole', params: { bendIndex: 0, soleMm: 20 } }])
  })
})

it('presses a hem with the rest in front only where no flange hangs down at the blade', () => {
  const before = [fold('pre_bend', 0, 'B'), fold('bend', 1, 'A')]
  const press = (webMm: number) => pressReasons(hemmed([12, webMm, 40], [180, -90]), before)
  expect(press(35)).toEqual([])
  expect(press(25)).toMatchObject([{ code: 'hit', params: { stepKind: 'flatten', part: 'folding_beam' } }])
})

it('names the short flange', () => {
  const planAnswer = answer(folderRequest(folded([5, 80], [90]), { ...folderOf(), backgaugeMinMm: 20 }))
  expect(planAnswer).toMatchObject({
    kind: 'impossible',
    reasons: [{ code: expect.stringMatching('short_flange|no_gauge') }],
  })
})

it('folds both ways without a flip where the machine does', () => {
  const plan = planned(folderRequest(folded([30, 60, 30], [45, -45]), { ...folderOf(), folds: 'both' }))
  expect(plan.cost.flips).toBe(0)
  expect(new Set(plan.steps.map(({ direction }) => direction))).toEqual(new Set(['up', 'down']))
})

describe('two bends that a machine folds down around its lower beam', () => {
  const order: OrderedStep[] = [fold('bend', 1, 'A'), fold('bend', 0, 'A')]
  const blockedOn = (machine: FolderMachine) =>
    value(checkOrder(folderRequest(folded([20, 60, 20], [90, 90]), { ...machine, folds: 'both' }), order)).blocked
  it('are blocked where the first flange hangs into a solid table', () => {
    expect(blockedOn(folderOf())).toMatchObject([{ step: 1, reasons: [{ code: 'hit', params: { part: 'table' } }] }])
  })
  it('work where it hangs into a slot', () => {
    expect(blockedOn(folderOf({ table: slottedTable }))).toEqual([])
  })
})

/** The gauge of the last bend, which is folded down, when the first bend is made. */
const gaugeInFoldDown = (lengths: readonly number[], turnDeg: number) => {
  const machine: FolderMachine = { ...folderOf({ table: slottedTable }), folds: 'both' }
  const order: OrderedStep[] = [
    { kind: 'bend', bendIndex: 0, pose: { faceUp: 'B', edgeAtGauge: 'last' } },
    { kind: 'bend', bendIndex: 1, pose: { faceUp: 'B', edgeAtGauge: 'first' } },
  ]
  const { steps } = value(checkOrder(folderRequest(folded(lengths, [turnDeg, -90]), machine), order))
  expect(steps[1]?.direction).toBe('down')
  return steps[1]?.gauge
}

describe('the gauge of a fold down, which stands on the table', () => {
  it('meets a wall that stands behind the clamp', () => {
    expect(gaugeInFoldDown([20, 150, 60], 90)).toMatchObject({ contact: 'wall', piece: { kind: 'flange', index: 0 } })
  })
  it('meets the outside of the bend above a wall that hangs', () => {
    expect(gaugeInFoldDown([20, 60, 60], -90)).toMatchObject({ contact: 'rounded', piece: { kind: 'bend', index: 0 } })
  })
})

/** What blocks a flange of 9 at the gauge, which stands or hangs, while the next bend is folded down. */
const blockedInFoldDown = (turnDeg: number, tableLiftMm: number) => {
  const request = folderRequest(folded([9, 60, 60], [turnDeg, -90]), { ...folderOf({ tableLiftMm }), folds: 'both' })
  const order: OrderedStep[] = [
    { kind: 'bend', bendIndex: 0, pose: { faceUp: 'B', edgeAtGauge: 'last' } },
    { kind: 'bend', bendIndex: 1, pose: { faceUp: 'B', edgeAtGauge: 'first' } },
  ]
  const { blocked, steps } = value(checkOrder(request, order))
  expect(steps[1]?.direction).toBe('down')
  return blocked
}

describe('a small flange at the gauge of a fold down', () => {
  it('hits the closed clamp where it stands, however far the sheet lifts off the table', () => {
    expect(blockedInFoldDown(90, 10)).toMatchObject([
      { step: 1, reasons: [{ code: 'hit', params: { part: 'clamp' } }] },
    ])
  })
  it('lifts the sheet off the table where it hangs', () => {
    expect(blockedInFoldDown(-90, 10)).toEqual([])
    expect(blockedInFoldDown(-90, 0)).toMatchObject([
      { step: 1, reasons: [{ code: 'hit', params: { part: 'table' } }] },
    ])
  })
})

describe('the least clearance of a step', () => {
  it.each([
    ['a U in the nose', folderRequest(folded([20, 60, 20], [90, 90]))],
    ['a Z in front of the blade', folderRequest(folded([20, 21, 40], [90, -90]))],
    ['an acute bend beside one the other way', folderRequest(folded([30, 60, 20], [120, -60]))],
    ['a hem beside a short flange', folderRequest(hemmed([80, 10, 10], [45, -180]))],
  ])('of %s is that of the second checker', (_, request) => {
    const { steps } = planned(request)
    const stated = steps.map(({ clearance }) => beyondNose(clearance?.leastMm ?? 25, clearance?.part ?? ''))
    expect(stated).toEqual(steps.map((_, index) => beyondNose(...sampledLeast(request, steps, index))))
    expect(steps.some(({ clearance }) => (clearance?.leastMm ?? 25) < 3.9)).toBe(true)
  })
  it('is stated for a custom order, too, and below 0 where the blank hits a part', () => {
    const deep = folderRequest(folded([80, 60, 80], [90, 90]))
    const order: OrderedStep[] = [fold('bend', 1, 'B'), fold('bend', 0, 'B')]
    const { steps } = value(checkOrder(deep, order))
    expect(steps[1]?.clearance).toMatchObject({ part: 'clamp' })
    expect(steps[1]?.clearance?.leastMm).toBeLessThan(0)
  })
  it('is tight below 0.6 mm', () => {
    expect([0.05, 0.59, 0.6, 25].map((leastMm) => isTight({ leastMm }))).toEqual([true, true, false, false])
  })
})

it('counts a heavy side on the blade', () => {
  const light = folderOf({ heaviestSwingMm: 1000 })
  const heavy = folderOf({ heaviestSwingMm: 50 })
  const one = { ...light, backgaugeMaxMm: 100 }
  const other = { ...heavy, backgaugeMaxMm: 100 }
  const profile = folded([40, 200], [90])
  expect(planned(folderRequest(profile, one)).cost.heavySwings).toBe(0)
  expect(planned(folderRequest(profile, other)).cost.heavySwings).toBe(1)
})

it('says that the outlines are missing', () => {
  const { outlines, ...bare } = folderOf()
  expect(outlines).toBeDefined()
  const planAnswer = answer(folderRequest(folded([30, 60], [90]), bare))
  expect(planAnswer).toMatchObject({
    kind: 'not_known',
    missing: [{ part: 'clamp' }, { part: 'folding_beam' }, { part: 'table' }, { part: 'gauge' }],
  })
})

it('checks a custom order', () => {
  const request = folderRequest(folded([20, 60, 20], [90, 90]))
  const plan = planned(request)
  const order = plan.steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))
  expect(value(checkOrder(request, order)).blocked).toEqual([])
})
