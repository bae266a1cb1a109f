// How much of the plate one bend takes: as an allowance, the length that bends, and as a deduction from two outer lengths. Pure.
// A deduction means something only beside the point its lengths run to, so the figure carries its convention as data.
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { outsideSetback, sheetConvention } from './setback.ts'
import type { LengthConvention } from './setback.ts'
import type { Deg, Mm } from './units.ts'

/** One bend alone. The turn is taken as positive, above 0 to 180; the radius from 0; the thickness above 0. */
export interface SingleBend {
  readonly turnDeg: Deg
  readonly insideRadiusMm: Mm
  readonly thicknessMm: Mm
}

export interface BendFigure {
  /** The developed length of the bend itself; the same in either convention. */
  readonly allowanceMm: Mm
  /** What is taken from the two outer lengths; negative where the bend adds. 2 × setback − allowance. */
  readonly deductionMm: Mm
  readonly setbackMm: Mm
  readonly convention: LengthConvention
}

/** Refuses a bend that cannot be, and a mould line at 180°, where there is none. */
export function soundBend(bend: SingleBend, convention: LengthConvention): Outcome<SingleBend> {
  for (const key of ['turnDeg', 'insideRadiusMm', 'thicknessMm'] as const) {
    if (!Number.isFinite(bend[key])) return refuse(key, 'not_a_number', `${key} is no number`)
  }
  if (bend.thicknessMm <= 0) return refuse('thicknessMm', 'not_positive', 'the thickness must be above 0')
  if (bend.insideRadiusMm < 0) return refuse('insideRadiusMm', 'out_of_range', 'the inside radius is below 0')
  if (bend.turnDeg <= 0 || bend.turnDeg > 180) {
    return refuse('turnDeg', 'out_of_range', `the bend turns ${bend.turnDeg}°, it must be above 0 and at most 180`)
  }
  if (convention === 'mould_line' && bend.turnDeg === 180) {
    return refuse('turnDeg', 'out_of_range', 'a bend of 180° has no mould line: its lengths run to the outer tangent')
  }
  return good(bend)
}

/** From the length that bends. */
export function figureOfAllowance(
  bend: SingleBend,
  allowanceMm: Mm,
  convention: LengthConvention = sheetConvention(bend.turnDeg),
): BendFigure {
  const setbackMm = outsideSetback(bend.turnDeg, bend.insideRadiusMm, bend.thicknessMm, convention)
  return { allowanceMm, deductionMm: 2 * setbackMm - allowanceMm, setbackMm, convention }
}

/** From a deduction in one convention to the figure in the sheet's own. */
export function figureOfDeduction(bend: SingleBend, deductionMm: Mm, convention: LengthConvention): BendFigure {
  const setbackMm = outsideSetback(bend.turnDeg, bend.insideRadiusMm, bend.thicknessMm, convention)
  if (convention === sheetConvention(bend.turnDeg)) {
    return { allowanceMm: 2 * setbackMm - deductionMm, deductionMm, setbackMm, convention }
  }
  return figureOfAllowance(bend, 2 * setbackMm - deductionMm)
}
