// The setback: the distance from the start of a bend to the point to which the outer length of its flange is measured. Pure.
import type { Bend } from './profile.ts'
import { turnDegOf } from './sheet-angles.ts'
import { radians } from '../units.ts'
import type { Deg, Mm } from '../units.ts'

/** Outer lengths are measured to the intersection of the outer faces, or to the tangent of the bend's outside, square to the flange. */
export type LengthConvention = 'mould_line' | 'outer_tangent'

/** The rule of sheets: the mould line up to 90° of turn, the outer tangent above. */
export const sheetConvention = (turnDeg: Deg): LengthConvention => (turnDeg <= 90 ? 'mould_line' : 'outer_tangent')

/** mm, for a turn of 0 to 180: (r + t)·tan(α/2) to the mould line, which is undefined at 180°; r + t to the tangent. */
export const outsideSetback = (turnDeg: Deg, insideRadiusMm: Mm, thicknessMm: Mm, convention: LengthConvention): Mm =>
  (insideRadiusMm + thicknessMm) * (convention === 'mould_line' ? Math.tan(radians(turnDeg) / 2) : 1)

/** The inside radius of the fold: half the gap for a closed or open hem, the radius for a teardrop or a plain bend. */
export function foldRadius({ hem, gapMm, insideRadiusMm }: Bend): Mm {
  if (hem === 'closed' || hem === 'open') return gapMm / 2
  if (hem === 'teardrop') return Math.max(insideRadiusMm, gapMm / 2)
  return insideRadiusMm
}

/** The setback of one bend of a profile, by the rule of sheets. */
export function bendSetback(bend: Bend, thicknessMm: Mm): Mm {
  const turnDeg = turnDegOf(bend)
  return outsideSetback(turnDeg, foldRadius(bend), thicknessMm, sheetConvention(turnDeg))
}
