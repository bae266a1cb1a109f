// The bend allowance by K-factor: the neutral line lies K thicknesses from the inside of the bend. Pure.
import { figureOfAllowance, soundBend } from './bend-figure.ts'
import type { BendFigure, SingleBend } from './bend-figure.ts'
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { sheetConvention } from './setback.ts'
import type { LengthConvention } from './setback.ts'
import { radians } from './units.ts'

/**
 * BA = π/180·α·(r + K·t), OSSB = (r + t)·tan(α/2), BD = 2·OSSB − BA; mm. The neutral line lies within the sheet: K is 0 to 1.
 * Above 90° the setback is r + t unless the mould line is asked for, which has no value at 180°.
 */
export function kFactorFigure(
  bend: SingleBend,
  kFactor: number,
  convention: LengthConvention = sheetConvention(bend.turnDeg),
): Outcome<BendFigure> {
  const sound = soundBend(bend, convention)
  if (!sound.ok) return sound
  if (!Number.isFinite(kFactor)) return refuse('kFactor', 'not_a_number', 'the K-factor is no number')
  if (kFactor < 0 || kFactor > 1) return refuse('kFactor', 'out_of_range', `K is ${kFactor}, it must be 0 to 1`)
  const allowance = radians(bend.turnDeg) * (bend.insideRadiusMm + kFactor * bend.thicknessMm)
  return good(figureOfAllowance(bend, allowance, convention))
}
