// One flange or bend of a folded cross-section as the stretch of metal between its faces, grown or shrunk by a margin, and whether
// two of them have a place in common. Arcs are taken exactly. Pure: mm.
import { dot, inSweep, meetings, minus } from './meeting.ts'
import { arcFrom, turnAbout } from './plane.ts'
import type { Arc, Line, PathPiece, Point } from './plane.ts'
import type { Mm } from './units.ts'

export interface Metal {
  /** All round. */
  readonly edges: readonly PathPiece[]
  readonly holds: (point: Point) => boolean
}

/** What lies between two faces, moved out by `by` on every side, or in where it is below 0; null where nothing is left. */
export function metalBetween(faceA: PathPiece, faceB: PathPiece, by: Mm): Metal | null {
  if (faceA.kind === 'line' || faceB.kind === 'line') return straightMetal(faceA, faceB, by)
  return faceA.radiusMm > faceB.radiusMm ? bentMetal(faceA, faceB, by) : bentMetal(faceB, faceA, by)
}

/** Whether two stretches of metal overlap. */
export const overlap = (one: Metal, two: Metal): boolean =>
  one.edges.some((edge) => two.edges.some((met) => meetings(edge, met).length > 0)) ||
  one.edges.slice(0, 1).some(({ from }) => two.holds(from)) ||
  two.edges.slice(0, 1).some(({ from }) => one.holds(from))

function straightMetal(faceA: PathPiece, faceB: PathPiece, by: Mm): Metal | null {
  const across = unit(faceA.from, faceB.from)
  const on = { x: across.y, y: 0 - across.x }
  const length = dot(on, minus(faceA.to, faceA.from)) + 2 * by
  const thickness = dot(across, minus(faceB.from, faceA.from)) + 2 * by
  if (length <= 0 || thickness <= 0) return null
  const at = (along: Mm, up: Mm): Point => ({
    x: faceA.from.x + on.x * (along - by) + across.x * (up - by),
    y: faceA.from.y + on.y * (along - by) + across.y * (up - by),
  })
  const origin = at(0, 0)
  return {
    edges: [
      line(origin, at(length, 0)),
      line(at(length, 0), at(length, thickness)),
      line(at(length, thickness), at(0, thickness)),
      line(at(0, thickness), origin),
    ],
    holds: (point) => {
      const from = minus(point, origin)
      const [along, up] = [dot(on, from), dot(across, from)]
      return along > 0 && along < length && up > 0 && up < thickness
    },
  }
}

function bentMetal(outer: Arc, inner: Arc, by: Mm): Metal | null {
  const { centre, turnDeg } = outer
  const outerMm = outer.radiusMm + by
  const innerMm = Math.max(0, inner.radiusMm - by)
  const sense = Math.sign(turnDeg)
  // The ends move by their margin amid the thickness.
  const wider = ((by / (outer.radiusMm + inner.radiusMm)) * 360) / Math.PI
  const turn = Math.abs(turnDeg) + 2 * wider
  if (turn <= 0 || outerMm <= innerMm) return null
  const towards = turnAbout(outer.from, centre, 0 - sense * wider)
  const at = (radiusMm: Mm): Arc => arcFrom(between(centre, towards, radiusMm / outer.radiusMm), centre, sense * turn)
  const [far, near] = [at(outerMm), at(innerMm)]
  return {
    edges: [far, ...(innerMm > 0 ? [near] : []), line(far.from, near.from), line(far.to, near.to)],
    holds: (point) => {
      const out = Math.hypot(point.x - centre.x, point.y - centre.y)
      return out > innerMm && out < outerMm && inSweep(far, point)
    },
  }
}

const line = (from: Point, to: Point): Line => ({ kind: 'line', from, to })
const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
})

function unit(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}
