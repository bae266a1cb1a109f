// Why a flat pattern differs from ours: computes the figures of each common mistake, and names the mistake that gives the service's
// figures. Pure. Units: mm.
import type {
  AllowanceTables,
  MaterialProfile,
  DeductionRules,
  FlatPatternMethod,
  BendFigure,
} from '../allowance/index.ts'
import { bendFigures, dinK } from '../allowance/index.ts'
import { flangeLength, turnDegOf, bendSetback, outsideSetback, sheetConvention } from '../profile/index.ts'
import type { Bend, PieceEnd } from '../profile/index.ts'
import { developedWidth } from './flat-pattern.ts'
import { radians } from '../units.ts'
import type { Mm } from '../units.ts'

export type LikelyCause =
  | { readonly kind: 'other_k'; readonly kFactor: number }
  /** DIN's k used as the K of the K-factor formula: twice the true offset of the neutral line. */
  | { readonly kind: 'din_k_doubled' }
  | { readonly kind: 'inside_dimensions' }
  /** Lengths next to a bend of more than 90° measured to the mould line instead of the outer tangent. */
  | { readonly kind: 'mould_line_above_90' }
  | { readonly kind: 'other_hem'; readonly bend: number; readonly hem: string; readonly gapMm: Mm }
  | { readonly kind: 'other_method'; readonly method: 'din6935' | 'table' }
  /** Everything else agrees; positive is away from x = 0. */
  | { readonly kind: 'bend_moved'; readonly bend: number; readonly byMm: Mm }
  | { readonly kind: 'unknown' }

export interface StatedEnd {
  readonly end: PieceEnd
  readonly bendMiddlesMm: readonly Mm[]
}

export interface StatedFlatPattern {
  readonly profile: MaterialProfile
  /** The wider end's. */
  readonly widthMm: Mm
  readonly ends: readonly StatedEnd[]
}

/** A mistake explains a flat pattern when every figure agrees within this: the error of rounding to a tenth, and a margin. */
const explainedWithinMm = 0.06

/** If two mistakes differ by less than this, the first is named: it is the more common one. */
const noBetterByMm = 0.01

interface Suspect {
  readonly cause: LikelyCause
  readonly deductionsMm: readonly Mm[]
}

/** The mistake that is nearest to the service's figures, or 'unknown' where none explains them. */
export function likelyCause(
  stated: StatedFlatPattern,
  figures: readonly BendFigure[],
  by: DeductionRules,
  toleranceMm: Mm,
): LikelyCause {
  const ours = figures.map((figure) => figure.deductionMm)
  const moved = movedBend(stated, ours, toleranceMm)
  if (moved !== null) return moved
  let nearest: { cause: LikelyCause; offMm: Mm } | null = null
  for (const { cause, deductionsMm } of suspects(stated, ours, by)) {
    const off = Math.max(...misses(stated, deductionsMm).map(Math.abs))
    if (off <= explainedWithinMm && (nearest === null || off < nearest.offMm - noBetterByMm)) {
      nearest = { cause, offMm: off }
    }
  }
  return nearest?.cause ?? { kind: 'unknown' }
}

/** The service's figures minus those of these deductions: the width, then every bend at each end. */
function misses({ profile, widthMm, ends }: StatedFlatPattern, deductionsMm: readonly Mm[]): Mm[] {
  const developed = (end: PieceEnd) =>
    developedWidth(
      profile.flanges.map((flange) => flangeLength(flange, end)),
      deductionsMm,
    )
  const width = Math.max(developed('start').widthMm, developed('end').widthMm)
  return [
    widthMm - width,
    ...ends.flatMap(({ end, bendMiddlesMm }) => {
      const middlesMm = developed(end).bendMiddlesMm
      return bendMiddlesMm.map((middle, bend) => middle - (middlesMm[bend] ?? 0))
    }),
  ]
}

function movedBend(stated: StatedFlatPattern, ours: readonly Mm[], toleranceMm: Mm): LikelyCause | null {
  const [width = 0, ...middles] = misses(stated, ours)
  if (Math.abs(width) > explainedWithinMm) return null
  const count = stated.profile.bends.length
  const off = middles.flatMap((missMm, index) =>
    Math.abs(missMm) > explainedWithinMm ? [{ bend: index % count, missMm }] : [],
  )
  const [first] = off
  if (first === undefined || off.some(({ bend }) => bend !== first.bend)) return null
  const byMm = off.reduce((most, { missMm }) => (Math.abs(missMm) > Math.abs(most) ? missMm : most), 0)
  return Math.abs(byMm) > toleranceMm ? { kind: 'bend_moved', bend: first.bend, byMm } : null
}

