// What of a drawing is seen: how much larger than fitted, and moved by how much. Pure; CSS pixels, from the drawing's own upper
// left corner.

export interface Viewed {
  scale: number
  x: number
  y: number
}

export interface Extent {
  width: number
  height: number
}

export const wholeDrawing: Viewed = { scale: 1, x: 0, y: 0 }
export const mostScale = 24

/** Larger or smaller by a factor, while what lies at `at` stays there. Never smaller than the whole, never beyond `mostScale`. */
export function zoomed(seen: Viewed, factor: number, at: { x: number; y: number }, extent: Extent): Viewed {
  const scale = Math.min(mostScale, Math.max(1, seen.scale * factor))
  const by = scale / seen.scale
  return bounded({ scale, x: at.x - (at.x - seen.x) * by, y: at.y - (at.y - seen.y) * by }, extent)
}

export const moved = (seen: Viewed, dx: number, dy: number, extent: Extent): Viewed =>
  bounded({ ...seen, x: seen.x + dx, y: seen.y + dy }, extent)

/** So that the drawing is never pushed out of its own place: nothing is lost by a slip of the hand. */
function bounded({ scale, x, y }: Viewed, { width, height }: Extent): Viewed {
  return { scale, x: within(x, width * (1 - scale)), y: within(y, height * (1 - scale)) }
}

// a plain minimum and maximum would give −0 for the whole drawing
const within = (value: number, least: number): number => (value >= 0 ? 0 : value <= least ? least + 0 : value)
