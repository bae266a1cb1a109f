// How far a bend springs back, and how far it must be bent to stay. Pure.
import { good, refuse } from '../outcome.ts'
import type { Outcome } from '../outcome.ts'
import type { Deg, Mm } from '../units.ts'
import type { Mpa } from './bend-force.ts'

export interface SpringingPlate {
  readonly yieldMpa: Mpa
  readonly elasticMpa: Mpa
  /** The radius under load. */
  readonly insideRadiusMm: Mm
  readonly thicknessMm: Mm
}

/**
 * Ri/Rf = 4X³ − 3X + 1 with X = σy·Ri/(E·t): the share of a bend that stays, 1 for none sprung back. The formula holds for
 * X below 0.5 only; from there on, and for figures that are not positive, it is refused.
 */
export function shareThatStays(plate: SpringingPlate): Outcome<number> {
  for (const key of ['yieldMpa', 'elasticMpa', 'thicknessMm'] as const) {
    if (!(plate[key] > 0)) return refuse(key, 'not_positive', `${key} is ${plate[key]}, it must be above 0`)
  }
  const x = (plate.yieldMpa * plate.insideRadiusMm) / (plate.elasticMpa * plate.thicknessMm)
  if (!(x >= 0 && x < 0.5)) {
    return refuse('insideRadiusMm', 'out_of_range', `springback is known for X below 0.5 only, X is ${x.toFixed(3)}`)
  }
  return good(4 * x ** 3 - 3 * x + 1)
}

/** The turn in degrees that must be bent for this turn to stay; refused as `shareThatStays` is. */
export function turnToBend(keptDeg: Deg, plate: SpringingPlate): Outcome<Deg> {
  const share = shareThatStays(plate)
  return share.ok ? good(keptDeg / share.value) : share
}
