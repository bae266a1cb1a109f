// The bend allowance by K-factor: the neutral line lies K thicknesses from the inside of the bend. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { figureOfAllowance, validateBend } from './bend-figure.ts'
import type { BendFigure, SingleBend } from './bend-figure.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import { sheetConvention } from '../profile/index.ts'
import type { LengthConvention } from '../profile/index.ts'
import { radians } from '../units.ts'

/**
 * BA = π/180·α·(r + K·t), OSSB = (r + t)·tan(α/2), BD = 2·OSSB − BA; mm. The neutral line is inside the sheet, so K is 0 to 1.
 * Above 90° the setback is r + t, unless the convention is the mould line, which is undefined at 180°.
 */
export function kFactorFigure(
  bend: SingleBend,
  kFactor: number,
  convention: LengthConvention = sheetConvention(bend.turnDeg),
): Result<BendFigure, Refusal> {
  const sound = validateBend(bend, convention)
  if (!sound.ok) return sound
  if (!Number.isFinite(kFactor)) return refuse('kFactor', 'not_a_number', 'the K-factor is not a number')
  if (kFactor < 0 || kFactor > 1) return refuse('kFactor', 'out_of_range', `K is ${kFactor}, it must be 0 to 1`)
  const allowance = radians(bend.turnDeg) * (bend.insideRadiusMm + kFactor * bend.thicknessMm)
  return ok(figureOfAllowance(bend, allowance, convention))
}
