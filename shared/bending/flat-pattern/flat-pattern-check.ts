// Computes the flat pattern of a sheet, compares it with the service's, and names the likely cause of the differences. Pure: mm and
// degrees.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import type { AllowanceTables, MaterialProfile, FlatPatternMethod } from '../allowance/index.ts'
import { validateBendLines } from './bend-lines.ts'
import type { StatedLines } from './bend-lines.ts'
import { likelyCause } from './likely-cause.ts'
import type { LikelyCause, StatedEnd } from './likely-cause.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import { isTapered } from '../profile/index.ts'
import type { PieceEnd } from '../profile/index.ts'
import { validateSection } from '../section/index.ts'
import { flatPatternOf } from './flat-pattern.ts'
import type { FlatPattern } from './flat-pattern.ts'
import type { Mm } from '../units.ts'

export interface CheckedSheet {
  readonly profile: MaterialProfile
  readonly unfolding: StatedLines & {
    /** 'din6935', 'k' or 'table'. */
    readonly method: string
    readonly kFactor: number | null
  }
}

export interface FlatPatternDifference {
  /** The width, or the middle of a bend, counted from 0. */
  readonly of: { readonly kind: 'width' } | { readonly kind: 'bend'; readonly bend: number }
  readonly end: PieceEnd
  readonly serviceMm: Mm
  readonly oursMm: Mm
}

export interface FlatPatternCheck {
  readonly differences: readonly FlatPatternDifference[]
  /** Explains all differences together; null where there is none. */
  readonly cause: LikelyCause | null
}

export const usualToleranceMm: Mm = 0.3

/**
 * Differences of more than `toleranceMm` (default 0.3), the width first. Refuses a profile that has no flat pattern or runs through
 * itself, a method that is unknown or has no figure for the sheet, and bend lines that contradict the profile.
 */
export function checkFlatPattern(
  sheet: CheckedSheet,
  { toleranceMm = usualToleranceMm, tables }: { toleranceMm?: Mm; tables: AllowanceTables },
): Result<FlatPatternCheck, Refusal> {
  if (!Number.isFinite(toleranceMm) || toleranceMm < 0) {
    return refuse('toleranceMm', 'out_of_range', `the tolerance is ${toleranceMm}, it must be 0 mm or more`)
  }
  const method = methodOf(sheet.unfolding)
  if (!method.ok) return method
  const by = { method: method.value, tables }
  const ours = flatPatternOf(sheet.profile, by)
  if (!ours.ok) return ours
  const possible = validateSection(sheet.profile)
  if (!possible.ok) return possible
  const stated = statedEnds(sheet)
  if (!stated.ok) return stated
  const differences = differencesOf(sheet.unfolding.widthMm, stated.value, ours.value).filter(
    ({ serviceMm, oursMm }) => Math.abs(serviceMm - oursMm) > toleranceMm + 1e-9,
  )
  if (differences.length === 0) return ok({ differences, cause: null })
  const described = { profile: sheet.profile, widthMm: sheet.unfolding.widthMm, ends: stated.value }
  return ok({ differences, cause: likelyCause(described, ours.value.figures, by, toleranceMm) })
}

function methodOf({ method, kFactor }: CheckedSheet['unfolding']): Result<FlatPatternMethod, Refusal> {
  if (method === 'din6935') return ok({ kind: 'din6935' })
  if (method === 'table') return ok({ kind: 'table', vMm: null })
  if (method !== 'k') {
    return refuse('unfolding.method', 'unknown_value', `the flat pattern uses the unknown method "${method}"`)
  }
  if (kFactor === null) return refuse('unfolding.kFactor', 'contradicts', 'the method is K-factor, but no K is stated')
  return ok({ kind: 'k', kFactor })
}

function statedEnds({ profile, unfolding }: CheckedSheet): Result<StatedEnd[], Refusal> {
  const lines = validateBendLines(profile, unfolding)
  if (!lines.ok) return lines
  const start: StatedEnd = { end: 'start', bendMiddlesMm: lines.value.map(({ positionMm }) => positionMm) }
  if (!isTapered(profile)) return ok([start])
  const end = lines.value.map(({ positionMm, endPositionMm }) => endPositionMm ?? positionMm)
  return ok([start, { end: 'end', bendMiddlesMm: end }])
}

function differencesOf(widthMm: Mm, stated: readonly StatedEnd[], ours: FlatPattern): FlatPatternDifference[] {
  const wider = ours.end !== null && ours.end.widthMm > ours.start.widthMm ? 'end' : 'start'
  return [
    { of: { kind: 'width' }, end: wider, serviceMm: widthMm, oursMm: ours.widthMm },
    ...stated.flatMap(({ end, bendMiddlesMm }) => {
      const oursAtEnd = end === 'end' ? (ours.end ?? ours.start) : ours.start
      return oursAtEnd.bendMiddlesMm.map((oursMm, bend): FlatPatternDifference => {
        const serviceMm = bendMiddlesMm[bend] ?? Number.NaN
        return { of: { kind: 'bend', bend }, end, serviceMm, oursMm }
      })
    }),
  ]
}
