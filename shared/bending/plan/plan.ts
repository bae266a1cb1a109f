// A bend plan: the steps of a profile at one machine, in order, with tools, gauge and clearance; what it costs, and whether it is proven.
// Pure types. Indices of bends, flanges and stations count from 0; angles in degrees, lengths in mm.
import type { Deg, Mm } from '../units.ts'
import type { PlanPart, PlanPiece, PlanStepKind } from './plan-part.ts'
import type { PlanReason } from './plan-reason.ts'

/** The edge of the first or of the last flange of the profile. */
type PlanEdge = 'first' | 'last'

/** How the blank lies on the machine. */
export interface PlanPose {
  /** Face A is the outside of a positive bend. A press brake makes a positive bend with face B up. */
  readonly faceUp: 'A' | 'B'
  readonly edgeAtGauge: PlanEdge
}

/**
 * What the operator does before a step. `flip`: over the long axis, so that the other face is up and the other edge is at the gauge.
 * `half_turn`: about a vertical axis, so that the other edge is at the gauge and the ends change sides. After both, the same edge is
 * at the gauge with the other face up. The first step has `none`.
 */
export type PlanHandling = 'none' | 'flip' | 'half_turn' | 'flip_and_half_turn'

export interface PlanGauge {
  readonly edge: PlanEdge
  /** The distance from the bend line to the stop face when the step begins. */
  readonly xMm: Mm
  /** Lower edge of the stop face above the die's shoulders, or above the table of a folding machine. */
  readonly levelMm: Mm
  /** How far the fingers move back at the pinch point; 0: they stay. */
  readonly retractMm: Mm
  /** `edge`: a cut edge. `wall`: the outer face of a standing flange. `hem`: a closed hem. `rounded`: another bend or a slanted flange: unsafe. */
  readonly contact: 'edge' | 'wall' | 'hem' | 'rounded'
  /** The flange or the bend that touches the stop face. */
  readonly piece: PlanPiece
}

/** The least distance between the blank and any part, other than the intended contacts. */
export interface PlanClearance {
  readonly leastMm: Mm
  readonly part: PlanPart
  readonly piece: PlanPiece
  readonly atTurnDeg: Deg
}

export interface PlanStep {
  readonly kind: PlanStepKind
  /** Index of the bend in the profile, from 0. */
  readonly bendIndex: number
  readonly pose: PlanPose
  readonly handling: PlanHandling
  /** Always `up` on a press brake. */
  readonly direction: 'up' | 'down'
  /** The absolute turn of the bend when the step is done. */
  readonly turnDeg: Deg
  /** The turn to which the machine bends, so that `turnDeg` remains after springback. */
  readonly overTurnDeg: Deg
  /** 180° − `turnDeg`. */
  readonly includedDeg: Deg
  /** Null on a folding machine, and where the hemming tool takes its place. */
  readonly dieId: string | null
  readonly punchId: string | null
  /** The punch is mounted the other way round. */
  readonly punchTurned: boolean
  readonly hemmingToolId: string | null
  /** Index in `Plan.stations`. */
  readonly station: number
  /** The station stands in another set-up than that of the step before: the tools on the table are changed first, once for all pieces. */
  readonly changesSetUp: boolean
  readonly gauge: PlanGauge
  /** The blank in front of the tools, flat width; the operator holds it. */
  readonly heldMm: Mm
  readonly hasShortGrip: boolean
  /** Null where nothing is within 25 mm, and in a plan that is not proven yet. */
  readonly clearance: PlanClearance | null
  /** The strokes of a bump, each of which turns `turnDeg / strokes`; 1 for every other step. */
  readonly strokes: number
  /**
   * The distance between two strokes of a bump along the flat blank; 0 for every other step. The first stroke has the position of `gauge`, and
   * each of the next is gauged nearer by the pitch.
   */
  readonly pitchMm: Mm
}

