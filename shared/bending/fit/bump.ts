// Bumping: a radius above what an air bend gives, made by a row of strokes on one V. Pure. Units: mm, degrees.
import { radians } from '../units.ts'
import type { Deg, Mm } from '../units.ts'
import { airBendRadius, narrowestV, wantedV } from './v-opening.ts'

/** A plain bend is bumped above this many times the radius of an air bend; up to it the V is as near as the dies of a workshop allow. */
const radiusTolerance = 1.7

/** The largest inside radius that one stroke makes on a V. */
export const largestAirBendRadius = (vMm: Mm, radiusShare: number): Mm =>
  radiusTolerance * airBendRadius(vMm, radiusShare)

/** The turn of one stroke for a smooth face. */
const smoothTurnDeg: Deg = 2
/** The usual pitch, 1/8 inch. */
const usualPitchMm: Mm = 3.2
/** Fewer strokes make no arc. */
const leastStrokes = 3

/** The length of sheet in an arc, along the neutral line in the middle of the thickness. */
const arcLength = (turnDeg: Deg, insideRadiusMm: Mm, thicknessMm: Mm): Mm =>
  radians(turnDeg) * (insideRadiusMm + thicknessMm / 2)

/**
 * The strokes of a bump row: the fewer of 2° each, which gives a smooth face, and a pitch of 3.2 mm (1/8 inch). Published: R 100, 90°,
 * t 3 in 45 strokes of 2°. `bumpPitch` gives their distance.
 */
export const bumpStrokes = (turnDeg: Deg, insideRadiusMm: Mm, thicknessMm: Mm): number =>
  Math.ceil(Math.min(turnDeg / smoothTurnDeg, arcLength(turnDeg, insideRadiusMm, thicknessMm) / usualPitchMm) - 1e-9)

/**
 * The distance between two strokes: π/180 · (turn of a stroke) · (R + K·t), which is the development of the arc over the number of
 * strokes. The first and the last stroke lie half a pitch inside the tangents. Published: R 100, 90°, t 3: development 159, pitch 3.5.
 */
export const bumpPitch = (developmentMm: Mm, strokes: number): Mm => developmentMm / strokes

export interface BumpRow {
  readonly strokes: number
  readonly pitchMm: Mm
  /** The turn of one stroke. */
  readonly strokeTurnDeg: Deg
}

interface RoundBend {
  readonly turnDeg: Deg
  readonly insideRadiusMm: Mm
}

interface BumpChoice {
  /** For each bend its row, as long as along the middle of the thickness; null: one stroke. */
  readonly rows: readonly (BumpRow | null)[]
  /** The V that suits the bends that are not bumped; where all are bumped, twice the pitch; at least the narrowest V for the thickness. */
  readonly wantedVMm: Mm
}

/**
 * Which plain bends are bumped. The smallest radius chooses the V among those that take the thickness; a bend whose radius is more than 1.7
 * times that of an air bend on this V is bumped, if its arc is long enough for three strokes. It does not affect the V of the others.
 */
export function chooseBumps(
  bends: readonly RoundBend[],
  thicknessMm: Mm,
  radiusShare: number,
  vOpeningsMm: readonly Mm[],
): BumpChoice {
  const narrowestMm = narrowestV(thicknessMm)
  const smallestMm = Math.min(...bends.map(({ insideRadiusMm }) => insideRadiusMm))
  const wantedMm = wantedV(thicknessMm, smallestMm, radiusShare)
  const off = (vMm: Mm): number => Math.abs(Math.log(vMm / wantedMm))
  const [vMm = narrowestMm] = vOpeningsMm
    .filter((one) => one >= narrowestMm - 1e-6)
    .toSorted((one, other) => off(one) - off(other))
  const mostMm = largestAirBendRadius(vMm, radiusShare)
  const rows = bends.map(({ turnDeg, insideRadiusMm }): BumpRow | null => {
    const strokes = bumpStrokes(turnDeg, insideRadiusMm, thicknessMm)
    if (insideRadiusMm <= mostMm + 1e-6 || strokes < leastStrokes) return null
    const pitchMm = bumpPitch(arcLength(turnDeg, insideRadiusMm, thicknessMm), strokes)
    return { strokes, pitchMm, strokeTurnDeg: turnDeg / strokes }
  })
  const airBent = bends.filter((_, index) => rows[index] === null)
  const wantedVMm =
    airBent.length > 0
      ? wantedV(thicknessMm, Math.max(...airBent.map(({ insideRadiusMm }) => insideRadiusMm)), radiusShare)
      : Math.max(narrowestMm, ...rows.map((row) => 2 * (row?.pitchMm ?? 0)))
  return { rows, wantedVMm }
}
