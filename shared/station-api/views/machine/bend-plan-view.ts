// The bend plan of a sheet at a machine: the steps with tools, gauge and clearance, or the reasons why there are none. Pure.
import * as z from 'zod'
import type { PlanPart } from '../../../bending/plan/index.ts'
import { instant } from '../../../workshop-api/index.ts'
import { machineKey } from './machine-key.ts'

export const planStepKind = z.enum(['bend', 'pre_bend', 'flatten', 'bump'])

const part: z.ZodType<PlanPart> = z.enum([
  'punch',
  'clamp',
  'beam',
  'die',
  'holder',
  'table',
  'apron',
  'fingers',
  'hemming_tool',
  'closing_slot',
  'folding_beam',
  'gauge',
  'sheet',
])
const edge = z.enum(['first', 'last'])
/** Indices count from 0. */
const piece = z.strictObject({ kind: z.enum(['flange', 'bend']), index: z.int() })
const figures = z.record(z.string(), z.union([z.string(), z.number()]))

/** A code of the planner with its figures; `planReasonText` has the sentences. */
export const planReasonView = z.strictObject({ code: z.string(), params: figures })
export type PlanReasonView = z.infer<typeof planReasonView>

const pose = z.strictObject({ faceUp: z.enum(['A', 'B']), edgeAtGauge: edge })

/** A step of an order that a person makes. */
export const orderedStep = z.strictObject({
  kind: planStepKind,
  /** Counted from 0. */
  bendIndex: z.int().min(0),
  pose,
})

export const planStepView = z.strictObject({
  kind: planStepKind,
  /** Counted from 0. */
  bendIndex: z.int(),
  pose,
  handling: z.enum(['none', 'flip', 'half_turn', 'flip_and_half_turn']),
  direction: z.enum(['up', 'down']),
  turnDeg: z.number(),
  /** The turn at the machine, before springback. */
  overTurnDeg: z.number(),
  includedDeg: z.number(),
  dieId: z.string().nullable(),
  punchId: z.string().nullable(),
  punchTurned: z.boolean(),
  hemmingToolId: z.string().nullable(),
  /** Counted from 0. */
  station: z.int(),
  changesSetUp: z.boolean(),
  gauge: z.strictObject({
    edge,
    xMm: z.number(),
    levelMm: z.number(),
    retractMm: z.number(),
    contact: z.enum(['edge', 'wall', 'hem', 'rounded']),
    piece,
  }),
  heldMm: z.number(),
  hasShortGrip: z.boolean(),
  clearance: z.strictObject({ leastMm: z.number(), part, piece, atTurnDeg: z.number() }).nullable(),
  strokes: z.int(),
  pitchMm: z.number(),
})
export type PlanStepView = z.infer<typeof planStepView>

const station = z.strictObject({
  /** Stations with the same number stand on the table together. From 0. */
  setUp: z.int().min(0),
  dieId: z.string().nullable(),
  punchId: z.string().nullable(),
  punchTurned: z.boolean(),
  hemmingToolId: z.string().nullable(),
  fromMm: z.number(),
  lengthMm: z.number(),
  /** The segments of the lower and of the upper tool; empty: not known. */
  lowerSegmentsMm: z.array(z.number()),
  upperSegmentsMm: z.array(z.number()),
})

/** The cost of an order; every field is a count. */
const cost = z.strictObject({
  stations: z.int(),
  unsafeGauging: z.int(),
  flips: z.int(),
  heavySwings: z.int(),
  halfTurns: z.int(),
  toolChanges: z.int(),
  setUpChanges: z.int(),
  gaugeMoves: z.int(),
  shortGrips: z.int(),
})

export const bendPlan = z.strictObject({
  steps: z.array(planStepView),
  stations: z.array(station),
  cost,
  /** `manual`: the order that a person keeps for the sheet. */
  proof: z.enum(['proven', 'best_so_far', 'manual']),
  /** Everything that the plan depends on, as canonical text. */
  inputs: z.string(),
})
export type BendPlan = z.infer<typeof bendPlan>

const checkedOrder = z.strictObject({
  steps: z.array(planStepView),
  blocked: z.array(z.strictObject({ step: z.int(), reasons: z.array(planReasonView) })),
  stations: z.array(station),
  cost,
})

/** An outline or a figure that a tool or a machine lacks. */
export const planMissing = z.strictObject({ part, id: z.string() })
export type PlanMissingView = z.infer<typeof planMissing>

export const bendPlanAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('works'), plan: bendPlan }),
  z.strictObject({
    kind: z.literal('impossible'),
    /** The order that is blocked in the fewest steps. */
    bestOrder: checkedOrder.nullable(),
    reasons: z.array(planReasonView),
    remedies: z.array(z.strictObject({ code: z.string(), params: figures })),
  }),
  z.strictObject({
    kind: z.literal('not_known'),
    missing: z.array(planMissing),
    reasons: z.array(planReasonView),
    plan: bendPlan.nullable(),
  }),
  /** `no_machine`, `no_tools`: no file of the workshop describes them. `unsound`: the sheet is invalid. `failed`: the planner ended. */
  z.strictObject({
    kind: z.literal('not_planned'),
    code: z.enum(['no_machine', 'no_tools', 'unsound', 'failed']),
    message: z.string(),
  }),
])
export type BendPlanAnswer = z.infer<typeof bendPlanAnswer>

/** The order that a person keeps for a sheet at a machine. */
export const keptOrderView = z.strictObject({
  /**
   * `used`: it is the plan. `drawing_changed`, `inputs_changed`: it is discarded, because the drawing, or the machine, its tools, the
   * material, the lengths or the rules of the check are no longer those for which it was kept.
   */
  state: z.enum(['used', 'drawing_changed', 'inputs_changed']),
  /** Initials; null: nobody was chosen. */
  by: z.string().nullable(),
  keptAt: instant,
})
export type KeptOrderView = z.infer<typeof keptOrderView>

export const bendPlanView = z.strictObject({
  /** The machine; null: neither is the station set up at one, nor is the sheet planned for one. */
  machine: machineKey.nullable(),
  /** The drawing for which the plan holds. */
  drawingHash: z.string(),
  /** Null: nobody keeps an order, and the planner's applies. */
  keptOrder: keptOrderView.nullable(),
  answer: bendPlanAnswer,
})
export type BendPlanView = z.infer<typeof bendPlanView>
