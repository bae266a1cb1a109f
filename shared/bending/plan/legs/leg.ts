// One side of the blank at a bend: the chain of flats and arcs from that bend to an edge, at a given set of done bends. It is built
// outward, one bend at a time, so that all sets that agree near the bend share their beginning. Pure. Units: mm and radians.
//
// A leg lies along +x from the end of the zone of its bend, the middle of its thickness at y = 0; up is the side to which its own bend
// turns. The leg towards the first flange is built as its mirror image.
import type { BlankModel, BendState } from './blank-model.ts'
import { chordsOf, segment } from './piece-shape.ts'
import type { PieceShape } from './piece-shape.ts'

/** What one more decided bend adds: the flat before it, and its arc if it is made. */
export interface LegNode {
  readonly parent: LegNode | null
  /** Bends whose value is decided, and all of them: then the edge is reached. */
  readonly depth: number
  readonly complete: boolean
  /** The shapes that this node adds. */
  readonly shapes: readonly LegShape[]
  /** Where the next flat begins. */
  readonly x: number
  readonly y: number
  /** The flat part of the last zone, with which the next flat begins; negative where its arc took more than the zone. */
  readonly leadMm: number
  readonly heading: number
  /** Whether no bend of the leg is made so far: the next flat is in line with the step's bend. */
  readonly straight: boolean
}

export interface LegShape extends PieceShape {
  /** The shape is in line with the flat beside the step's bend: it rests on the die and lies beside the tip of the punch. */
  readonly inLine: boolean
  /** No point of it is below the lower face of that flat. */
  readonly above: boolean
  /** No point of it is above the upper face of that flat: it comes no nearer to the tip of the punch than the flat. */
  readonly below: boolean
  /** The heading of a flat; 0 for an arc. */
  readonly heading: number
  /** The cut edge at the end of the leg. */
  readonly edge: boolean
}

const roundingMm = 1e-9

type Sides = Pick<LegShape, 'above' | 'below'>

const sidesOf = (shape: PieceShape, half: number): Sides => ({
  above: lowest(shape) >= -half - roundingMm,
  below: highest(shape) <= half + roundingMm,
})

/** All shapes have their fields in the same order, because the checker reads them millions of times. */
const legShape = (
  { arc, ax, ay, by, sweep, piece }: PieceShape,
  bx: number,
  half: number,
  inLine: boolean,
  { above, below }: Sides,
  heading: number,
  edge: boolean,
): LegShape => ({ arc, ax, ay, bx, by, sweep, half, piece, inLine, above, below, heading, edge })

/** A shape of a leg that begins elsewhere: turned about 0/0, then moved. `half`: half of the thickness. */
export function placedShape(shape: LegShape, { x, y, heading }: LegStart, half: number): LegShape {
  const inLine = shape.inLine && heading === 0
  const placed = rigidly(shape, x, y, heading)
  return legShape(placed, placed.bx, placed.half, inLine, sidesOf(placed, half), shape.heading + heading, shape.edge)
}

/** A shape of a leg that is turned about 0/0 as a whole. Its place beside its bend stays the same. */
export const turnedShape = (shape: LegShape, heading: number): LegShape => ({
  ...shape,
  ...rigidly(shape, 0, 0, heading),
})

/** Where a leg begins, and its direction. */
export interface LegStart {
  readonly x: number
  readonly y: number
  readonly heading: number
}

function rigidly(shape: PieceShape, x: number, y: number, heading: number): PieceShape {
  const { arc, ax, ay, bx, by, sweep, half, piece } = shape
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)]
  return {
    arc,
    ax: x + ax * cos - ay * sin,
    ay: y + ax * sin + ay * cos,
    bx: arc ? bx : x + bx * cos - by * sin,
    by: arc ? by + heading : y + bx * sin + by * cos,
    sweep,
    half,
    piece,
  }
}

/** A flat or an arc of the bend of the leg. */
export const asLegShape = (shape: PieceShape, inLine: boolean, sides: Pick<LegShape, 'above' | 'below'>): LegShape =>
  legShape(shape, shape.bx, shape.half, inLine, sides, 0, false)

const chords = new WeakMap<LegShape, readonly LegShape[]>()

/** An arc as chords with the place of the arc; a flat unchanged. */
export function fineShapes(shape: LegShape): readonly LegShape[] {
  const cached = chords.get(shape)
  if (cached !== undefined) return cached
  const { inLine, heading, edge } = shape
  const shapes = shape.arc
    ? chordsOf(shape).map((chord) => legShape(chord, chord.bx, chord.half, inLine, shape, heading, edge))
    : [shape]
  chords.set(shape, shapes)
  return shapes
}

/** The value of each bend of a leg, nearest first: 0 flat, 1 made or pre-bent, 2 flattened. */
export function legRoot(): LegNode {
  return { parent: null, depth: 0, complete: false, shapes: [], x: 0, y: 0, leadMm: 0, heading: 0, straight: true }
}

/** The bend at a depth of the leg of a bend, 1 outwards to the last flange, -1 to the first. Undefined beyond the edge. */
export const bendAt = (bend: number, side: 1 | -1, depth: number): number => bend + side * (depth + 1)

const flatState = (zoneMm: number): BendState => ({ turn: 0, radiusMm: 0, besideMm: zoneMm / 2 })

