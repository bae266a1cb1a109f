// Looks up a bend deduction or a hem allowance in the workshop's own tables. Nothing is interpolated or guessed: a figure that the
// table does not have is refused. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { figureOfDeduction } from './bend-figure.ts'
import type { BendFigure, SingleBend } from './bend-figure.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import type { LengthConvention } from '../profile/index.ts'
import type { Deg, Mm } from '../units.ts'

/** One measured deduction, in the convention in which it was measured. */
export interface BendTableRow {
  readonly material: string
  readonly thicknessMm: Mm
  readonly vMm: Mm
  readonly insideRadiusMm: Mm
  readonly turnDeg: Deg
  readonly deductionMm: Mm
  readonly convention: LengthConvention
}

/** What a hem adds to its two outer lengths; negative where the hem needs less length than its outer lengths. */
export interface HemTableRow {
  readonly kind: 'closed' | 'open' | 'teardrop'
  readonly thicknessMm: Mm
  readonly gapMm: Mm
  readonly insideRadiusMm: Mm
  readonly allowanceMm: Mm
  readonly convention: 'outer_tangent'
}

export interface AllowanceTables {
  readonly bends: readonly BendTableRow[]
  readonly hems: readonly HemTableRow[]
}

export const noTables: AllowanceTables = { bends: [], hems: [] }

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6

export interface TableBend extends SingleBend {
  readonly material: string
  /** Null where the V is not known: then the table's rows for every V must agree. */
  readonly vMm: Mm | null
}

/**
 * The table's figure, converted to the sheet's convention. Refuses a bend without a row (`out_of_range`), and a bend whose rows have
 * different figures (`contradicts`).
 */
export function tableFigure(bend: TableBend, rows: readonly BendTableRow[]): Result<BendFigure, Refusal> {
  const matches = rows.filter(
    (row) =>
      row.material === bend.material &&
      isSame(row.thicknessMm, bend.thicknessMm) &&
      isSame(row.insideRadiusMm, bend.insideRadiusMm) &&
      isSame(row.turnDeg, bend.turnDeg) &&
      (bend.vMm === null || isSame(row.vMm, bend.vMm)),
  )
  const bendName = `${bend.material} ${bend.thicknessMm} mm, inside radius ${bend.insideRadiusMm} mm, turn ${bend.turnDeg}°`
  const [first] = matches
  if (first === undefined) return refuse('deductionMm', 'out_of_range', `the bend table has no figure for ${bendName}`)
  if (matches.some((row) => row.deductionMm !== first.deductionMm || row.convention !== first.convention)) {
    return refuse('vMm', 'contradicts', `the bend table has several figures for ${bendName}: it depends on the V`)
  }
  return ok(figureOfDeduction(bend, first.deductionMm, first.convention))
}

export interface TableHem {
  readonly kind: string
  readonly thicknessMm: Mm
  readonly gapMm: Mm
  readonly insideRadiusMm: Mm
}

/**
 * The row of a hem. A teardrop is bent about its radius, so its radius must match; the other hems are bent about half their gap. If rows
 * differ only in that unused radius, the first counts. Refuses a hem without a row (`out_of_range`).
 */
export function hemTableRow(hem: TableHem, rows: readonly HemTableRow[]): Result<HemTableRow, Refusal> {
  const match = rows.find(
    (row) =>
      row.kind === hem.kind &&
      isSame(row.thicknessMm, hem.thicknessMm) &&
      isSame(row.gapMm, hem.gapMm) &&
      (row.kind !== 'teardrop' || isSame(row.insideRadiusMm, hem.insideRadiusMm)),
  )
  if (match !== undefined) return ok(match)
  return refuse(
    'allowanceMm',
    'out_of_range',
    `the hem table has no figure for a hem "${hem.kind}" of ${hem.thicknessMm} mm, gap ${hem.gapMm} mm, radius ${hem.insideRadiusMm} mm`,
  )
}
