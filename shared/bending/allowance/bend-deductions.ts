// The allowance and deduction of every bend of a profile, by the sheet's method. A hem always uses the hem table. Pure.
import { negated } from '../../base/negated.ts'
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { figureOfDeduction } from './bend-figure.ts'
import type { BendFigure } from './bend-figure.ts'
import { hemTableRow, tableFigure } from './allowance-tables.ts'
import type { AllowanceTables } from './allowance-tables.ts'
import { dinFigure } from './din-6935.ts'
import { kFactorFigure } from './k-factor.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import type { Bend, BendProfile } from '../profile/index.ts'
import { foldRadius, turnDegOf } from '../profile/index.ts'
import type { Mm } from '../units.ts'

export interface MaterialProfile extends BendProfile {
  readonly material: string
}

export type FlatPatternMethod =
  | { readonly kind: 'din6935' }
  | { readonly kind: 'k'; readonly kFactor: number }
  | { readonly kind: 'table'; readonly vMm: Mm | null }

export interface DeductionRules {
  readonly method: FlatPatternMethod
  readonly tables: AllowanceTables
}

/** One figure for each bend of a valid profile. A refusal names the bend, or the sheet's K. */
export function bendFigures(profile: MaterialProfile, by: DeductionRules): Result<BendFigure[], Refusal> {
  const figures: BendFigure[] = []
  for (const [index, bend] of profile.bends.entries()) {
    const figure = bend.hem === null ? plainFigure(bend, profile, by.method, by.tables) : hemFigure(bend, profile, by)
    if (!figure.ok) {
      const { field, code, message } = figure.error
      if (field === 'kFactor') return refuse('unfolding.kFactor', code, message)
      return refuse(`profile.bends[${index}]`, code, `bend ${index + 1}: ${message}`)
    }
    figures.push(figure.value)
  }
  return ok(figures)
}

function hemFigure(
  bend: Bend,
  { thicknessMm }: MaterialProfile,
  { tables }: DeductionRules,
): Result<BendFigure, Refusal> {
  const { gapMm, insideRadiusMm } = bend
  const row = hemTableRow({ kind: bend.hem ?? '', thicknessMm, gapMm, insideRadiusMm }, tables.hems)
  if (!row.ok) return row
  const asFolded = { turnDeg: 180, insideRadiusMm: foldRadius(bend), thicknessMm }
  return ok(figureOfDeduction(asFolded, negated(row.value.allowanceMm), row.value.convention))
}

function plainFigure(
  bend: Bend,
  { thicknessMm, material }: MaterialProfile,
  method: FlatPatternMethod,
  tables: AllowanceTables,
): Result<BendFigure, Refusal> {
  const single = { turnDeg: turnDegOf(bend), insideRadiusMm: bend.insideRadiusMm, thicknessMm }
  switch (method.kind) {
    case 'din6935':
      return dinFigure(single)
    case 'k':
      return kFactorFigure(single, method.kFactor)
    case 'table':
      return tableFigure({ ...single, material, vMm: method.vMm }, tables.bends)
  }
}
