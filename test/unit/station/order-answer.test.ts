// The short answer about the order of bends, from an answer of the planner, and the stored plan that is printed.
import { expect, test } from 'vitest'
import { failed, ok } from '../../../shared/base/result.ts'
import type { PlanReason } from '../../../shared/bending/plan/index.ts'
import type { Split } from '../../../shared/planning/index.ts'
import { orderAnswerOf, storedPlanOf } from '../../../src-main/station/bend-plans/order-answer.ts'
import { brakeId, planOf, sourcesFor, storedSheet } from './brake-sources.ts'

const impossible = (...reasons: PlanReason[]) =>
  orderAnswerOf(ok({ kind: 'impossible', bestOrder: null, reasons, remedies: [] }), false)

test('an order that does not work keeps its reasons with their figures', () => {
  const reason: PlanReason = { code: 'no_gauge', params: { bendIndex: 2 } }
  expect(impossible(reason)).toEqual({ kind: 'impossible', isOwn: false, reasons: [reason] })
  expect(impossible()).toEqual({ kind: 'impossible', isOwn: false, reasons: [] })
})

test('a sheet that the planner does not plan is not known, because a person may still bend it', () => {
  const tapered: PlanReason = { code: 'tapered', params: { flangeIndex: 1 } }
  const tooMany: PlanReason = { code: 'too_many_bends', params: { bends: 20, most: 16 } }
  for (const reason of [tapered, tooMany])
    expect(impossible(reason)).toEqual({
      kind: 'not_known',
      isOwn: false,
      lacking: null,
      missing: [],
      reasons: [reason],
    })
})

test('a missing outline is named, and a sheet without an answer is not planned yet', () => {
  const missing = [{ part: 'die', id: 'v8-88' }] as const
  expect(orderAnswerOf(ok({ kind: 'not_known', missing, reasons: [], plan: null }), true)).toEqual({
    kind: 'not_known',
    isOwn: true,
    lacking: null,
    missing,
    reasons: [],
  })
  expect(orderAnswerOf(null, true)).toEqual({ kind: 'not_planned_yet' })
  expect(orderAnswerOf(failed({ code: 'failed', message: 'the profile is invalid' }), false)).toMatchObject({
    lacking: 'sound_sheet',
  })
})

test('a sheet that is longer than its machine has a printed plan only if it is split', () => {
  const short = storedSheet({ flanges: [40, 60], turns: [90] })
  const { workshop, machine } = sourcesFor(short)
  const printed = (split: Split | null) =>
    storedPlanOf(
      {
        plans: { stored: () => planOf(short) },
        machineOf: () => brakeId,
        splitOf: () => split,
        orderOf: () => null,
      },
      { ...short, lengthMm: 6_000, pieces: [] },
      { ...workshop, machines: machine === null ? [] : [machine] },
    )
  expect(printed(null)).toBeNull()
  const halves = { pieceNo: 2_001, of: 1, part: 1, quantity: 2, lengthMm: 3_000 }
  expect(printed({ longestMm: 3_000, lapMm: 0, pieces: [halves] })?.request.lengthMm).toBe(3_000)
})
