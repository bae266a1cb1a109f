// How far a profile is folded: for each bend the share of its turn that is made, and the length of its bend zone. Pure. Units: mm.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import type { Bend } from '../profile/index.ts'
import { radians } from '../units.ts'
import type { Deg, Mm } from '../units.ts'

/** How far each bend of a profile is made, from 0 (flat) to 1 (finished). */
export type FoldStage = readonly number[]

/** Gives the bend allowances: one K for all bends, or the allowance of each bend from its flat pattern. */
export type NeutralLine = { readonly kFactor: number } | { readonly allowancesMm: readonly Mm[] }

/** The middle of the thickness: the default for a drawing. */
export const middleLine: NeutralLine = { kFactor: 0.5 }

/** A hem is bent to 135° of its 180° first, and then flattened. */
export const preBendShare = 135 / 180

/**
 * The stage after a number of steps of an order; a fraction of a step is the same fraction of its turn. The order names bends from 0,
 * each once. A hem may be named twice: the first step pre-bends it, the second flattens it. Refuses an unknown bend, a bend that is
 * named too often, and a number of steps that the order does not have.
 */
export function stageAfter(bends: readonly Bend[], order: readonly number[], steps: number): Result<number[], Refusal> {
  const times = bends.map(() => 0)
  for (const [index, bend] of order.entries()) {
    const bendProfile = bends[bend]
    if (bendProfile === undefined) {
      return refuse(`order[${index}]`, 'out_of_range', `step ${index + 1} names bend ${bend + 1} of ${bends.length}`)
    }
    const most = bendProfile.hem === null ? 1 : 2
    times[bend] = (times[bend] ?? 0) + 1
    if (times[bend] > most) {
      return refuse(`order[${index}]`, 'contradicts', `bend ${bend + 1} is made in ${most} steps at most`)
    }
  }
  if (!Number.isFinite(steps)) return refuse('steps', 'not_a_number', 'the count of steps is not a number')
  if (steps < 0 || steps > order.length) {
    return refuse('steps', 'out_of_range', `${steps} steps of an order of ${order.length}`)
  }
  const stage = bends.map(() => 0)
  for (const [index, bend] of order.entries()) {
    const before = stage[bend] ?? 0
    const after = order.includes(bend, index + 1) ? preBendShare : 1
    stage[bend] = before + (after - before) * Math.min(1, Math.max(0, steps - index))
  }
  return ok(stage)
}

/** The stage, with one share for each bend; without a stage all bends are made. */
export function validateStage(bends: readonly Bend[], stage: FoldStage | undefined): Result<FoldStage, Refusal> {
  if (stage === undefined) return ok(bends.map(() => 1))
  if (stage.length !== bends.length) {
    return refuse('stage', 'wrong_count', `${bends.length} bends have a stage of ${stage.length} shares`)
  }
  for (const [index, share] of stage.entries()) {
    if (!Number.isFinite(share)) return refuse(`stage[${index}]`, 'not_a_number', `bend ${index + 1} has no share`)
    if (share < 0 || share > 1) {
      return refuse(`stage[${index}]`, 'out_of_range', `bend ${index + 1} is made by ${share}, it must be 0 to 1`)
    }
  }
  return ok(stage)
}

/** The shape of a finished bend: a teardrop turns further than 180°. */
export interface MadeBend {
  readonly turnDeg: Deg
  readonly radiusMm: Mm
}

/** The length of each bend zone along the neutral line; it is the same at every stage. */
export function zoneLengths(
  finishedBends: readonly MadeBend[],
  thicknessMm: Mm,
  neutral: NeutralLine = middleLine,
): Result<readonly Mm[], Refusal> {
  if ('kFactor' in neutral) {
    const { kFactor } = neutral
    if (!Number.isFinite(kFactor)) return refuse('kFactor', 'not_a_number', 'the K-factor is not a number')
    if (kFactor < 0 || kFactor > 1) return refuse('kFactor', 'out_of_range', `K is ${kFactor}, it must be 0 to 1`)
    return ok(
      finishedBends.map(({ turnDeg, radiusMm }) => radians(Math.abs(turnDeg)) * (radiusMm + kFactor * thicknessMm)),
    )
  }
  const { allowancesMm } = neutral
  if (allowancesMm.length !== finishedBends.length) {
    return refuse('allowancesMm', 'wrong_count', `${finishedBends.length} bends have ${allowancesMm.length} allowances`)
  }
  const invalidIndex = allowancesMm.findIndex((length) => !Number.isFinite(length))
  return invalidIndex === -1
    ? ok(allowancesMm)
    : refuse(
        `allowancesMm[${invalidIndex}]`,
        'not_a_number',
        `the allowance of bend ${invalidIndex + 1} is not a number`,
      )
}
