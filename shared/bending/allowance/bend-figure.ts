// The bend allowance and the bend deduction of one bend. A deduction depends on the point to which its outer lengths are measured, so
// the figure carries its convention. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import { outsideSetback, sheetConvention } from '../profile/index.ts'
import type { LengthConvention } from '../profile/index.ts'
import type { Deg, Mm } from '../units.ts'

/** One bend. The turn is above 0 and at most 180, the radius 0 or more, the thickness above 0. */
export interface SingleBend {
  readonly turnDeg: Deg
  readonly insideRadiusMm: Mm
  readonly thicknessMm: Mm
}

export interface BendFigure {
  /** The developed length of the bend itself; the same in either convention. */
  readonly allowanceMm: Mm
  /** Subtracted from the two outer lengths; negative where the bend adds. 2 × setback − allowance. */
  readonly deductionMm: Mm
  readonly setbackMm: Mm
  readonly convention: LengthConvention
}

/** Refuses an impossible bend, and the mould line at 180°, where there is none. */
export function validateBend(bend: SingleBend, convention: LengthConvention): Result<SingleBend, Refusal> {
  for (const key of ['turnDeg', 'insideRadiusMm', 'thicknessMm'] as const) {
    if (!Number.isFinite(bend[key])) return refuse(key, 'not_a_number', `${key} is not a number`)
  }
  if (bend.thicknessMm <= 0) return refuse('thicknessMm', 'not_positive', 'the thickness must be above 0')
  if (bend.insideRadiusMm < 0) return refuse('insideRadiusMm', 'out_of_range', 'the inside radius is below 0')
  if (bend.turnDeg <= 0 || bend.turnDeg > 180) {
    return refuse('turnDeg', 'out_of_range', `the bend turns ${bend.turnDeg}°, it must be above 0 and at most 180`)
  }
  if (convention === 'mould_line' && bend.turnDeg === 180) {
    return refuse(
      'turnDeg',
      'out_of_range',
      'a bend that turns 180° has no mould line: its lengths run to the outer tangent',
    )
  }
  return ok(bend)
}

/** The figure of a bend allowance. */
export function figureOfAllowance(
  bend: SingleBend,
  allowanceMm: Mm,
  convention: LengthConvention = sheetConvention(bend.turnDeg),
): BendFigure {
  const setbackMm = outsideSetback(bend.turnDeg, bend.insideRadiusMm, bend.thicknessMm, convention)
  return { allowanceMm, deductionMm: 2 * setbackMm - allowanceMm, setbackMm, convention }
}

/** The figure of a deduction, converted to the sheet's own convention. */
export function figureOfDeduction(bend: SingleBend, deductionMm: Mm, convention: LengthConvention): BendFigure {
  const setbackMm = outsideSetback(bend.turnDeg, bend.insideRadiusMm, bend.thicknessMm, convention)
  if (convention === sheetConvention(bend.turnDeg)) {
    return { allowanceMm: 2 * setbackMm - deductionMm, deductionMm, setbackMm, convention }
  }
  return figureOfAllowance(bend, 2 * setbackMm - deductionMm)
}
