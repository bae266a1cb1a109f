// The figure of every bend of a profile, by the sheet's method; hems go by the hem table whatever the method. Pure.
import { figureOfDeduction } from './bend-figure.ts'
import type { BendFigure } from './bend-figure.ts'
import { hemTableRow, tableFigure } from './allowance-tables.ts'
import type { AllowanceTables } from './allowance-tables.ts'
import { dinFigure } from './din-6935.ts'
import { kFactorFigure } from './k-factor.ts'
import { good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Bend, BendProfile } from './profile.ts'
import { foldRadius } from './setback.ts'
import type { Mm } from './units.ts'

export interface MaterialProfile extends BendProfile {
  readonly material: string
}

export type UnfoldingMethod =
  | { readonly kind: 'din6935' }
  | { readonly kind: 'k'; readonly kFactor: number }
  | { readonly kind: 'table'; readonly vMm: Mm | null }

export interface UnfoldingBy {
  readonly method: UnfoldingMethod
  readonly tables: AllowanceTables
}

/** One figure a bend, of a profile known to be sound. A refusal names the bend, or the sheet's K. */
export function bendFigures(profile: MaterialProfile, by: UnfoldingBy): Outcome<BendFigure[]> {
  const figures: BendFigure[] = []
  for (const [index, bend] of profile.bends.entries()) {
    const figure = bend.hem === null ? plainFigure(bend, profile, by.method, by.tables) : hemFigure(bend, profile, by)
    if (!figure.ok) {
      const { field, code, message } = figure.refusal
      if (field === 'kFactor') return refuse('unfolding.kFactor', code, message)
      return refuse(`profile.bends[${index}]`, code, `bend ${index + 1}: ${message}`)
    }
    figures.push(figure.value)
  }
  return good(figures)
}

function hemFigure(bend: Bend, { thicknessMm }: MaterialProfile, { tables }: UnfoldingBy): Outcome<BendFigure> {
  const { gapMm, insideRadiusMm } = bend
  const row = hemTableRow({ kind: bend.hem ?? '', thicknessMm, gapMm, insideRadiusMm }, tables.hems)
  if (!row.ok) return row
  const asFolded = { turnDeg: 180, insideRadiusMm: foldRadius(bend), thicknessMm }
  return good(figureOfDeduction(asFolded, 0 - row.value.allowanceMm, row.value.convention))
}

function plainFigure(
  { angleDeg, insideRadiusMm }: Bend,
  { thicknessMm, material }: MaterialProfile,
  method: UnfoldingMethod,
  tables: AllowanceTables,
): Outcome<BendFigure> {
  const bend = { turnDeg: Math.abs(angleDeg), insideRadiusMm, thicknessMm }
  switch (method.kind) {
    case 'din6935':
      return dinFigure(bend)
    case 'k':
      return kFactorFigure(bend, method.kFactor)
    case 'table':
      return tableFigure({ ...bend, material, vMm: method.vMm }, tables.bends)
  }
}
