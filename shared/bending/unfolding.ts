// The developed plate of a profile: its width, what stays flat, where each bend's middle lies; at each end where it is tapered.
// Pure: mm from the free edge of the first flange.
import { bendFigures } from './bend-deductions.ts'
import type { MaterialProfile, UnfoldingBy } from './bend-deductions.ts'
import type { BendFigure } from './bend-figure.ts'
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { flangeLength, isTapered, soundProfile } from './profile.ts'
import type { BendProfile, PieceEnd } from './profile.ts'
import { straightLengths } from './straight-lengths.ts'
import type { Mm } from './units.ts'

/** A sheet has 1 to this many bends. */
export const mostBends = 14

export interface DevelopedWidth {
  readonly widthMm: Mm
  readonly bendMiddlesMm: readonly Mm[]
}

export interface UnfoldedEnd extends DevelopedWidth {
  /** What lies flat of each flange. */
  readonly flatLengthsMm: readonly Mm[]
}

export interface UnfoldedProfile {
  /** The wider end's. */
  readonly widthMm: Mm
  readonly start: UnfoldedEnd
  /** The far end of a tapered piece, else null. */
  readonly end: UnfoldedEnd | null
  readonly figures: readonly BendFigure[]
}

/**
 * L = Σ outer lengths − Σ deductions. A bend is symmetrical about its middle, which lies at the outer lengths before it less the
 * deductions of the bends before it and half its own. Refuses an unsound profile, 0 or over 14 bends, a flange shorter than its
 * own bends, and a bend that the method or its table has no figure for.
 */
export function unfold(profile: MaterialProfile, by: UnfoldingBy): Outcome<UnfoldedProfile> {
  const sound = soundForUnfolding(profile)
  if (!sound.ok) return sound
  const figures = bendFigures(profile, by)
  if (!figures.ok) return figures
  const start = unfoldEnd(profile, figures.value, 'start')
  if (!start.ok) return start
  if (!isTapered(profile)) {
    return good({ widthMm: start.value.widthMm, start: start.value, end: null, figures: figures.value })
  }
  const end = unfoldEnd(profile, figures.value, 'end')
  if (!end.ok) return end
  const widthMm = Math.max(start.value.widthMm, end.value.widthMm)
  return good({ widthMm, start: start.value, end: end.value, figures: figures.value })
}

/** A sound profile with 1 to 14 bends. */
export function soundForUnfolding<P extends BendProfile>(profile: P): Outcome<P> {
  const count = profile.bends.length
  if (count === 0) return refuse('profile.bends', 'wrong_count', 'the profile has 0 bends: there is nothing to bend')
  if (count > mostBends) {
    return refuse(
      'profile.bends',
      'wrong_count',
      `the profile has ${count} bends, at most ${mostBends} can be unfolded`,
    )
  }
  return soundProfile(profile)
}

function unfoldEnd(profile: MaterialProfile, figures: readonly BendFigure[], at: PieceEnd): Outcome<UnfoldedEnd> {
  const flat = straightLengths(profile, at)
  if (!flat.ok) return flat
  const outer = profile.flanges.map((flange) => flangeLength(flange, at))
  const deductions = figures.map((figure) => figure.deductionMm)
  return good({ ...developedWidth(outer, deductions), flatLengthsMm: flat.value })
}

/** Width and bend middles of outer lengths with one deduction fewer. */
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