function* suspects(stated: StatedFlatPattern, ours: readonly Mm[], by: DeductionRules): Generator<Suspect> {
  const { profile } = stated
  const { thicknessMm: thickness, bends } = profile
  const plain = (deduction: (bend: Bend, deductionMm: Mm) => Mm): Mm[] =>
    bends.map((bend, index) => {
      const deductionMm = ours[index] ?? 0
      return bend.hem === null ? deduction(bend, deductionMm) : deductionMm
    })

  const doubled = (bend: Bend): Mm => byK(bend, thickness, dinK(bend.insideRadiusMm, thickness))
  yield { cause: { kind: 'din_k_doubled' }, deductionsMm: plain(doubled) }
  yield {
    cause: { kind: 'din_k_doubled' },
    deductionsMm: plain((bend, deductionMm) => (turnDegOf(bend) < 15 ? deductionMm : doubled(bend))),
  }
  yield {
    cause: { kind: 'inside_dimensions' },
    deductionsMm: plain((bend, deductionMm) => deductionMm - insideToOutside(bend, thickness)),
  }
  yield {
    cause: { kind: 'mould_line_above_90' },
    deductionsMm: plain((bend, deductionMm) => deductionMm + tangentToMould(bend, thickness)),
  }
  yield* otherHems(profile, ours, by.tables)
  yield* otherMethods(profile, by)
  const kFactor = fittingK(stated, plain)
  if (kFactor !== null && kFactor >= 0 && kFactor <= 1) {
    yield { cause: { kind: 'other_k', kFactor }, deductionsMm: plain((bend) => byK(bend, thickness, kFactor)) }
  }
}

const byK = (bend: Bend, thickness: Mm, kFactor: number): Mm =>
  2 * bendSetback(bend, thickness) - radians(turnDegOf(bend)) * (bend.insideRadiusMm + kFactor * thickness)

/** The difference between two outer lengths and the two inside lengths. */
function insideToOutside(bend: Bend, thickness: Mm): Mm {
  const turnDeg = turnDegOf(bend)
  return 2 * outsideSetback(turnDeg, 0, thickness, sheetConvention(turnDeg))
}

/** The difference between two lengths to the mould line and the two to the tangent; 180° has no mould line. */
function tangentToMould(bend: Bend, thickness: Mm): Mm {
  const turnDeg = turnDegOf(bend)
  if (turnDeg <= 90 || turnDeg === 180) return 0
  return 2 * (outsideSetback(turnDeg, bend.insideRadiusMm, thickness, 'mould_line') - bendSetback(bend, thickness))
}

function* otherHems(profile: MaterialProfile, ours: readonly Mm[], tables: AllowanceTables): Generator<Suspect> {
  for (const [index, bend] of profile.bends.entries()) {
    if (bend.hem === null) continue
    for (const row of tables.hems) {
      if (Math.abs(row.thicknessMm - profile.thicknessMm) > 1e-6) continue
      const deductionsMm = ours.map((deductionMm, ownIndex) => (ownIndex === index ? -row.allowanceMm : deductionMm))
      yield { cause: { kind: 'other_hem', bend: index, hem: row.kind, gapMm: row.gapMm }, deductionsMm }
    }
  }
}

function* otherMethods(profile: MaterialProfile, { method, tables }: DeductionRules): Generator<Suspect> {
  const others: FlatPatternMethod[] = [{ kind: 'din6935' }, { kind: 'table', vMm: null }]
  for (const other of others) {
    if (other.kind === 'k' || other.kind === method.kind) continue
    const figures = bendFigures(profile, { method: other, tables })
    if (!figures.ok) continue
    yield {
      cause: { kind: 'other_method', method: other.kind },
      deductionsMm: figures.value.map((figure) => figure.deductionMm),
    }
  }
}

/** Every figure is linear in K, so K is found by least squares; null where no bend depends on K. */
function fittingK(stated: StatedFlatPattern, plain: (deduction: (bend: Bend) => Mm) => Mm[]): number | null {
  const thickness = stated.profile.thicknessMm
  const atNone = misses(
    stated,
    plain((bend) => byK(bend, thickness, 0)),
  )
  const atOne = misses(
    stated,
    plain((bend) => byK(bend, thickness, 1)),
  )
  let squares = 0
  let products = 0
  for (const [index, none] of atNone.entries()) {
    const slope = none - (atOne[index] ?? none)
    squares += slope * slope
    products += slope * none
  }
  return squares === 0 ? null : products / squares
}
