// The exact area of a closed outline with bulges, computed without our own geometry. Pure. Units: mm².
import type { Vertex } from '../../../shared/drawing/drawn-sheet.ts'

/** The area of the polygon of the corners, plus or minus the segment of each bulge: r²/2 · (θ − sin θ), θ = 4·atan b. */
export function polygonArea(points: readonly Vertex[]): number {
  let sum = 0
  for (const [index, from] of points.entries()) {
    const to = points[(index + 1) % points.length] ?? from
    sum += (from.x * to.y - to.x * from.y) / 2
    if (from.bulge === 0) continue
    const turn = 4 * Math.atan(from.bulge)
    const radius = Math.hypot(to.x - from.x, to.y - from.y) / (2 * Math.sin(turn / 2))
    sum += (radius * radius * (turn - Math.sin(turn))) / 2
  }
  return Math.abs(sum)
}