/** One set of tools on the machine, along the table. */
export interface PlanStation {
  /** Stations with the same number stand on the table together; before the first step of another number the tools are changed. From 0. */
  readonly setUp: number
  readonly dieId: string | null
  readonly punchId: string | null
  readonly punchTurned: boolean
  readonly hemmingToolId: string | null
  /** The distance from the left end of the first station of its set-up. */
  readonly fromMm: Mm
  /** The length of its tools: at least that of the blank. */
  readonly lengthMm: Mm
  /** The segments of the die or hemming tool, and of the punch, the longest first; empty: the machine's file does not state them. */
  readonly lowerSegmentsMm: readonly Mm[]
  readonly upperSegmentsMm: readonly Mm[]
}

/** What the order costs. Every field is a count; a field outweighs all fields below it. */
export interface PlanCost {
  readonly stations: number
  readonly unsafeGauging: number
  readonly flips: number
  /** The steps in which more than the limit of a folding machine lies on its blade; 0 on a press brake. */
  readonly heavySwings: number
  readonly halfTurns: number
  /** Changes from one station to another. */
  readonly toolChanges: number
  /** Those of them to a station of another set-up: the steps with `changesSetUp`. */
  readonly setUpChanges: number
  readonly gaugeMoves: number
  readonly shortGrips: number
}

/** `proven`: no order is cheaper. `manual`: a user's order, checked but not compared with others. */
export type PlanProof = 'proven' | 'best_so_far' | 'manual'

export interface Plan {
  readonly steps: readonly PlanStep[]
  readonly stations: readonly PlanStation[]
  readonly cost: PlanCost
  readonly proof: PlanProof
  /** Everything that the plan depends on, as canonical text: a plan whose inputs differ is discarded. */
  readonly inputs: string
}

/** An outline or a figure without which the planner cannot say that a part is free. */
export interface PlanMissing {
  readonly part: PlanPart
  /** The tool or the machine that lacks it. */
  readonly id: string
}

/** A tool of the workshop's file with which it would work. */
export type PlanRemedy =
  | { readonly code: 'works_on_die'; readonly params: { readonly dieId: string; readonly bodyMm: Mm } }
  | { readonly code: 'works_on_punch'; readonly params: { readonly punchId: string } }
  | { readonly code: 'works_on_tools'; readonly params: { readonly dieId: string; readonly punchId: string } }
  | { readonly code: 'works_on_hemming_tool'; readonly params: { readonly hemmingToolId: string } }

/** One step of an order that cannot be made, with every reason. */
export interface BlockedStep {
  /** Index of the step in the order, from 0. */
  readonly step: number
  readonly reasons: readonly PlanReason[]
}

/** A step as a user or the search orders it, before it is checked. */
export interface OrderedStep {
  readonly kind: PlanStepKind
  readonly bendIndex: number
  readonly pose: PlanPose
}

/** A complete order with the steps that are blocked in it. */
export interface CheckedOrder {
  readonly steps: readonly PlanStep[]
  readonly blocked: readonly BlockedStep[]
  readonly stations: readonly PlanStation[]
  readonly cost: PlanCost
}

/** A user's order, with what is not known about the tools on which it was checked. */
export interface OrderVerdict {
  /** Null: the machine has no tools for the blank, and `reasons` says why. */
  readonly order: CheckedOrder | null
  readonly missing: readonly PlanMissing[]
  readonly reasons: readonly PlanReason[]
}

export type PlanAnswer =
  | { readonly kind: 'works'; readonly plan: Plan }
  /** `bestOrder`: the order that is blocked in the fewest steps; null where none could be tried. */
  | {
      readonly kind: 'impossible'
      readonly bestOrder: CheckedOrder | null
      readonly reasons: readonly PlanReason[]
      readonly remedies: readonly PlanRemedy[]
    }
  /** `plan`: works as far as it is known; never sent without a prompt that names what is missing. */
  | {
      readonly kind: 'not_known'
      readonly missing: readonly PlanMissing[]
      readonly reasons: readonly PlanReason[]
      readonly plan: Plan | null
    }
