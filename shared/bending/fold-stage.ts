// How far a profile is folded: for each bend the share of its turn that is made, and what of its zone still lies flat. Pure: mm.
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Bend } from './profile.ts'
import { radians } from './units.ts'
import type { Deg, Mm } from './units.ts'

/** For each bend of a profile, from 0: flat, to 1: made. */
export type FoldStage = readonly number[]

/** Where the length that bends is measured: a K for every bend, or each bend's own allowance as unfolding works it out. */
export type NeutralLine = { readonly kFactor: number } | { readonly allowancesMm: readonly Mm[] }

/** The middle of the thickness: what a fold is shown with where no method is named. */
export const middleLine: NeutralLine = { kFactor: 0.5 }

/** A hem is bent to 135° of its 180° first, and then flattened. */
export const preBendShare = 135 / 180

/**
 * The stage when so many steps of an order are done; a part of a step is the same part of its turn. The order names bends counted
 * from 0, each once; a hem may be named twice: it is pre-bent the first time and flattened the second. Refuses a bend that is not
 * there or named too often, and a count of steps that the order does not have.
 */
export function stageAfter(bends: readonly Bend[], order: readonly number[], steps: number): Outcome<number[]> {
  const times = bends.map(() => 0)
  for (const [index, bend] of order.entries()) {
    const made = bends[bend]
    if (made === undefined) {
      return refuse(`order[${index}]`, 'out_of_range', `step ${index + 1} names bend ${bend + 1} of ${bends.length}`)
    }
    const most = made.hem === null ? 1 : 2
    times[bend] = (times[bend] ?? 0) + 1
    if (times[bend] > most) {
      return refuse(`order[${index}]`, 'contradicts', `bend ${bend + 1} is made in ${most} steps at most`)
    }
  }
  if (!Number.isFinite(steps)) return refuse('steps', 'not_a_number', 'the count of steps is no number')
  if (steps < 0 || steps > order.length) {
    return refuse('steps', 'out_of_range', `${steps} steps of an order of ${order.length}`)
  }
  const stage = bends.map(() => 0)
  for (const [index, bend] of order.entries()) {
    const before = stage[bend] ?? 0
    const after = order.includes(bend, index + 1) ? preBendShare : 1
    stage[bend] = before + (after - before) * Math.min(1, Math.max(0, steps - index))
  }
  return good(stage)
}

/** The stage itself, one share a bend: all made where none is given. */
export function soundStage(bends: readonly Bend[], stage: FoldStage | undefined): Outcome<FoldStage> {
  if (stage === undefined) return good(bends.map(() => 1))
  if (stage.length !== bends.length) {
    return refuse('stage', 'wrong_count', `${bends.length} bends have a stage of ${stage.length} shares`)
  }
  for (const [index, share] of stage.entries()) {
    if (!Number.isFinite(share)) return refuse(`stage[${index}]`, 'not_a_number', `bend ${index + 1} has no share`)
    if (share < 0 || share > 1) {
      return refuse(`stage[${index}]`, 'out_of_range', `bend ${index + 1} is made by ${share}, it must be 0 to 1`)
    }
  }
  return good(stage)
}

/** A bend as it is folded when it is made: a teardrop's turn goes on past 180°. */
export interface MadeBend {
  readonly turnDeg: Deg
  readonly radiusMm: Mm
}

/** The length of each bend's zone along the neutral line; the same at every stage. */
export function zoneLengths(
  made: readonly MadeBend[],
  thicknessMm: Mm,
  neutral: NeutralLine = middleLine,
): Outcome<readonly Mm[]> {
  if ('kFactor' in neutral) {
    const { kFactor } = neutral
    if (!Number.isFinite(kFactor)) return refuse('kFactor', 'not_a_number', 'the K-factor is no number')
    if (kFactor < 0 || kFactor > 1) return refuse('kFactor', 'out_of_range', `K is ${kFactor}, it must be 0 to 1`)
    return good(made.map(({ turnDeg, radiusMm }) => radians(Math.abs(turnDeg)) * (radiusMm + kFactor * thicknessMm)))
  }
  const { allowancesMm } = neutral
  if (allowancesMm.length !== made.length) {
    return refuse('allowancesMm', 'wrong_count', `${made.length} bends have ${allowancesMm.length} allowances`)
  }
  const odd = allowancesMm.findIndex((length) => !Number.isFinite(length))
  return odd === -1
    ? good(allowancesMm)
    : refuse(`allowancesMm[${odd}]`, 'not_a_number', `the allowance of bend ${odd + 1} is no number`)
}
