// The V for a thickness, and the inside radius that an air bend has on a V. Pure. Units: mm.
import type { Mm } from '../units.ts'

/** V over thickness, as commonly published: 6 below 3 mm, 8 from 3, 10 from 9 up to 12, 12 above. */
export function vOverThickness(thicknessMm: Mm): number {
  if (thicknessMm < 3) return 6
  if (thicknessMm < 9) return 8
  return thicknessMm <= 12 ? 10 : 12
}

/** The narrowest V for a thickness. */
export const narrowestV = (thicknessMm: Mm): Mm => vOverThickness(thicknessMm) * thicknessMm

/** Mild steel's inside radius as a share of V; 5/32 and 1/6 are published too. Aluminium 0.13–0.15, stainless 0.20–0.22. */
export const mildSteelRadiusShare = 0.16

/** The inside radius of an air bend: the material's share of V, for any punch. */
export const airBendRadius = (vMm: Mm, radiusShare: number = mildSteelRadiusShare): Mm => radiusShare * vMm

/** The V whose air bend has this inside radius, but at least the narrowest V for the thickness. */
export const wantedV = (thicknessMm: Mm, insideRadiusMm: Mm, radiusShare: number): Mm =>
  Math.max(narrowestV(thicknessMm), insideRadiusMm / radiusShare)
