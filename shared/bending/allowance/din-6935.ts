// The bend deduction by DIN 6935, in the sheet's own convention: mould line up to 90° of turn, outer tangent above. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { figureOfAllowance, figureOfDeduction, validateBend } from './bend-figure.ts'
import type { BendFigure, SingleBend } from './bend-figure.ts'
import type { Refusal } from '../refusal.ts'
import { sheetConvention } from '../profile/index.ts'
import { radians } from '../units.ts'
import type { Mm } from '../units.ts'

/** Below this turn (an included angle above 165°) the standard deducts nothing. */
const minTurnDeg = 15

/**
 * The standard's k = 0.65 + 0.5·log10(r/s), 1 above r/s = 5. Limited to 0…1: the logarithm makes k negative below r/s 0.0501 and
 * is undefined at r = 0. Half of it is the K of the K-factor formula.
 */
export function dinK(insideRadiusMm: Mm, thicknessMm: Mm): number {
  if (insideRadiusMm === 0) return 0
  const ratio = insideRadiusMm / thicknessMm
  return ratio > 5 ? 1 : Math.min(1, Math.max(0, 0.65 + 0.5 * Math.log10(ratio)))
}

/**
 * v in mm: 2(r+s)·tan(α/2), or 2(r+s) above 90° of turn, less π/180·α·(r + s·k/2). v is 0 below 15° of turn: the step of 0.1 to
 * 0.9 mm there is part of the standard. `k`: for published figures that round it.
 */
export function dinFigure(
  bend: SingleBend,
  k = dinK(bend.insideRadiusMm, bend.thicknessMm),
): Result<BendFigure, Refusal> {
  const convention = sheetConvention(bend.turnDeg)
  const sound = validateBend(bend, convention)
  if (!sound.ok) return sound
  if (bend.turnDeg < minTurnDeg) return ok(figureOfDeduction(bend, 0, convention))
  return ok(
    figureOfAllowance(bend, radians(bend.turnDeg) * (bend.insideRadiusMm + (bend.thicknessMm * k) / 2), convention),
  )
}
