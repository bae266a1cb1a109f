// Whether there is an order of bends in which a machine can bend a sheet: the stored answer of the bend planner, in short. Pure.
import * as z from 'zod'
import { planMissing, planReasonView, machineKey } from './machine/index.ts'

/** What the operator does for one piece. */
export const pieceHandling = z.strictObject({
  strokes: z.int(),
  flips: z.int(),
  halfTurns: z.int(),
  /** Changes from one set of tools to another along the table. */
  toolChanges: z.int(),
  /** Changes of the tools on the table, once for all pieces. */
  setUpChanges: z.int(),
})
export type PieceHandling = z.infer<typeof pieceHandling>

/** The answer is about the order that a person keeps, and not about the planner's. */
const isOwn = z.boolean()

export const orderAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('works'), isOwn, handling: pieceHandling }),
  /**
   * No order works, and the reasons are those of the order that is blocked in the fewest steps; or the kept order does not work.
   */
  z.strictObject({ kind: z.literal('impossible'), isOwn, reasons: z.array(planReasonView) }),
  /** `lacking`: the workshop's files do not describe the machine or the tools, or the sheet is invalid. */
  z.strictObject({
    kind: z.literal('not_known'),
    isOwn,
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
