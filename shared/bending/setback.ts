// From where a bend begins to the point that its flange's outer length is measured to, and which point that is. Pure.
import type { Bend } from './profile.ts'
import { radians } from './units.ts'
import type { Deg, Mm } from './units.ts'

/** Outer lengths run to where the outer faces would meet, or to the tangent of the bend's outside square to the flange. */
export type LengthConvention = 'mould_line' | 'outer_tangent'

/** The rule of a sheet's own lengths: the mould line up to 90° of turn, the outer tangent above. */
export const sheetConvention = (turnDeg: Deg): LengthConvention => (turnDeg <= 90 ? 'mould_line' : 'outer_tangent')

/** mm, for a turn of 0 to 180 taken as positive: (r + t)·tan(α/2) to the mould line, which has no value at 180°; r + t to the tangent. */
export const outsideSetback = (turnDeg: Deg, insideRadiusMm: Mm, thicknessMm: Mm, convention: LengthConvention): Mm =>
  (insideRadiusMm + thicknessMm) * (convention === 'mould_line' ? Math.tan(radians(turnDeg) / 2) : 1)

/** What a bend is folded about: a closed or open hem about half its gap, a teardrop about its radius. */
export function foldRadius({ hem, gapMm, insideRadiusMm }: Bend): Mm {
  if (hem === 'closed' || hem === 'open') return gapMm / 2
  if (hem === 'teardrop') return Math.max(insideRadiusMm, gapMm / 2)
  return insideRadiusMm
}

/** The setback of one bend of a profile, by the rule of its own lengths. */
export function bendSetback(bend: Bend, thicknessMm: Mm): Mm {
  const turn = Math.abs(bend.angleDeg)
  return outsideSetback(turn, foldRadius(bend), thicknessMm, sheetConvention(turn))
}
