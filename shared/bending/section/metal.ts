// The area of one flange or bend of a folded cross-section, between its faces, offset by a margin. Pure. Units: mm.
import { negated } from '../../base/negated.ts'
import { dot, inSweep, minus, arcFrom, distance, turnAbout } from '../geometry/index.ts'
import type { Arc, Line, PathPiece, Point } from '../geometry/index.ts'
import type { Mm } from '../units.ts'

/** The outline of the area between two faces, offset outwards by `by`, or inwards if `by` is negative; empty if nothing is left. */
export function metalBetween(faceA: PathPiece, faceB: PathPiece, by: Mm): PathPiece[] {
  if (faceA.kind === 'line' || faceB.kind === 'line') return straightMetal(faceA, faceB, by)
  return faceA.radiusMm > faceB.radiusMm ? bentMetal(faceA, faceB, by) : bentMetal(faceB, faceA, by)
}

/** Whether a point lies between two faces. */
export function metalHolds(faceA: PathPiece, faceB: PathPiece, point: Point): boolean {
  if (faceA.kind === 'line' || faceB.kind === 'line') {
    const [along, across] = [minus(faceA.to, faceA.from), minus(faceB.from, faceA.from)]
    const fromStart = minus(point, faceA.from)
    return within(dot(fromStart, along), dot(along, along)) && within(dot(fromStart, across), dot(across, across))
  }
  const [inner, outer] = [faceA.radiusMm, faceB.radiusMm].toSorted((a, b) => a - b)
  const off = distance(point, faceA.centre)
  return off >= (inner ?? 0) && off <= (outer ?? 0) && inSweep(faceA.radiusMm > faceB.radiusMm ? faceA : faceB, point)
}

/** False for a length of 0: a flange without length contains no point. */
const within = (value: number, most: number): boolean => most > 0 && value >= 0 && value <= most

function straightMetal(faceA: PathPiece, faceB: PathPiece, by: Mm): PathPiece[] {
  const across = unit(faceA.from, faceB.from)
  const on = { x: across.y, y: negated(across.x) }
  const length = dot(on, minus(faceA.to, faceA.from)) + 2 * by
  const thickness = dot(across, minus(faceB.from, faceA.from)) + 2 * by
  if (length <= 0 || thickness <= 0) return []
  const pointAt = (along: Mm, up: Mm): Point => ({
    x: faceA.from.x + on.x * (along - by) + across.x * (up - by),
    y: faceA.from.y + on.y * (along - by) + across.y * (up - by),
  })
  const origin = pointAt(0, 0)
  return [
    line(origin, pointAt(length, 0)),
    line(pointAt(length, 0), pointAt(length, thickness)),
    line(pointAt(length, thickness), pointAt(0, thickness)),
    line(pointAt(0, thickness), origin),
  ]
}

function bentMetal(outer: Arc, inner: Arc, by: Mm): PathPiece[] {
  const { centre, turnDeg } = outer
  const outerMm = outer.radiusMm + by
  const innerMm = Math.max(0, inner.radiusMm - by)
  const sense = Math.sign(turnDeg)
  // at the middle of the thickness the ends move by the margin
  const wider = ((by / (outer.radiusMm + inner.radiusMm)) * 360) / Math.PI
  const turn = Math.abs(turnDeg) + 2 * wider
  if (turn <= 0 || outerMm <= innerMm) return []
  const towards = turnAbout(outer.from, centre, -sense * wider)
  const arcAt = (radiusMm: Mm): Arc =>
    arcFrom(between(centre, towards, radiusMm / outer.radiusMm), centre, sense * turn)
  const [far, near] = [arcAt(outerMm), arcAt(innerMm)]
  return [far, ...(innerMm > 0 ? [near] : []), line(far.from, near.from), line(far.to, near.to)]
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
