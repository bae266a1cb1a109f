// Intersections of closed contours of lines and arcs, with themselves and with each other. Pure. Units: mm.
import { distance, distanceToLine, inSweep, intersections, isInside } from '../../bending/index.ts'
import type { Box, PathPiece, Point } from '../../bending/index.ts'
import type { Cutout, Vertex } from '../drawn-sheet.ts'
import { corners, edges, pathBox } from './outline.ts'

export interface Contour {
  /** Its corners, with arcs as chords; computed at the first call. */
  readonly around: () => readonly Point[]
  /** Each edge starts where the one before ends. */
  readonly edges: readonly PathPiece[]
  readonly boxes: readonly Box[]
  readonly box: Box
}

/** Edges nearer than this touch: the resolution of a file. */
const touchMm = 1e-6
/** Neighbours meet at their corner. At a tangential arc, rounding may move their intersection from the corner by less than this. */
const cornerMm = 1e-3

/** The corners of a closed outline, without a corner that equals the next. */
export const withoutRepeats = (outline: readonly Vertex[]): Vertex[] =>
  outline.filter((vertex, index) => {
    const next = outline[(index + 1) % outline.length]
    return next === undefined || distance(vertex, next) > touchMm
  })

export function contourOf(vertices: readonly Vertex[]): Contour {
  const pieces = edges(vertices)
  let cached: readonly Point[] | undefined
  const around = (): readonly Point[] => (cached ??= corners(vertices))
  return { around, edges: pieces, boxes: pieces.map((piece) => pathBox([piece])), box: pathBox(pieces) }
}

/** The contour of a cut-out. A circle has two half turns. */
export const cutoutContour = (cutout: Cutout): Contour =>
  contourOf(cutout.kind === 'polyline' ? cutout.points : circleVertices(cutout))

function circleVertices({ x, y, diameterMm }: Cutout & { kind: 'circle' }): Vertex[] {
  return [
    { x: x - diameterMm / 2, y, bulge: 1 },
    { x: x + diameterMm / 2, y, bulge: 1 },
  ]
}

/** Where two edges of a contour of three or more cross, touch outside their shared corner, or fold back on each other. */
export function meetsItself({ edges: pieces, boxes }: Contour): Point | null {
  for (const [index, one] of pieces.entries()) {
    for (let later = index + 1; later < pieces.length; later += 1) {
      const two = pieces[later]
      if (two === undefined || !boxesMeet(boxes[index], boxes[later])) continue
      const corner = later === index + 1 ? one.to : later - index === pieces.length - 1 ? one.from : null
      const crossing = edgesMeet(one, two, corner)
      if (crossing !== null) return crossing
    }
  }
  return null
}

/** Where the edges of two contours cross or touch; null if they are apart or one is inside the other. */
export function contoursMeet(one: Contour, two: Contour): Point | null {
  if (!boxesMeet(one.box, two.box)) return null
  for (const [index, edge] of one.edges.entries()) {
    for (const [other, met] of two.edges.entries()) {
      const crossing = boxesMeet(one.boxes[index], two.boxes[other]) ? edgesMeet(edge, met, null) : null
      if (crossing !== null) return crossing
    }
  }
  return null
}

/** Whether the first of two contours that do not meet is inside the other. */
export function liesInside(inner: Contour, outer: Contour): boolean {
  const start = inner.edges[0]?.from
  return start !== undefined && boxesMeet(inner.box, outer.box) && isInside(outer.around(), start)
}

function edgesMeet(one: PathPiece, two: PathPiece, corner: Point | null): Point | null {
  const isAwayFromCorner = (point: Point): boolean => corner === null || distance(point, corner) > cornerMm
  return (
    intersections(one, two).find(isAwayFromCorner) ??
    [one.from, one.to].find((point) => liesOn(two, point) && isAwayFromCorner(point)) ??
    [two.from, two.to].find((point) => liesOn(one, point) && isAwayFromCorner(point)) ??
    null
  )
}

const liesOn = (piece: PathPiece, point: Point): boolean =>
  piece.kind === 'line'
    ? distanceToLine(piece, point) <= touchMm
    : Math.abs(distance(piece.centre, point) - piece.radiusMm) <= touchMm && inSweep(piece, point)

const boxesMeet = (one: Box | undefined, two: Box | undefined): boolean =>
  one !== undefined &&
  two !== undefined &&
  one.minX <= two.maxX + touchMm &&
  two.minX <= one.maxX + touchMm &&
  one.minY <= two.maxY + touchMm &&
  two.minY <= one.maxY + touchMm