/** The child of a node in which the next bend has a value; at the end of the blank the value is ignored. */
export function legChild(model: BlankModel, bend: number, side: 1 | -1, node: LegNode, value: number): LegNode {
  const next = model.bends[bendAt(bend, side, node.depth)]
  const flange = side > 0 ? bend + 1 + node.depth : bend - node.depth
  const half = model.thicknessMm / 2
  const state =
    next === undefined
      ? { turn: 0, radiusMm: 0, besideMm: 0 }
      : value === 0
        ? flatState(next.zoneMm)
        : (next.stepStates[value - 1] ?? flatState(next.zoneMm))
  const length = node.leadMm + (model.straightMm[flange] ?? 0) + state.besideMm
  const cos = Math.cos(node.heading)
  const sin = Math.sin(node.heading)
  const endX = node.x + length * cos
  const endY = node.y + length * sin
  const flat = (shape: PieceShape, edge: boolean): LegShape =>
    legShape(shape, shape.bx, shape.half, node.straight, sidesOf(shape, half), node.heading, edge)
  if (next === undefined) {
    const shapes = endShapes(flat, flange, node, endX, endY, Math.max(0, length), half)
    return { ...node, parent: node, depth: node.depth + 1, complete: true, shapes, x: endX, y: endY, leadMm: 0 }
  }
  if (state.turn === 0) {
    const x = endX + state.besideMm * cos
    const y = endY + state.besideMm * sin
    const shapes = [flat(segment(2 * flange, node.x, node.y, x, y, half), false)]
    return { ...node, parent: node, depth: node.depth + 1, shapes, x, y, leadMm: 0 }
  }
  const legBend = model.bends[bend]
  const rel = (legBend?.sign ?? 1) * next.sign
  const radius = state.radiusMm + half
  const cx = endX - rel * radius * sin
  const cy = endY + rel * radius * cos
  const start = node.heading - (rel * Math.PI) / 2
  const sweep = rel * state.turn
  const arc: PieceShape = { arc: true, ax: cx, ay: cy, bx: radius, by: start, sweep, half, piece: 2 * next.index + 1 }
  const sides = sidesOf(arc, half)
  // The flat before this arc may rest on the die. The rounded end of a thick arc would give false contacts there, so its two faces are checked.
  const faces = node.straight && !sides.above ? [radius - half, radius + half] : null
  const width = faces === null ? half : 0
  const arcs = (faces ?? [radius]).map((face) => legShape(arc, face, width, false, sides, 0, false))
  const shapes =
    length > roundingMm ? [flat(segment(2 * flange, node.x, node.y, endX, endY, half), false), ...arcs] : arcs
  const heading = node.heading + sweep
  return {
    parent: node,
    depth: node.depth + 1,
    complete: false,
    shapes,
    x: cx + radius * Math.cos(start + sweep),
    y: cy + radius * Math.sin(start + sweep),
    leadMm: state.besideMm,
    heading,
    straight: false,
  }
}

/** The last flat with its square end: a segment that stops half the thickness short, the corners, and the cut. */
function endShapes(
  flat: (shape: PieceShape, edge: boolean) => LegShape,
  flange: number,
  from: { readonly x: number; readonly y: number; readonly heading: number },
  endX: number,
  endY: number,
  length: number,
  half: number,
): LegShape[] {
  const cos = Math.cos(from.heading)
  const sin = Math.sin(from.heading)
  const body = length - half
  const piece = 2 * flange
  const pointAt = (along: number, up: number) => ({
    x: endX - (length - along) * cos - up * sin,
    y: endY - (length - along) * sin + up * cos,
  })
  const begin = Math.max(0, body)
  const [low, lowEnd, high, highEnd] = [
    pointAt(begin, -half),
    pointAt(length, -half),
    pointAt(begin, half),
    pointAt(length, half),
  ]
  const lower = flat(segment(piece, low.x, low.y, lowEnd.x, lowEnd.y, 0), false)
  const upper = flat(segment(piece, high.x, high.y, highEnd.x, highEnd.y, 0), false)
  const cut = flat(segment(piece, lowEnd.x, lowEnd.y, highEnd.x, highEnd.y, 0), true)
  if (body <= 0) return [lower, upper, cut]
  const [a, b] = [pointAt(0, 0), pointAt(body, 0)]
  return [flat(segment(piece, a.x, a.y, b.x, b.y, half), false), lower, upper, cut]
}

/** The least y of a shape, with its width. */
export function lowest(shape: PieceShape): number {
  if (!shape.arc) return Math.min(shape.ay, shape.by) - shape.half
  const { ay: cy, bx: radius, by: start, sweep, half } = shape
  const least = Math.min(cy + radius * Math.sin(start), cy + radius * Math.sin(start + sweep))
  return (reaches(start, sweep, -Math.PI / 2) ? cy - radius : least) - half
}

/** The greatest y of a shape, with its width. */
export function highest(shape: PieceShape): number {
  if (!shape.arc) return Math.max(shape.ay, shape.by) + shape.half
  const { ay: cy, bx: radius, by: start, sweep, half } = shape
  const most = Math.max(cy + radius * Math.sin(start), cy + radius * Math.sin(start + sweep))
  return (reaches(start, sweep, Math.PI / 2) ? cy + radius : most) + half
}

/** Whether an arc passes a direction. */
function reaches(start: number, sweep: number, direction: number): boolean {
  const from = sweep >= 0 ? direction - start : start - direction
  return from - 2 * Math.PI * Math.floor(from / (2 * Math.PI)) <= Math.abs(sweep)
}

/** All shapes of a leg, nearest first. */
export function legShapes(node: LegNode): LegShape[] {
  const path: LegNode[] = []
  for (let ancestor: LegNode | null = node; ancestor !== null; ancestor = ancestor.parent) path.push(ancestor)
  return path.toReversed().flatMap(({ shapes }) => shapes)
}
