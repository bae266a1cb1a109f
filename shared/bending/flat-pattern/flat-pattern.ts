// The flat pattern of a profile: developed width, flat lengths and the middle of each bend, at both ends of a tapered piece. Pure: mm
// from the free edge of the first flange.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { bendFigures } from '../allowance/index.ts'
import type { MaterialProfile, DeductionRules, BendFigure } from '../allowance/index.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import { flangeLength, isTapered, validateProfile, straightLengths } from '../profile/index.ts'
import type { BendProfile, PieceEnd } from '../profile/index.ts'
import type { Mm } from '../units.ts'

/** The most bends of a sheet; the fewest is 1. */
export const maxBends = 14

export interface DevelopedWidth {
  readonly widthMm: Mm
  readonly bendMiddlesMm: readonly Mm[]
}

interface FlatPatternEnd extends DevelopedWidth {
  /** The flat part of each flange. */
  readonly flatLengthsMm: readonly Mm[]
}

export interface FlatPattern {
  /** The width of the wider end. */
  readonly widthMm: Mm
  readonly start: FlatPatternEnd
  /** The far end of a tapered piece, else null. */
  readonly end: FlatPatternEnd | null
  readonly figures: readonly BendFigure[]
}

/**
 * L = Σ outer lengths − Σ deductions. The middle of a bend is the sum of the outer lengths before it, less the deductions of
 * the bends before it and half its own. Refuses an invalid profile, 0 or more than 14 bends, a flange shorter than its bends, and a bend
 * for which the method or its table has no figure.
 */
export function flatPatternOf(profile: MaterialProfile, by: DeductionRules): Result<FlatPattern, Refusal> {
  const sound = validateForFlatPattern(profile)
  if (!sound.ok) return sound
  const figures = bendFigures(profile, by)
  if (!figures.ok) return figures
  const start = flatPatternEnd(profile, figures.value, 'start')
  if (!start.ok) return start
  if (!isTapered(profile)) {
    return ok({ widthMm: start.value.widthMm, start: start.value, end: null, figures: figures.value })
  }
  const end = flatPatternEnd(profile, figures.value, 'end')
  if (!end.ok) return end
  const widthMm = Math.max(start.value.widthMm, end.value.widthMm)
  return ok({ widthMm, start: start.value, end: end.value, figures: figures.value })
}

/** The profile, if it is valid and has 1 to 14 bends. */
export function validateForFlatPattern<P extends BendProfile>(profile: P): Result<P, Refusal> {
  const count = profile.bends.length
  if (count === 0) return refuse('profile.bends', 'wrong_count', 'the profile has 0 bends: there is nothing to bend')
  if (count > maxBends) {
    return refuse('profile.bends', 'wrong_count', `the profile has ${count} bends, at most ${maxBends} are possible`)
  }
  return validateProfile(profile)
}

function flatPatternEnd(
  profile: MaterialProfile,
  figures: readonly BendFigure[],
  end: PieceEnd,
): Result<FlatPatternEnd, Refusal> {
  const flat = straightLengths(profile, end)
  if (!flat.ok) return flat
  const outer = profile.flanges.map((flange) => flangeLength(flange, end))
  const deductions = figures.map((figure) => figure.deductionMm)
  return ok({ ...developedWidth(outer, deductions), flatLengthsMm: flat.value })
}

/** Width and bend middles, from the outer lengths and the deductions between them. */
export function developedWidth(outerMm: readonly Mm[], deductionsMm: readonly Mm[]): DevelopedWidth {
  const bendMiddlesMm: Mm[] = []
  let run = 0
  for (const [index, length] of outerMm.entries()) {
    run += length
    const deduction = deductionsMm[index]
    if (deduction === undefined) break
    bendMiddlesMm.push(run - deduction / 2)
    run -= deduction
  }
  return { widthMm: run, bendMiddlesMm }
}
