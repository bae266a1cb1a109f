// Whether there is an order of bends in which a machine can bend a sheet: the stored answer of the bend planner, in short. Pure.
import * as z from 'zod'
import { planMissing, planReasonView } from './bend-plan-view.ts'
import { machineKey } from './machine-key.ts'

/** What the operator does for one piece. */
export const pieceHandling = z.strictObject({
  strokes: z.int(),
  flips: z.int(),
  halfTurns: z.int(),
  /** Changes from one set of tools to another along the table. */
  toolChanges: z.int(),
})
export type PieceHandling = z.infer<typeof pieceHandling>

export const orderAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('works'), handling: pieceHandling }),
  /** No order works. The reasons are those of the order that is blocked in the fewest steps. */
  z.strictObject({ kind: z.literal('impossible'), reasons: z.array(planReasonView) }),
  /** `lacking`: the workshop's files do not describe the machine or the tools, or the sheet is invalid. */
  z.strictObject({
    kind: z.literal('not_known'),
    lacking: z.enum(['machine', 'tools', 'sound_sheet']).nullable(),
    missing: z.array(planMissing),
    reasons: z.array(planReasonView),
  }),
  z.strictObject({ kind: z.literal('not_planned_yet') }),
])
export type OrderAnswer = z.infer<typeof orderAnswer>

export const sheetOrders = z.strictObject({
  /** One answer per machine of the workshop. */
  orders: z.array(z.strictObject({ machine: machineKey, order: orderAnswer })),
})
