// Plain polygons for the separate checker of the tests.
import type { Point } from '../../../../../shared/bending/index.ts'

export type Polygon = readonly Point[]

const cross = (p: Point, q: Point, r: Point): number => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

export const moved = (polygon: Polygon, dx: number, dy: number): Polygon =>
  polygon.map(({ x, y }) => ({ x: x + dx, y: y + dy }))

function pointToLine(p: Point, a: Point, b: Point): number {
  const [ux, uy] = [b.x - a.x, b.y - a.y]
  const square = ux * ux + uy * uy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * ux + (p.y - a.y) * uy) / square))
  return Math.hypot(p.x - a.x - share * ux, p.y - a.y - share * uy)
}

function inside(p: Point, polygon: Polygon): boolean {
  let odd = false
  polygon.forEach((a, index) => {
    const b = polygon[(index + 1) % polygon.length] ?? a
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / (b.y - a.y)) * (b.x - a.x)) odd = !odd
  })
  return odd
}

const boxOf = (polygon: Polygon): readonly [number, number, number, number] => {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of polygon) {
    if (x < minX) minX = x
    if (x > maxX) maxX = x
    if (y < minY) minY = y
    if (y > maxY) maxY = y
  }
  return [minX, minY, maxX, maxY]
}

/** The distance of two polygons, 0 where they overlap; beyond `withinMm` the distance of their boxes, which is less. */
export function apart(one: Polygon, other: Polygon, withinMm = 5): number {
  const [a, b] = [boxOf(one), boxOf(other)]
  const away = Math.hypot(Math.max(b[0] - a[2], a[0] - b[2], 0), Math.max(b[1] - a[3], a[1] - b[3], 0))
  if (away > withinMm) return away
  if (one.some((p) => inside(p, other)) || other.some((p) => inside(p, one))) return 0
  let least = Infinity
  one.forEach((a, index) => {
    const b = one[(index + 1) % one.length] ?? a
    other.forEach((c, cIndex) => {
      const d = other[(cIndex + 1) % other.length] ?? c
      if (cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0) least = 0
      least = Math.min(least, pointToLine(a, c, d), pointToLine(b, c, d), pointToLine(c, a, b), pointToLine(d, a, b))
    })
  })
  return least
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

/** A hair smaller, so that touching is no overlap. */
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
