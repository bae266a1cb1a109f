// The check of a sheet: its unfolding worked out here and held against the service's, with every difference and what explains
// them. Pure: mm and degrees.
import type { AllowanceTables } from './allowance-tables.ts'
import type { MaterialProfile, UnfoldingMethod } from './bend-deductions.ts'
import { soundBendLines } from './bend-lines.ts'
import type { StatedLines } from './bend-lines.ts'
import { likelyCause } from './likely-cause.ts'
import type { LikelyCause, StatedEnd } from './likely-cause.ts'
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { isTapered } from './profile.ts'
import type { PieceEnd } from './profile.ts'
import { soundSection } from './section-crossing.ts'
import { unfold } from './unfolding.ts'
import type { UnfoldedProfile } from './unfolding.ts'
import type { Mm } from './units.ts'

export interface CheckedSheet {
  readonly profile: MaterialProfile
  readonly unfolding: StatedLines & {
    /** 'din6935', 'k' or 'table'. */
    readonly method: string
    readonly kFactor: number | null
  }
}

export interface UnfoldingDifference {
  /** The width, or the middle of a bend counted from 0. */
  readonly of: { readonly kind: 'width' } | { readonly kind: 'bend'; readonly bend: number }
  readonly end: PieceEnd
  readonly serviceMm: Mm
  readonly oursMm: Mm
}

export interface UnfoldingCheck {
  readonly differences: readonly UnfoldingDifference[]
  /** What explains all of them together; null where there is no difference. */
  readonly cause: LikelyCause | null
}

export const usualToleranceMm: Mm = 0.3

/**
 * Differences of more than `toleranceMm` (0.3 unless told), width first. Refuses a profile that cannot be unfolded or runs through itself, a method
 * that is not known or has no figure for the sheet, and bend lines that contradict the profile: then nothing can be compared.
 */
export function checkUnfolding(
  sheet: CheckedSheet,
  { toleranceMm = usualToleranceMm, tables }: { toleranceMm?: Mm; tables: AllowanceTables },
): Outcome<UnfoldingCheck> {
  if (!Number.isFinite(toleranceMm) || toleranceMm < 0) {
    return refuse('toleranceMm', 'out_of_range', `the tolerance is ${toleranceMm}, it must be 0 mm or more`)
  }
  const method = methodOf(sheet.unfolding)
  if (!method.ok) return method
  const by = { method: method.value, tables }
  const ours = unfold(sheet.profile, by)
  if (!ours.ok) return ours
  const possible = soundSection(sheet.profile)
  if (!possible.ok) return possible
  const stated = statedEnds(sheet)
  if (!stated.ok) return stated
  const differences = differencesOf(sheet.unfolding.widthMm, stated.value, ours.value).filter(
    ({ serviceMm, oursMm }) => Math.abs(serviceMm - oursMm) > toleranceMm + 1e-9,
  )
  if (differences.length === 0) return good({ differences, cause: null })
  const described = { profile: sheet.profile, widthMm: sheet.unfolding.widthMm, ends: stated.value }
  return good({ differences, cause: likelyCause(described, ours.value.figures, by, toleranceMm) })
}

function methodOf({ method, kFactor }: CheckedSheet['unfolding']): Outcome<UnfoldingMethod> {
  if (method === 'din6935') return good({ kind: 'din6935' })
  if (method === 'table') return good({ kind: 'table', vMm: null })
  if (method !== 'k') {
    return refuse('unfolding.method', 'unknown_value', `the unfolding is worked out by the unknown method "${method}"`)
  }
  if (kFactor === null) return refuse('unfolding.kFactor', 'contradicts', 'worked out by K-factor, but no K is given')
  return good({ kind: 'k', kFactor })
}

function statedEnds({ profile, unfolding }: CheckedSheet): Outcome<StatedEnd[]> {
  const lines = soundBendLines(profile, unfolding)
  if (!lines.ok) return lines
  const start: StatedEnd = { end: 'start', bendMiddlesMm: lines.value.map(({ positionMm }) => positionMm) }
  if (!isTapered(profile)) return good([start])
  const end = lines.value.map(({ positionMm, endPositionMm }) => endPositionMm ?? positionMm)
  return good([start, { end: 'end', bendMiddlesMm: end }])
}

function differencesOf(widthMm: Mm, stated: readonly StatedEnd[], ours: UnfoldedProfile): UnfoldingDifference[] {
  const wider = ours.end !== null && ours.end.widthMm > ours.start.widthMm ? 'end' : 'start'
  return [
    { of: { kind: 'width' }, end: wider, serviceMm: widthMm, oursMm: ours.widthMm },
    ...stated.flatMap(({ end, bendMiddlesMm }) => {
      const own = end === 'end' ? (ours.end ?? ours.start) : ours.start
      return own.bendMiddlesMm.map((oursMm, bend): UnfoldingDifference => {
        const serviceMm = bendMiddlesMm[bend] ?? Number.NaN
        return { of: { kind: 'bend', bend }, end, serviceMm, oursMm }
      })
    }),
  ]
}
