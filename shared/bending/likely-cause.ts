// Why an unfolding differs from ours: each mistake that people make is worked out anew, and the one that gives the service's own
// figures is named. Pure: mm.
import type { AllowanceTables } from './allowance-tables.ts'
import { bendFigures } from './bend-deductions.ts'
import type { MaterialProfile, UnfoldingBy, UnfoldingMethod } from './bend-deductions.ts'
import type { BendFigure } from './bend-figure.ts'
import { dinK } from './din-6935.ts'
import { flangeLength } from './profile.ts'
import type { Bend, PieceEnd } from './profile.ts'
import { bendSetback, outsideSetback, sheetConvention } from './setback.ts'
import { developedWidth } from './unfolding.ts'
import { radians } from './units.ts'
import type { Mm } from './units.ts'

export type LikelyCause =
  | { readonly kind: 'other_k'; readonly kFactor: number }
  /** DIN's k taken for the K of the K-factor formula: twice the neutral line's true offset. */
  | { readonly kind: 'din_k_doubled' }
  | { readonly kind: 'inside_dimensions' }
  /** The lengths beside bends above 90° taken to the mould line in place of the outer tangent. */
  | { readonly kind: 'mould_line_above_90' }
  | { readonly kind: 'other_hem'; readonly bend: number; readonly hem: string; readonly gapMm: Mm }
  | { readonly kind: 'other_method'; readonly method: 'din6935' | 'table' }
  /** All else is right; positive is away from x = 0. */
  | { readonly kind: 'bend_moved'; readonly bend: number; readonly byMm: Mm }
  | { readonly kind: 'unknown' }

export interface StatedEnd {
  readonly end: PieceEnd
  readonly bendMiddlesMm: readonly Mm[]
}

export interface StatedUnfolding {
  readonly profile: MaterialProfile
  /** The wider end's. */
  readonly widthMm: Mm
  readonly ends: readonly StatedEnd[]
}

/** A mistake explains an unfolding when no figure of it is further off: what rounding to a tenth leaves, and a little. */
const explainedWithinMm = 0.06

/** Of two mistakes this much apart the first is named: both give the same figures, and it is the less far-fetched. */
const noBetterByMm = 0.01

interface Suspect {
  readonly cause: LikelyCause
  readonly deductionsMm: readonly Mm[]
}

/** The mistake that comes nearest to every figure of the service's, or 'unknown' where none explains them. */
export function likelyCause(
  stated: StatedUnfolding,
  figures: readonly BendFigure[],
  by: UnfoldingBy,
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

/** The service's figures less those that these deductions give: the width, then every bend at each end. */
function misses({ profile, widthMm, ends }: StatedUnfolding, deductionsMm: readonly Mm[]): Mm[] {
  const developed = (at: PieceEnd) =>
    developedWidth(
      profile.flanges.map((flange) => flangeLength(flange, at)),
      deductionsMm,
    )
  const width = Math.max(developed('start').widthMm, developed('end').widthMm)
  return [
    widthMm - width,
    ...ends.flatMap(({ end, bendMiddlesMm }) => {
      const own = developed(end).bendMiddlesMm
      return bendMiddlesMm.map((middle, bend) => middle - (own[bend] ?? 0))
    }),
  ]
}

function movedBend(stated: StatedUnfolding, ours: readonly Mm[], toleranceMm: Mm): LikelyCause | null {
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

function* suspects(stated: StatedUnfolding, ours: readonly Mm[], by: UnfoldingBy): Generator<Suspect> {
  const { profile } = stated
  const { thicknessMm: thickness, bends } = profile
  const plain = (deduction: (bend: Bend, own: Mm) => Mm): Mm[] =>
    bends.map((bend, index) => {
      const own = ours[index] ?? 0
      return bend.hem === null ? deduction(bend, own) : own
    })

  const doubled = (bend: Bend): Mm => byK(bend, thickness, dinK(bend.insideRadiusMm, thickness))
  yield { cause: { kind: 'din_k_doubled' }, deductionsMm: plain(doubled) }
  yield {
    cause: { kind: 'din_k_doubled' },
    deductionsMm: plain((bend, own) => (Math.abs(bend.angleDeg) < 15 ? own : doubled(bend))),
  }
  yield {
    cause: { kind: 'inside_dimensions' },
    deductionsMm: plain((bend, own) => own - insideToOutside(bend, thickness)),
  }
  yield {
    cause: { kind: 'mould_line_above_90' },
    deductionsMm: plain((bend, own) => own + tangentToMould(bend, thickness)),
  }
  yield* otherHems(profile, ours, by.tables)
  yield* otherMethods(profile, by)
  const kFactor = fittingK(stated, plain)
  if (kFactor !== null && kFactor >= 0 && kFactor <= 1) {
    yield { cause: { kind: 'other_k', kFactor }, deductionsMm: plain((bend) => byK(bend, thickness, kFactor)) }
  }
}

const byK = (bend: Bend, thickness: Mm, kFactor: number): Mm =>
  2 * bendSetback(bend, thickness) - radians(Math.abs(bend.angleDeg)) * (bend.insideRadiusMm + kFactor * thickness)

/** By how much two inside lengths fall short of the outer ones. */
function insideToOutside(bend: Bend, thickness: Mm): Mm {
  const turn = Math.abs(bend.angleDeg)
  return 2 * outsideSetback(turn, 0, thickness, sheetConvention(turn))
}

/** By how much two lengths to the mould line exceed those to the tangent; a turn of 180° has no mould line. */
function tangentToMould(bend: Bend, thickness: Mm): Mm {
  const turn = Math.abs(bend.angleDeg)
  if (turn <= 90 || turn === 180) return 0
  return 2 * (outsideSetback(turn, bend.insideRadiusMm, thickness, 'mould_line') - bendSetback(bend, thickness))
}

function* otherHems(profile: MaterialProfile, ours: readonly Mm[], tables: AllowanceTables): Generator<Suspect> {
  for (const [index, bend] of profile.bends.entries()) {
    if (bend.hem === null) continue
    for (const row of tables.hems) {
      if (Math.abs(row.thicknessMm - profile.thicknessMm) > 1e-6) continue
      const deductionsMm = ours.map((own, at) => (at === index ? 0 - row.allowanceMm : own))
      yield { cause: { kind: 'other_hem', bend: index, hem: row.kind, gapMm: row.gapMm }, deductionsMm }
    }
  }
}

function* otherMethods(profile: MaterialProfile, { method, tables }: UnfoldingBy): Generator<Suspect> {
  const others: UnfoldingMethod[] = [{ kind: 'din6935' }, { kind: 'table', vMm: null }]
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

/** Every figure is linear in K, so least squares over all of them give it; null where no bend depends on K. */
function fittingK(stated: StatedUnfolding, plain: (deduction: (bend: Bend) => Mm) => Mm[]): number | null {
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
