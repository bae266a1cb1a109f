// Closed contours of lines and arcs beside one another: where one crosses or touches itself, where two meet. Pure: mm.
import { chords, distance, distanceToLine } from '../bending/index.ts'
import type { Line, Mm, PathPiece, Point } from '../bending/index.ts'
import type { Cutout, Vertex } from './drawn-sheet.ts'
import { chordErrorMm, edges, holds, linesCross, pathBox } from './outline.ts'
import type { Box } from './outline.ts'

export interface Contour {
  /** Each runs on from where the one before it ends. */
  readonly edges: readonly PathPiece[]
  readonly boxes: readonly Box[]
  readonly box: Box
  /** An edge's lines, an arc's as chords: worked out where they are first needed. */
  readonly lines: (edge: number) => readonly Line[]
}

/** Nearer than this is touching: what a file writes as the same place. */
const touchMm = 1e-6

/** A closed outline's corners, one that lies on the next left out. */
export const withoutRepeats = (outline: readonly Vertex[]): Vertex[] =>
  outline.filter((vertex, index) => {
    const next = outline[(index + 1) % outline.length]
    return next === undefined || distance(vertex, next) > touchMm
  })

export function contourOf(outline: readonly Vertex[]): Contour {
  const pieces = edges(outline)
  const known: (readonly Line[])[] = []
  return {
    edges: pieces,
    boxes: pieces.map((piece) => pathBox([piece])),
    box: pathBox(pieces),
    lines: (edge) => (known[edge] ??= pieces.slice(edge, edge + 1).flatMap((piece) => chords(piece, chordErrorMm))),
  }
}

/** Of a circle: two half turns. */
export const cutoutContour = (cutout: Cutout): Contour =>
  contourOf(cutout.kind === 'polyline' ? cutout.points : circleVertices(cutout))

function circleVertices({ x, y, diameterMm }: Cutout & { kind: 'circle' }): Vertex[] {
  return [
    { x: x - diameterMm / 2, y, bulge: 1 },
    { x: x + diameterMm / 2, y, bulge: 1 },
  ]
}

/** Where two edges of a contour cross, touch away from the corner they share, or fold back on one another; null where none do. */
export function meetsItself({ boxes, lines }: Contour): Point | null {
  for (const [index, box] of boxes.entries()) {
    for (let later = index + 1; later < boxes.length; later += 1) {
      if (!boxesMeet(box, boxes[later])) continue
      const joints = { after: later === index + 1, before: later - index === boxes.length - 1 }
      const at = chainsMeet(lines(index), lines(later), joints)
      if (at !== null) return at
    }
  }
  return null
}

/** Where the edges of two contours cross or touch; null where they are clear of one another or one lies inside the other. */
export function contoursMeet(one: Contour, two: Contour): Point | null {
  if (!boxesMeet(one.box, two.box)) return null
  for (const [index, box] of one.boxes.entries()) {
    for (const [other, met] of two.boxes.entries()) {
      if (!boxesMeet(box, met)) continue
      const at = chainsMeet(one.lines(index), two.lines(other), { after: false, before: false })
      if (at !== null) return at
    }
  }
  return null
}

/** Whether one of two contours that do not meet lies inside the other. */
export function liesInside(inner: Contour, outer: Contour): boolean {
  const start = inner.edges[0]?.from
  if (start === undefined || !boxesMeet(inner.box, outer.box)) return false
  const around = outer.edges.flatMap((_, edge) => outer.lines(edge).map(({ from }) => from))
  return holds(around, start)
}

/** Which ends of the first chain are joined to the second: its end to that one's start, its start to that one's end. */
interface Joints {
  readonly after: boolean
  readonly before: boolean
}

function chainsMeet(ones: readonly Line[], twos: readonly Line[], joints: Joints): Point | null {
  for (const [index, a] of ones.entries()) {
    for (const [other, b] of twos.entries()) {
      const joinedAfter = joints.after && index === ones.length - 1 && other === 0
      const joinedBefore = joints.before && index === 0 && other === twos.length - 1
      if (joinedAfter || joinedBefore) {
        if (joinedAfter ? foldsBack(a, b) : foldsBack(b, a)) return joinedAfter ? a.to : a.from
        continue
      }
      const at = linesMeet(a, b)
      if (at !== null) return at
    }
  }
  return null
}

function linesMeet(a: Line, b: Line): Point | null {
  if (standClear(a.from.x, a.to.x, b.from.x, b.to.x) || standClear(a.from.y, a.to.y, b.from.y, b.to.y)) return null
  if (linesCross(a, b)) return crossing(a, b)
  return (
    [a.from, a.to].find((point) => distanceToLine(b, point) <= touchMm) ??
    [b.from, b.to].find((point) => distanceToLine(a, point) <= touchMm) ??
    null
  )
}

const standClear = (a: Mm, b: Mm, c: Mm, d: Mm): boolean =>
  Math.min(a, b) > Math.max(c, d) + touchMm || Math.min(c, d) > Math.max(a, b) + touchMm

/** Where two lines that cross do. */
function crossing(a: Line, b: Line): Point {
  const [ax, ay] = [a.to.x - a.from.x, a.to.y - a.from.y]
  const [bx, by] = [b.to.x - b.from.x, b.to.y - b.from.y]
  const share = ((b.from.x - a.from.x) * by - (b.from.y - a.from.y) * bx) / (ax * by - ay * bx)
  return { x: a.from.x + ax * share, y: a.from.y + ay * share }
}

/** Whether a line turns back along the one that it goes on from. */
function foldsBack({ from, to }: Line, { to: next }: Line): boolean {
  const [ax, ay, bx, by] = [to.x - from.x, to.y - from.y, next.x - to.x, next.y - to.y]
  const longer = Math.max(Math.hypot(ax, ay), Math.hypot(bx, by))
  return ax * bx + ay * by < 0 && Math.abs(ax * by - ay * bx) <= touchMm * longer
}

const boxesMeet = (one: Box | undefined, two: Box | undefined): boolean =>
  one !== undefined &&
  two !== undefined &&
  one.minX <= two.maxX + touchMm &&
  two.minX <= one.maxX + touchMm &&
  one.minY <= two.maxY + touchMm &&
  two.minY <= one.maxY + touchMm
