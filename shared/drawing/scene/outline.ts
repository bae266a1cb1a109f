// Closed outlines with arcs as bulges: bounding box, corners, mirror image and the parts outside a box. Pure. Units: mm.
import type { Arc, Box, Line, PathPiece, Point } from '../../bending/index.ts'
import { bulgeArc, chordPoints, headingFrom, pointsBox, radians } from '../../bending/index.ts'
import type { Vertex } from '../drawn-sheet.ts'

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

/** A piece as lines. The chords of an arc differ from it by at most `errorMm`. */
export function chords(piece: PathPiece, errorMm: number): Line[] {
  const points = [...chordPoints(piece, errorMm), piece.to]
  return points.slice(1).map((to, index) => ({ kind: 'line', from: points[index] ?? to, to }))
}

/** The corners of an outline with chords instead of arcs. */
export const corners = (outline: readonly Vertex[]): Point[] =>
  edges(outline).flatMap((edge) => chordPoints(edge, chordErrorMm))

/** The smallest box around path pieces; exact for arcs. */
export function pathBox(pieces: readonly PathPiece[]): Box {
  const points: Point[] = []
  for (const piece of pieces) {
    points.push(piece.from, piece.to)
    if (piece.kind === 'arc') points.push(...arcExtremes(piece))
  }
  return pointsBox(points)
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

/** The parts of a line outside a box: the whole line, one part, two or none. A line along the box's edge is outside. */
export function outsideOf(line: Line, { minX, minY, maxX, maxY }: Box): Line[] {
  const { from, to } = line
  let [enters, leaves] = [0, 1]
  for (const [start, by, low, high] of [
    [from.x, to.x - from.x, minX, maxX],
    [from.y, to.y - from.y, minY, maxY],
  ] as const) {
    if (by === 0) {
      if (start <= low || start >= high) return [line]
      continue
    }
    const [one, two] = [(low - start) / by, (high - start) / by]
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
