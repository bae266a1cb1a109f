// The shortest flange that rests on both shoulders of a V, and the flange length that the rule measures. Pure.
import { radians } from '../units.ts'
import type { Deg, Mm } from '../units.ts'

/** A maker's air-bending chart for 90°: V → smallest outer flange, mm. */
const chart: ReadonlyMap<number, Mm> = new Map([
  [4, 2.8],
  [6, 4],
  [8, 5.5],
  [10, 7],
  [12, 8.5],
  [16, 11],
  [20, 14],
  [25, 17.5],
])

/** The smallest flange by geometry, sharp shoulders: V / (2·sin(β/2)), β the included angle. Outer length, mm. */
export const flangeToShoulder = (vMm: Mm, includedDeg: Deg): Mm => vMm / (2 * Math.sin(radians(includedDeg / 2)))

/**
 * The smallest outer flange in mm for a V and an included angle above 0. For a V of the chart: the chart's figure,
 * scaled from 90° by the geometry. For any other V: the geometry. The two differ by 6 % at most.
 */
export function smallestFlange(vMm: Mm, includedDeg: Deg): Mm {
  const charted = chart.get(vMm)
  const byGeometry = flangeToShoulder(vMm, includedDeg)
  return charted === undefined ? byGeometry : (byGeometry * charted) / flangeToShoulder(vMm, 90)
}

/**
 * A flange's length to the mould line of a bend, mm, from the length a sheet states: that is the mould line up to 90° of
 * turn and the outer tangent above, which lies (r + t)·(tan(α/2) − 1) nearer.
 */
export const toMouldLine = (statedMm: Mm, turnDeg: Deg, insideRadiusMm: Mm, thicknessMm: Mm): Mm =>
  turnDeg <= 90 ? statedMm : statedMm + (insideRadiusMm + thicknessMm) * (Math.tan(radians(turnDeg / 2)) - 1)
