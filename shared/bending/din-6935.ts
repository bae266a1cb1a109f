// The bend deduction by DIN 6935, in the sheet's own convention: mould line up to 90° of turn, outer tangent above. Pure.
import { figureOfAllowance, figureOfDeduction, soundBend } from './bend-figure.ts'
import type { BendFigure, SingleBend } from './bend-figure.ts'
import { good } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { sheetConvention } from './setback.ts'
import { radians } from './units.ts'
import type { Mm } from './units.ts'

/** Below this turn (an opening angle above 165°) the standard deducts nothing. */
const leastTurnDeg = 15

/**
 * The standard's k = 0.65 + 0.5·log10(r/s), 1 above r/s = 5. Held in 0…1: the logarithm turns k negative below r/s 0.0501 and
 * has no value at r = 0. Half of it is the K of the K-factor formula.
 */
export function dinK(insideRadiusMm: Mm, thicknessMm: Mm): number {
  if (insideRadiusMm === 0) return 0
  const ratio = insideRadiusMm / thicknessMm
  return ratio > 5 ? 1 : Math.min(1, Math.max(0, 0.65 + 0.5 * Math.log10(ratio)))
}

/**
 * v in mm: 2(r+s)·tan(α/2), or 2(r+s) above 90° of turn, less π/180·α·(r + s·k/2). v is 0 below 15° of turn: the step there,
 * of 0.1 to 0.9 mm, is the standard's own. `k` is given where a published figure rounds it.
 */
export function dinFigure(bend: SingleBend, k = dinK(bend.insideRadiusMm, bend.thicknessMm)): Outcome<BendFigure> {
  const convention = sheetConvention(bend.turnDeg)
  const sound = soundBend(bend, convention)
  if (!sound.ok) return sound
  if (bend.turnDeg < leastTurnDeg) return good(figureOfDeduction(bend, 0, convention))
  return good(
    figureOfAllowance(bend, radians(bend.turnDeg) * (bend.insideRadiusMm + (bend.thicknessMm * k) / 2), convention),
  )
}
