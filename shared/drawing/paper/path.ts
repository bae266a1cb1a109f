// Strokes of a scene as a PDF's path operators, in the scene's own mm with y up; arcs as Bézier curves. Pure.
import type { Arc, Mm, PathPiece, Point } from '../../bending/index.ts'
import { arcFrom, turnAbout } from '../../bending/index.ts'
import { edges, polylinePieces } from '../scene/index.ts'
import type { Primitive } from '../scene/index.ts'

/** A length in a PDF, to a hundredth of a mm, which is finer than any printer; no exponent, never −0. */
export const pdfFigure = (value: Mm): string => String(Math.round(value * 100) / 100 + 0)

/** The path without a painting operator. */
export function pdfPath(item: Exclude<Primitive, { kind: 'text' }>): string {
  switch (item.kind) {
    case 'line':
      return `${spot(item.from)} m ${spot(item.to)} l`
    case 'arc':
      return chain([arcFrom(item.from, item.centre, item.turnDeg)])
    case 'circle': {
      const { centre, radiusMm } = item
      return `${chain([arcFrom({ x: centre.x + radiusMm, y: centre.y }, centre, 360)])} h`
    }
    case 'polyline':
      return item.closed ? `${chain(edges(item.points))} h` : chain(polylinePieces(item))
  }
}

const spot = ({ x, y }: Point): string => `${pdfFigure(x)} ${pdfFigure(y)}`

function chain(pieces: readonly PathPiece[]): string {
  const first = pieces[0]
  if (first === undefined) return ''
  const steps = pieces.map((piece) => (piece.kind === 'line' ? `${spot(piece.to)} l` : curves(piece)))
  return `${spot(first.from)} m ${steps.join(' ')}`
}

/** The largest arc of one curve, which then differs from the arc by less than 3 in 10 000 of its radius. */
function curves({ from, centre, turnDeg, to }: Arc): string {
  const count = Math.max(1, Math.ceil(Math.abs(turnDeg) / 90 - 1e-9))
  const each = turnDeg / count
  const reach = (4 / 3) * Math.tan((each * Math.PI) / 720)
  const ends = Array.from({ length: count }, (_, index) =>
    index === count - 1 ? to : turnAbout(from, centre, each * (index + 1)),
  )
  return ends
    .map((end, index) => {
      const start = index === 0 ? from : (ends[index - 1] ?? from)
      return `${spot(ahead(start, centre, reach))} ${spot(ahead(end, centre, -reach))} ${spot(end)} c`
    })
    .join(' ')
}

/** A step along the tangent, in radii. */
const ahead = (point: Point, centre: Point, by: number): Point => ({
  x: point.x - (point.y - centre.y) * by,
  y: point.y + (point.x - centre.x) * by,
})
