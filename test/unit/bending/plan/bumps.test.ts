// Radii that are bumped: which bends, in how many strokes, and the plan of their rows on a press brake.
import { describe, expect, test } from 'vitest'
import { signedTurnDegOf } from '../../../../shared/bending/index.ts'
import { bumpPitch, bumpStrokes, chooseBumps } from '../../../../shared/bending/fit/index.ts'
import { checkOrder, planNow, stepPicture } from '../../../../shared/bending/plan/index.ts'
import type { Plan, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { generatedProfiles } from './generated-profiles.ts'
import { brakeOf, dieOf, gooseneck, outlineOf, requestOf, springy, straightPunch } from './plan-tools.ts'
import { sampledHits } from './second-checker/sampled-check.ts'

const pin = (x: number, y: number) => outlineOf([x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1])

type Row = readonly [turnDeg: number, radiusMm: number]

const roundRequest = (
  lengths: readonly number[],
  bends: readonly Row[],
  thicknessMm = 1,
  dies = [dieOf(8, 24)],
  punches = [straightPunch()],
): PlanRequest =>
  requestOf(
    {
      thicknessMm,
      flanges: lengths.map((lengthMm) => ({ lengthMm, endLengthMm: null })),
      bends: bends.map(([turnDeg, insideRadiusMm]) => ({ angleDeg: turnDeg, insideRadiusMm, hem: null, gapMm: 0 })),
    },
    dies,
    punches,
  )

function answerTo(request: PlanRequest) {
  const answer = planNow(request)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

function planOf(request: PlanRequest): Plan {
  const answer = answerTo(request)
  if (answer.kind !== 'works') throw new Error(JSON.stringify(answer).slice(0, 600))
  return answer.plan
}

describe('the strokes of a radius', () => {
  test('agree with the published row: R 100, 90°, t 3, 45 strokes of 2°, pitch 3.5, development 159', () => {
    expect(bumpStrokes(90, 100, 3)).toBe(45)
    const developmentMm = (Math.PI / 2) * (100 + 3 / 2)
    expect(developmentMm).toBeCloseTo(159.4, 1)
    expect(bumpPitch(developmentMm, 45)).toBeCloseTo(3.54, 2)
  })

  test('are at least 3.2 mm apart', () => {
    expect(bumpStrokes(90, 30, 1)).toBe(15)
    expect(bumpStrokes(180, 60, 1)).toBe(60)
    expect(bumpStrokes(90, 200, 1)).toBe(45)
  })

  test('make a bend only above the radius of an air bend on the V of the others, and in three strokes at least', () => {
    const bends = [1, 1.3, 3.4, 30].map((insideRadiusMm) => ({ turnDeg: 90, insideRadiusMm }))
    const { rows, wantedVMm } = chooseBumps(bends, 1, 0.16, [4, 6, 8, 12, 16, 25])
    expect(rows.map((row) => row?.strokes ?? 1)).toEqual([1, 1, 1, 15])
    // 3.4 has no room for three strokes, so it still asks for its V; 30 does not
    expect(wantedVMm).toBeCloseTo(3.4 / 0.16, 6)
  })

  test('without plain bends need a V of twice their pitch, and at least the V of the thickness', () => {
    const vs = [4, 6, 8, 12, 16, 25]
    expect(chooseBumps([{ turnDeg: 90, insideRadiusMm: 30 }], 0.6, 0.16, vs).wantedVMm).toBeCloseTo(6.35, 2)
    expect(chooseBumps([{ turnDeg: 90, insideRadiusMm: 30 }], 2, 0.16, vs).wantedVMm).toBe(12)
  })

  test('are not needed where a wide V gives the radius of the only bend', () => {
    const { rows, wantedVMm } = chooseBumps([{ turnDeg: 90, insideRadiusMm: 3 }], 0.5, 0.16, [4, 6, 8, 12, 16, 25])
    expect(rows).toEqual([null])
    expect(wantedVMm).toBeCloseTo(18.75, 6)
  })
})

describe('a bump row on a press brake', () => {
  test('of R 30 between two flanges is one step of 15 strokes', () => {
    const request = roundRequest([90, 120], [[90, 30]])
    const { steps, cost } = planOf(request)
    expect(steps).toMatchObject([{ kind: 'bump', strokes: 15, turnDeg: 90, direction: 'up' }])
    const [step] = steps
    expect(step?.pitchMm).toBeCloseTo(((Math.PI / 2) * 30.5) / 15, 4)
    expect(cost).toMatchObject({ flips: 0, halfTurns: 0 })
    // the first stroke lies half a pitch inside the tangent in front: the whole arc but that and the flange are behind it
    const flangeMm = (step?.pose.edgeAtGauge === 'last' ? 120 : 90) - 31
    expect(step?.gauge.xMm).toBeCloseTo(flangeMm + 14.5 * (step?.pitchMm ?? 0), 2)
    expect(sampledHits(request, steps, 0.5)).toEqual([])
  })

  test('of a gutter is planned; a half-round one closes around the punch, and the second checker finds that hit too', () => {
    const open = roundRequest([50, 50], [[120, 30]])
    const { steps } = planOf(open)
    expect(steps).toMatchObject([{ kind: 'bump', strokes: 20 }])
    expect(sampledHits(open, steps, 1)).toEqual([])
    const halfRound = roundRequest([50, 50], [[176, 30]])
    const answer = answerTo(halfRound)
    const hit = answer.kind === 'impossible' ? answer.reasons.find((one) => one.code === 'hit') : undefined
    if (answer.kind !== 'impossible' || hit?.code !== 'hit') throw new Error(answer.kind)
    expect(hit.params).toMatchObject({ stepKind: 'bump', part: 'punch', pieceKind: 'flange' })
    expect(sampledHits(halfRound, answer.bestOrder?.steps ?? [], 0.5).join()).toContain('punch piece 0')
  })

  test('goes with ordinary bends on the V of those', () => {
    const request = roundRequest(
      [20, 90, 120, 25],
      [
        [90, 1.3],
        [90, 30],
        [-45, 1.3],
      ],
    )
    const { steps } = planOf(request)
    expect(steps.map(({ kind, bendIndex }) => `${kind} ${bendIndex}`).toSorted()).toEqual([
      'bend 0',
      'bend 2',
      'bump 1',
    ])
    expect(sampledHits(request, steps, 0.5)).toEqual([])
  })

  test.each(['first', 'last'] as const)(
    'lets a wall of 130 hit the clamp with its %s edge at the gauge',
    (edgeAtGauge) => {
      const request = roundRequest(
        [130, 60, 90],
        [
          [90, 1.3],
          [90, 30],
        ],
      )
      const pose = { faceUp: 'B', edgeAtGauge } as const
      const checked = checkOrder(request, [
        { kind: 'bend', bendIndex: 0, pose },
        { kind: 'bump', bendIndex: 1, pose },
      ])
      if (!checked.ok) throw new Error(checked.error.message)
      const [blocked] = checked.value.blocked
      expect(blocked?.step).toBe(1)
      expect(blocked?.reasons.map((one) => (one.code === 'hit' ? one.params.part : one.code))).toContain('clamp')
      // 15 passes below it and the punch
      const low = roundRequest(
        [15, 60, 90],
        [
          [90, 1.3],
          [90, 30],
        ],
      )
      expect(checkOrder(low, checked.value.steps)).toMatchObject({ ok: true, value: { blocked: [] } })
    },
  )

  test('is planned only where the check of the same order finds no hit', () => {
    let planned = 0
    for (const [index, profile] of generatedProfiles(47, 24, 3).entries()) {
      const row = index % profile.bends.length
      const lengths = profile.flanges.map(
        ({ lengthMm }, flange) => lengthMm + (flange === row || flange === row + 1 ? 34 : 0),
      )
      const bends = profile.bends.map((bend, bendIndex): Row => [signedTurnDegOf(bend), bendIndex === row ? 30 : 1.3])
      const request = roundRequest(lengths, bends)
      const answer = planNow(request)
      if (!answer.ok || answer.value.kind !== 'works') continue
      planned += 1
      expect(checkOrder(request, answer.value.plan.steps)).toMatchObject({ ok: true, value: { blocked: [] } })
    }
    expect(planned).toBeGreaterThan(5)
  })

  test('costs the same mirrored and turned inside out', () => {
    const lengths = [20, 90, 120, 25]
    const bends: Row[] = [
      [90, 1.3],
      [90, 30],
      [-45, 1.3],
    ]
    const costs = [
      planOf(roundRequest(lengths, bends)),
      planOf(roundRequest(lengths.toReversed(), bends.toReversed())),
      planOf(
        roundRequest(
          lengths,
          bends.map(([turn, radius]): Row => [-turn, radius]),
        ),
      ),
    ].map(({ cost }) => cost)
    expect(costs[1]).toEqual(costs[0])
    expect(costs[2]).toEqual(costs[0])
  })

  test('needs a flange that reaches over the shoulder beyond the first and the last stroke', () => {
    // the flat part beside the arc, with half a pitch, against V8
    const short = answerTo(roundRequest([33.2, 90], [[90, 30]]))
    expect(short.kind).toBe('impossible')
    expect(short.kind === 'impossible' && short.reasons[0]).toMatchObject({
      code: 'short_flange',
      params: { flangeIndex: 0 },
    })
    expect(answerTo(roundRequest([33.4, 90], [[90, 30]])).kind).toBe('works')
  })

  test('is refused where the backgauge does not reach its last stroke', () => {
    // 6 is the least; the flange alone is in reach of no stroke but the first
    const request = roundRequest([36, 60], [[90, 30]])
    const machine = { ...brakeOf([dieOf(8, 24)], [straightPunch()]), backgaugeMinMm: 40 }
    const answer = answerTo({ ...request, machine })
    expect(answer.kind).toBe('impossible')
    expect(answer.kind === 'impossible' && answer.reasons[0]?.code).toMatch(/gauge/)
  })

  test('is refused on a V in which the made arc does not lie steadily', () => {
    const answer = answerTo(roundRequest([60, 60], [[170, 8]], 1, [dieOf(25, 60)]))
    const codes = answer.kind === 'impossible' ? answer.reasons.map(({ code }) => code) : []
    expect(codes).toContain('unsteady_bump')
  })

  test('of too few strokes is refused on a V that gives a smaller radius, and is one stroke on a V that gives it', () => {
    const bends = [[90, 2.5]] as const
    const narrow = answerTo(roundRequest([40, 40], bends, 1, [dieOf(8, 24)]))
    expect(narrow).toMatchObject({
      kind: 'impossible',
      reasons: [{ code: 'radius_of_die', params: { bendIndex: 0, radiusMm: 2.5, vMm: 8, largestMm: 2.18 } }],
    })
    const wide = answerTo(roundRequest([40, 40], bends, 1, [dieOf(8, 24), dieOf(10, 24)]))
    expect(wide).toMatchObject({ kind: 'works', plan: { steps: [{ kind: 'bend', dieId: 'v10-88-24' }] } })
  })

  test('that hits the beam names the part and the turn at which it does', () => {
    // a long flange behind a half-round comes down on the beam
    const answer = answerTo(roundRequest([400, 400], [[175, 40]]))
    expect(answer.kind).toBe('impossible')
    const hit = answer.kind === 'impossible' ? answer.reasons.find(({ code }) => code === 'hit') : undefined
    expect(hit).toMatchObject({ params: { bendIndex: 0, stepKind: 'bump' } })
  })

  test('of a hat collides with the die on a wide body and works on a narrow one', () => {
    const lengths = [30, 74, 100, 74, 30]
    const bends: Row[] = [
      [90, 1.3],
      [-90, 20],
      [-90, 20],
      [90, 1.3],
    ]
    const wide = answerTo(roundRequest(lengths, bends, 1, [dieOf(8, 160)]))
    const narrow = answerTo(roundRequest(lengths, bends, 1, [dieOf(8, 16)], [straightPunch(), gooseneck]))
    expect([wide.kind, narrow.kind]).toEqual(['impossible', 'works'])
  })

  describe('that brings two lips together above a low punch', () => {
    const [die, punch] = [dieOf(8, 24), straightPunch(88, 6, 0.6, 20)]
    const bends: Row[] = [
      [90, 1.3],
      [150, 12],
      [90, 1.3],
    ]
    const { outlines, ...brake } = brakeOf([die], [punch])
    if (outlines === undefined) throw new Error('the machine has outlines')
    // no lip is bent after the row: the clamp is a pin that the other leg would hit
    const machine = { ...brake, backgaugeMinMm: 30, outlines: { ...outlines, clamp: pin(26, 22), beam: pin(600, 500) } }
    const lipped = (lipMm: number): PlanRequest => {
      const request = roundRequest([lipMm, 60, 60, lipMm], bends, 1, [die], [punch])
      return { ...request, machine, material: springy }
    }
    const lipsFirst = planOf(lipped(24.5)).steps
    test('works where they stay apart', () => {
      expect(lipsFirst.map(({ kind }) => kind)).toEqual(['bend', 'bend', 'bump'])
    })
    test('works in no order where they meet while the last stroke is bent over', () => {
      const meeting = lipped(25.15)
      expect(checkOrder(meeting, lipsFirst)).toMatchObject({
        ok: true,
        value: { blocked: [{ step: 2, reasons: [{ code: 'hit', params: { stepKind: 'bump', part: 'sheet' } }] }] },
      })
      expect(answerTo(meeting).kind).toBe('impossible')
    })
  })

  test('is drawn at every turn, flat at the beginning', () => {
    const request = roundRequest([90, 120], [[90, 30]])
    const [step] = planOf(request).steps
    if (step === undefined) throw new Error('no step')
    const picture = stepPicture(request, [], step)
    const heights = picture?.blankAt(0).faceA.map(({ y }) => y) ?? []
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-6)
    for (const turnDeg of [3, 45, 90]) expect(picture?.blankAt(turnDeg).faceA.length).toBeGreaterThan(2)
  })
})
