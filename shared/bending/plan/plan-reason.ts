// Why a step or a profile cannot be bent: codes with figures, for which each language has a text. Indices count from 0; a text adds 1.
// Pure.
import type { Deg, Mm } from '../units.ts'
import type { PlanPart, PlanStepKind } from './plan-part.ts'

interface ReasonFigures {
  /** The blank hits a part, or comes nearer than the clearance. */
  hit: {
    bendIndex: number
    stepKind: PlanStepKind
    part: PlanPart
    pieceKind: 'flange' | 'bend'
    pieceIndex: number
    atTurnDeg: Deg
  }
  /** After the step the part cannot be taken off the machine. */
  trapped: { bendIndex: number; part: PlanPart; pieceKind: 'flange' | 'bend'; pieceIndex: number }
  /** No part of the blank reaches a stop face that the fingers can take. */
  no_gauge: { bendIndex: number }
  gauge_out_of_reach: { bendIndex: number; nearestMm: Mm; minMm: Mm; maxMm: Mm }
  /** The flange does not reach the shoulder of the V, or the blade. */
  short_flange: { bendIndex: number; flangeIndex: number; lengthMm: Mm; neededMm: Mm }
  angle_of_tools: { bendIndex: number; includedDeg: Deg; sharpestIncludedDeg: Deg }
  angle_of_folder: { bendIndex: number; turnDeg: Deg; largestTurnDeg: Deg }
  /** A fold around the nose of the clamp has no radius as large as this. */
  radius_of_folder: { bendIndex: number; radiusMm: Mm; largestMm: Mm }
  /** The tip of the punch is rounder than the bend. */
  radius_of_punch: { bendIndex: number; radiusMm: Mm; punchRadiusMm: Mm }
  /** One stroke on this V gives no radius as large as this, and the arc is too short for a bump row. */
  radius_of_die: { bendIndex: number; radiusMm: Mm; vMm: Mm; largestMm: Mm }
  /** A bump row: on this V, the part of the arc that is made does not lie steadily under the next stroke. */
  unsteady_bump: { bendIndex: number; radiusMm: Mm; vMm: Mm }
  springback_unknown: { bendIndex: number }
  no_tools: { thicknessMm: Mm }
  no_hemming_tool: { bendIndex: number; thicknessMm: Mm }
  /** The folded flap does not go far enough into the slot, or is higher than it. */
  slot_depth: { bendIndex: number; flapMm: Mm; depthMm: Mm }
  slot_width: { bendIndex: number; heightMm: Mm; widthMm: Mm }
  /** A hem with its fold towards the gauge: the sole of the clamp does not reach the fold. */
  short_sole: { bendIndex: number; flapMm: Mm; soleMm: Mm }
  /** The step needs another one before it: a hem is flattened after its pre-bend. */
  wrong_sequence: { bendIndex: number; stepKind: PlanStepKind }
  /** In this pose the bend would go down, and the machine bends upward only. */
  wrong_face: { bendIndex: number }
  too_long_for_tools: { lengthMm: Mm; segmentsMm: Mm }
  too_many_bends: { bends: number; most: number }
  tapered: { flangeIndex: number }
  /** The finished profile runs through itself. */
  crosses_itself: { bendIndex: number }
  /** The search was stopped before it found an order. */
  stopped: { states: number }
}

/** A reason with the figures that its sentence names. */
export type PlanReason = {
  readonly [Code in keyof ReasonFigures]: { readonly code: Code; readonly params: Readonly<ReasonFigures[Code]> }
}[keyof ReasonFigures]

const notPlannedCodes: ReadonlySet<string> = new Set<PlanReason['code']>([
  'tapered',
  'too_many_bends',
  'stopped',
  'springback_unknown',
])

/** Whether no order was searched to its end, so that a person may still bend the sheet. */
export const isNotPlanned = (reasons: readonly { readonly code: string }[]): boolean =>
  reasons.some(({ code }) => notPlannedCodes.has(code))
