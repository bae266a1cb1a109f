// Plain polygons for the separate checker of the tests.
import type { Point } from '../../../../../shared/bending/index.ts'

export type Polygon = readonly Point[]

export const moved = (polygon: Polygon, dx: number, dy: number): Polygon =>
  polygon.map(({ x, y }) => ({ x: x + dx, y: y + dy }))

/** The square of the distance of a point from a line between two others. */
function squareToLine(p: Point, a: Point, b: Point): number {
  const [ux, uy] = [b.x - a.x, b.y - a.y]
  const square = ux * ux + uy * uy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * ux + (p.y - a.y) * uy) / square))
  const [dx, dy] = [p.x - a.x - share * ux, p.y - a.y - share * uy]
  return dx * dx + dy * dy
}

const cross = (p: Point, q: Point, r: Point): number => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

function isInside(p: Point, polygon: Polygon): boolean {
  let odd = false
  let from = polygon.at(-1)
  for (const to of polygon) {
    if (from !== undefined && from.y > p.y !== to.y > p.y) {
      if (p.x < from.x + ((p.y - from.y) / (to.y - from.y)) * (to.x - from.x)) odd = !odd
    }
    from = to
  }
  return odd
}

interface Box {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

function boxOf(polygon: Polygon): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of polygon) {
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
  }
  return { minX, minY, maxX, maxY }
}

function squareBetween(a: Box, b: Box): number {
  const x = Math.max(b.minX - a.maxX, a.minX - b.maxX, 0)
  const y = Math.max(b.minY - a.maxY, a.minY - b.maxY, 0)
  return x * x + y * y
}

/** The distance of two polygons, 0 where they overlap; beyond `withinMm` the distance of their boxes, which is less. */
export function apart(one: Polygon, other: Polygon, withinMm = 5): number {
  const [box, otherBox] = [boxOf(one), boxOf(other)]
  const squareAway = squareBetween(box, otherBox)
  if (squareAway > withinMm * withinMm) return Math.sqrt(squareAway)
  if (squareAway === 0 && (one.some((p) => isInside(p, other)) || other.some((p) => isInside(p, one)))) return 0
  let least = Infinity
  for (let index = 0; index < one.length && least > 0; index += 1) {
    const [a, b] = [one[index], one[index + 1] ?? one[0]]
    if (a !== undefined && b !== undefined) least = nearest(a, b, other, least)
  }
  return Math.sqrt(least)
}

/** The square of the distance of an edge from a polygon, if it is less than `least`; else `least`. */
function nearest(a: Point, b: Point, polygon: Polygon, least: number): number {
  const [minX, maxX] = a.x < b.x ? [a.x, b.x] : [b.x, a.x]
  const [minY, maxY] = a.y < b.y ? [a.y, b.y] : [b.y, a.y]
  let square = least
  for (let index = 0; index < polygon.length; index += 1) {
    const [c, d] = [polygon[index], polygon[index + 1] ?? polygon[0]]
    if (c === undefined || d === undefined) continue
    const x = Math.max(Math.min(c.x, d.x) - maxX, minX - Math.max(c.x, d.x), 0)
    const y = Math.max(Math.min(c.y, d.y) - maxY, minY - Math.max(c.y, d.y), 0)
    // an edge that lies farther off than the distance found so far comes no nearer and crosses nothing
    if (x * x + y * y >= square) continue
    if (cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0) return 0
    const ends = Math.min(squareToLine(a, c, d), squareToLine(b, c, d), squareToLine(c, a, b), squareToLine(d, a, b))
    if (ends < square) square = ends
  }
  return square
}

/** Clips a polygon to a band and gives its greatest x. */
export function reachIn(polygon: Polygon, low: number, high: number): number {
  let most = -Infinity
  polygon.forEach((a, index) => {
    const b = polygon[(index + 1) % polygon.length] ?? a
    for (let step = 0; step <= 1; step += 1) {
      const p = step === 0 ? a : b
      if (p.y >= low && p.y <= high) most = Math.max(most, p.x)
    }
    for (const level of [low, high]) {
      if (a.y < level !== b.y < level) most = Math.max(most, a.x + ((level - a.y) / (b.y - a.y)) * (b.x - a.x))
    }
  })
  return most
}

/** Slightly smaller, so that polygons that touch do not overlap. */
export function shrunk(polygon: Polygon): Polygon {
  const [minX, maxX] = [Math.min(...polygon.map(({ x }) => x)), Math.max(...polygon.map(({ x }) => x))]
  const [minY, maxY] = [Math.min(...polygon.map(({ y }) => y)), Math.max(...polygon.map(({ y }) => y))]
  const [cx, cy] = [(minX + maxX) / 2, (minY + maxY) / 2]
  return polygon.map(({ x, y }) => ({ x: cx + (x - cx) * 0.9999, y: cy + (y - cy) * 0.9999 }))
}

/** The parts of the outline's edges where a rule holds, found by steps of 0.1 mm; their ends are exact. */
export function runsWhere(polygon: Polygon, holds: (p: Point) => boolean): Polygon[] {
  return polygon.flatMap((from, index) => {
    const to = polygon[(index + 1) % polygon.length] ?? from
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.1))
    const pointAt = (step: number): Point => ({
      x: from.x + ((to.x - from.x) * step) / count,
      y: from.y + ((to.y - from.y) * step) / count,
    })
    const runs: [number, number][] = []
    for (let step = 0; step <= count; step += 1) {
      if (!holds(pointAt(step))) continue
      const last = runs.at(-1)
      if (last?.[1] === step - 1) last[1] = step
      else runs.push([step, step])
    }
    const end = (inside: number, outside: number): Point => {
      let [yes, no] = [inside, outside]
      for (let halving = 0; halving < 30; halving += 1) {
        const middle = (yes + no) / 2
        if (holds(pointAt(middle))) yes = middle
        else no = middle
      }
      return pointAt(yes)
    }
    return runs.map(([first, last]) => [
      first === 0 ? from : end(first, first - 1),
      last === count ? to : end(last, last + 1),
    ])
  })
}
