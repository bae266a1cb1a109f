// A sheet with two equal best orders, such as a channel and its mirror image: every surface has the same one of them.
import { describe, expect, it } from 'vitest'
import { planInOrderNow, planNow, type Plan, type PlanRequest } from '../../../shared/bending/plan/index.ts'
import { orderAnswerOf } from '../../../src-main/station/bend-plans/order-answer.ts'
import { planRequestOf } from '../../../src-main/station/bend-plans/plan-request.ts'
import { previewOf } from '../../../src-main/station/brake/brake-program.ts'
import { bendSteps } from '../../../src-renderer/sheet/bend-steps.ts'
import { value } from '../bending/any-profile.ts'
import { longBrake, tables } from '../bending/fit/shipped-workshop.ts'
import { sourcesFor, storedSheet } from './brake-sources.ts'

/** The order of the mirrored sheet, on the sheet itself. */
function mirrored({ steps }: Plan, bends: number) {
  return steps.map(({ kind, bendIndex, pose: { faceUp, edgeAtGauge } }) => ({
    kind,
    bendIndex: bends - 1 - bendIndex,
    pose: { faceUp, edgeAtGauge: edgeAtGauge === 'first' ? ('last' as const) : ('first' as const) },
  }))
}

const worksOf = (answer: ReturnType<typeof planNow>): Plan => {
  const planAnswer = value(answer)
  if (planAnswer.kind !== 'works') throw new Error(planAnswer.kind)
  return planAnswer.plan
}

function requestOf(sheet: ReturnType<typeof storedSheet>): PlanRequest {
  const planRequest = planRequestOf(sheet, longBrake, tables, null)
  if (!planRequest.ok) throw new Error(planRequest.error.message)
  return planRequest.value.request
}

describe.each([
  ['a channel', { flanges: [60, 80, 60], turns: [90, 90] }],
  ['a lipped channel', { flanges: [15, 40, 90, 40, 15], turns: [90, 90, 90, 90] }],
  ['a hat', { flanges: [30, 33, 80, 33, 30], turns: [90, -90, -90, 90] }],
])('%s', (_, spec) => {
  const sheet = storedSheet(spec)
  const request = requestOf(sheet)
  const answer = planNow(request)
  const plan = worksOf(answer)

  it('has a mirrored order that costs the same, and each search finds the same one', () => {
    const other = mirrored(plan, sheet.profile.bends.length)
    expect(worksOf(planInOrderNow(request, other)).cost).toEqual(plan.cost)
    expect(planNow(structuredClone(request))).toEqual(answer)
  })

  it('has the same steps, gauge and retract in the plan, the program, the strip and the counts of the tables', () => {
    const preview = previewOf(sourcesFor(sheet, [], { plan: answer }), {
      sheet,
      pieceNo: 1,
      drawingVersion: sheet.drawingVersion,
    })
    if (preview.kind === 'refused') throw new Error(preview.message)
    const { program } = preview
    expect(
      program.steps.map(({ bend, faceUp, edge, gaugeMm, gaugeLevelMm, retractMm }) => ({
        bendIndex: bend - 1,
        pose: { faceUp, edgeAtGauge: edge },
        xMm: gaugeMm,
        levelMm: gaugeLevelMm,
        retractMm,
      })),
    ).toEqual(
      plan.steps.map(({ bendIndex, pose, gauge: { xMm, levelMm, retractMm } }) => ({
        bendIndex,
        pose,
        xMm: expect.closeTo(xMm, 3),
        levelMm,
        retractMm,
      })),
    )
    expect(plan.steps.every(({ gauge }) => gauge.retractMm > 0)).toBe(true)
    expect(bendSteps(sheet, program, plan.steps)).toEqual(bendSteps(sheet, null, plan.steps))
    const flips = program.steps.filter(({ flipped }) => flipped).length
    const halfTurns = program.steps.filter(({ turned }) => turned).length
    expect(orderAnswerOf(answer, false)).toMatchObject({
      kind: 'works',
      handling: { strokes: program.steps.length, flips, halfTurns },
    })
  })
})
