// The slot of a hemming tool in its closing outline. Pure. Units: mm.
import type { Mm } from '../../units.ts'
import type { HemmingTool } from './tooling.ts'

/** The back of the slot: the upright edge that is as high as the slot is wide. Null: the outline has none. */
export function slotBack({
  outline,
  widthMm,
}: Pick<NonNullable<HemmingTool['closing']>, 'outline' | 'widthMm'>): { readonly xMm: Mm; readonly lowMm: Mm } | null {
  for (const [index, from] of outline.entries()) {
    const to = outline[(index + 1) % outline.length]
    if (to === undefined || Math.abs(from.x - to.x) > 1e-6) continue
    if (Math.abs(Math.abs(from.y - to.y) - widthMm) <= 1e-3) return { xMm: from.x, lowMm: Math.min(from.y, to.y) }
  }
  return null
}
