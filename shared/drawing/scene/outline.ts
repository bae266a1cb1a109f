// Closed outlines with arcs as bulges: bounding box, area, corners, mirror image and crossings. Pure. Units: mm.
import type { Arc, Line, PathPiece, Point } from '../../bending/index.ts'
import { arcFrom, bulgeArc, distance, headingFrom, nearestOnLine, radians } from '../../bending/index.ts'
import type { Vertex } from '../drawn-sheet.ts'

export interface Box {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** The largest distance of a chord from its arc. */
const chordErrorMm = 0.001

/** The edges of a closed outline, each a line or an arc; without edges of length 0. */
export function edges(outline: readonly Vertex[]): PathPiece[] {
  return outline.flatMap((from, index): PathPiece[] => {
    const to = outline[(index + 1) % outline.length]
    if (to === undefined || (from.x === to.x && from.y === to.y)) return []
    return [from.bulge === 0 ? { kind: 'line', from, to } : bulgeArc(from, to, from.bulge)]
  })
}

/** The largest number of chords of an arc. */
const maxChords = 720

/** Points along a path piece from its start, without its end: at least two for an arc, whose chords differ from it by at most `errorMm`. */
function flattened(piece: PathPiece, errorMm: number): Point[] {
  if (piece.kind === 'line') return [piece.from]
  const { from, centre, radiusMm, turnDeg } = piece
  const step = 2 * Math.acos(Math.max(0, 1 - errorMm / Math.max(radiusMm, errorMm)))
  const count = Math.max(2, Math.min(maxChords, Math.ceil(Math.abs(radians(turnDeg)) / Math.max(step, 1e-3))))
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? from : arcFrom(from, centre, (turnDeg * index) / count).to,
  )
}

/** A piece as lines. The chords of an arc differ from it by at most `errorMm`. */
export function chords(piece: PathPiece, errorMm: number): Line[] {
  const points = [...flattened(piece, errorMm), piece.to]
  return points.slice(1).map((to, index) => ({ kind: 'line', from: points[index] ?? to, to }))
}

/** The corners of an outline with chords instead of arcs. */
export const corners = (outline: readonly Vertex[]): Point[] =>
  edges(outline).flatMap((edge) => flattened(edge, chordErrorMm))

/** The smallest box around path pieces; exact for arcs. */
export function pathBox(pieces: readonly PathPiece[]): Box {
  const points: Point[] = []
  for (const piece of pieces) {
    points.push(piece.from, piece.to)
    if (piece.kind === 'arc') points.push(...arcExtremes(piece))
  }
  return pointsBox(points)
}

export function pointsBox(points: readonly Point[]): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    minX = Math.min(minX, x)
    minY = Math.min(minY, y)
    maxX = Math.max(maxX, x)
    maxY = Math.max(maxY, y)
  }
  return { minX, minY, maxX, maxY }
}

function arcExtremes(arc: Arc): Point[] {
  const start = headingFrom(arc.centre, arc.from)
  return [0, 90, 180, 270]
    .filter((angle) => {
      const past = arc.turnDeg >= 0 ? angle - start : start - angle
      return ((past % 360) + 360) % 360 < Math.abs(arc.turnDeg)
    })
    .map((angle) => ({
      x: arc.centre.x + arc.radiusMm * Math.round(Math.cos(radians(angle))),
      y: arc.centre.y + arc.radiusMm * Math.round(Math.sin(radians(angle))),
    }))
}

/** Half the shoelace sum: positive for a counter-clockwise outline. */
export function area(points: readonly Point[]): number {
  return (
    points.reduce((sum, a, index) => {
      const b = points[(index + 1) % points.length] ?? a
      return sum + a.x * b.y - b.x * a.y
    }, 0) / 2
  )
}

/** Whether a point lies inside. */
export function holds(points: readonly Point[], point: Point): boolean {
  let inside = false
  for (const [index, a] of points.entries()) {
    const b = points[(index + 1) % points.length] ?? a
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) {
      inside = !inside
    }
  }
  return inside
}

export const distanceToLine = ({ from, to }: Line, point: Point): number =>
  distance(point, nearestOnLine(from, to, point))

/** The side of a → b on which a point lies: above 0 is to the left. */
const sideOf = (a: Point, b: Point, point: Point): number =>
  (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)

/** Whether two lines cross; lines that only touch do not. */
export const linesCross = (one: Line, two: Line): boolean =>
  sideOf(one.from, one.to, two.from) * sideOf(one.from, one.to, two.to) < 0 &&
  sideOf(two.from, two.to, one.from) * sideOf(two.from, two.to, one.to) < 0

/** The parts of a line outside a box: the whole line, one part, two or none. A line along the box's edge is outside. */
export function outsideOf(line: Line, { minX, minY, maxX, maxY }: Box): Line[] {
  const { from, to } = line
  let [enters, leaves] = [0, 1]
  for (const [at, by, low, high] of [
    [from.x, to.x - from.x, minX, maxX],
    [from.y, to.y - from.y, minY, maxY],
  ] as const) {
    if (by === 0) {
      if (at <= low || at >= high) return [line]
      continue
    }
    const [one, two] = [(low - at) / by, (high - at) / by]
    enters = Math.max(enters, Math.min(one, two))
    leaves = Math.min(leaves, Math.max(one, two))
  }
  if (enters >= leaves) return [line]
  const along = (share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  })
  return [
    ...(enters > 0 ? [{ ...line, to: along(enters) }] : []),
    ...(leaves < 1 ? [{ ...line, from: along(leaves) }] : []),
  ]
}

/** The mirror image along the length: y becomes `length` − y. Its direction, clockwise or not, is unchanged. */
export function mirrored(outline: readonly Vertex[], length: number): Vertex[] {
  const last = outline.length - 1
  return outline.map((_, index) => {
    const vertex = outline[last - index]
    const edge = outline[(last - index - 1 + outline.length) % outline.length]
    return { x: vertex?.x ?? 0, y: length - (vertex?.y ?? 0), bulge: edge?.bulge ?? 0 }
  })
}
