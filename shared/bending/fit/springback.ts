// Springback: the share of a turn that remains, and the turn to bend so that a given turn remains. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import type { Deg, Mm } from '../units.ts'
import type { Mpa } from './bend-force.ts'

export interface BentMaterial {
  readonly yieldMpa: Mpa
  readonly elasticMpa: Mpa
  /** The radius under load. */
  readonly insideRadiusMm: Mm
  readonly thicknessMm: Mm
}

/**
 * Ri/Rf = 4X³ − 3X + 1 with X = σy·Ri/(E·t): the share of a turn that remains, 1 without springback. The formula is valid
 * for X below 0.5; other figures, and figures that are not positive, are refused.
 */
export function remainingShare(blank: BentMaterial): Result<number, Refusal> {
  for (const key of ['yieldMpa', 'elasticMpa', 'thicknessMm'] as const) {
    if (!(blank[key] > 0)) return refuse(key, 'not_positive', `${key} is ${blank[key]}, it must be above 0`)
  }
  const x = (blank.yieldMpa * blank.insideRadiusMm) / (blank.elasticMpa * blank.thicknessMm)
  if (!(x >= 0 && x < 0.5)) {
    return refuse('insideRadiusMm', 'out_of_range', `springback is known for X below 0.5 only, X is ${x.toFixed(3)}`)
  }
  return ok(4 * x ** 3 - 3 * x + 1)
}

/** The turn to bend so that `remainingDeg` remains; refused as `remainingShare` is. */
export function turnToBend(remainingDeg: Deg, blank: BentMaterial): Result<Deg, Refusal> {
  const share = remainingShare(blank)
  return share.ok ? ok(remainingDeg / share.value) : share
}
