// The cost of a plan as one number that compares like its figures in the order of their priority. Pure.
import type { PlanCost, PlanHandling, PlanPose, PlanStation, PlanStep } from '../plan.ts'

/** Steps of a plan are far fewer than this, so no figure runs into the next. */
const base = 64

/** One of each figure, as a number. Stations are compared before all of them, by the sets that are tried first. */
export const unit = {
  shortGrips: 1,
  gaugeMoves: base,
  toolChanges: base ** 2,
  halfTurns: base ** 3,
  heavySwings: base ** 4,
  flips: base ** 5,
  unsafeGauging: base ** 6,
  /** Not part of a plan: a step that is not possible, in the order that comes nearest to one. */
  blocked: base ** 7,
} as const

const figure = (cost: number, one: number): number => Math.floor(cost / one) % base

/** Splits the cost of an order into its figures. Blocked steps are in none of them. */
export const costOf = (
  cost: number,
  steps: readonly Pick<PlanStep, 'changesSetUp'>[],
  stations: readonly PlanStation[],
): PlanCost => ({
  stations: stations.length,
  unsafeGauging: figure(cost, unit.unsafeGauging),
  flips: figure(cost, unit.flips),
  heavySwings: figure(cost, unit.heavySwings),
  halfTurns: figure(cost, unit.halfTurns),
  toolChanges: figure(cost, unit.toolChanges),
  setUpChanges: steps.filter(({ changesSetUp }) => changesSetUp).length,
  gaugeMoves: figure(cost, unit.gaugeMoves),
  shortGrips: figure(cost, unit.shortGrips),
})

/** A flip changes the face and the edge at the gauge, a half turn the edge only; both together change the face only. */
export function handlingBetween(before: PlanPose | null, after: PlanPose): PlanHandling {
  if (before === null) return 'none'
  const face = before.faceUp !== after.faceUp
  const edge = before.edgeAtGauge !== after.edgeAtGauge
  if (face) return edge ? 'flip' : 'flip_and_half_turn'
  return edge ? 'half_turn' : 'none'
}
