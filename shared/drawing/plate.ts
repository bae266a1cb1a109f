// The flat plate of one piece, as it is cut: outline, cut-outs and bend lines in true mm, x along the width, y along the length.
// Refuses what cannot be cut or contradicts itself, naming the field. Pure.
import { badMeasure, good, meetings, refuse, soundBendLines, soundProfile, writtenAlike } from '../bending/index.ts'
import type { Deg, Mm, Outcome, PathPiece, Point } from '../bending/index.ts'
import type { Cutout, DrawnBendLine, DrawnPiece, DrawnSheet, Vertex } from './drawn-sheet.ts'
import { edges, mirrored } from './outline.ts'
import { soundShape } from './plate-shape.ts'
import type { PlateShape } from './plate-shape.ts'

export interface PlateBend {
  /** Counted from 1, as people count. */
  readonly number: number
  readonly up: boolean
  readonly angleDeg: Deg
  /** Where it meets the two ends of the piece, from x = 0. */
  readonly startMm: Mm
  readonly endMm: Mm
  /** Clipped to the outline. */
  readonly from: Point
  readonly to: Point
}

export interface Plate {
  readonly widthMm: Mm
  readonly lengthMm: Mm
  readonly outline: readonly Vertex[]
  readonly cutouts: readonly Cutout[]
  readonly bends: readonly PlateBend[]
  readonly hand: string
}

/**
 * The plate of one piece; without a piece, the unfolding as written.
 *
 * A piece without an outline or cut-outs of its own has the unfolding's, with the half beyond the middle moved to its own
 * length. A left piece is the mirror image along its length, but for an outline or cut-outs of its own: those are as cut.
 */
export function plateOf(sheet: DrawnSheet, piece?: DrawnPiece): Outcome<Plate> {
  const plates = platesOf(sheet)
  return plates.ok ? plates.value(piece) : plates
}

/** `plateOf` for several pieces of one sheet, whose unfolding is looked at once. */
export function platesOf(sheet: DrawnSheet): Outcome<(piece?: DrawnPiece) => Outcome<Plate>> {
  const profile = soundProfile(sheet.profile)
  if (!profile.ok) return profile
  const whole = soundShape('unfolding', sheet.unfolding)
  if (!whole.ok) return whole
  const lines = soundBendLines(sheet.profile, sheet.unfolding)
  if (!lines.ok) return lines
  return good((piece) => {
    const shape = piece === undefined ? whole : pieceShape(sheet, piece, whole.value)
    if (!shape.ok) return shape
    const hand = piece?.hand ?? 'none'
    const bends = platedBends(sheet, lines.value, shape.value, hand)
    return bends.ok ? good({ ...shape.value, bends: bends.value, hand }) : bends
  })
}

function pieceShape({ unfolding, pieces }: DrawnSheet, piece: DrawnPiece, whole: PlateShape): Outcome<PlateShape> {
  const at = `pieces[${pieces.indexOf(piece)}]`
  for (const key of ['lengthMm', 'endLengthMm'] as const) {
    const length = piece[key]
    const bad = length === null ? null : badMeasure(`${at}.${key}`, key, length)
    if (bad !== null) return bad
  }
  const lengthMm = Math.max(piece.lengthMm, piece.endLengthMm ?? 0)
  const longer = lengthMm - unfolding.lengthMm
  const move = (y: Mm): Mm => (y > unfolding.lengthMm / 2 ? y + longer : y)
  const flip = piece.hand === 'left'
  if (piece.outline === null && piece.cutouts === null && longer === 0 && !flip) return good(whole)
  const outline =
    piece.outline ??
    flippedOutline(
      unfolding.outline.map((vertex) => ({ ...vertex, y: move(vertex.y) })),
      lengthMm,
      flip,
    )
  const cutouts =
    piece.cutouts ?? unfolding.cutouts.map((cutout) => flippedCutout(movedCutout(cutout, move), lengthMm, flip))
  const widthMm = piece.outline === null ? unfolding.widthMm : null
  const shape = soundShape(at, { widthMm, lengthMm, outline, cutouts })
  if (!shape.ok || shape.value.widthMm <= unfolding.widthMm + writtenAlike) return shape
  return refuse(
    `${at}.outline`,
    'contradicts',
    `the piece is ${shape.value.widthMm} mm wide, its unfolding ${unfolding.widthMm}`,
  )
}

const flippedOutline = (outline: readonly Vertex[], length: Mm, flip: boolean): readonly Vertex[] =>
  flip ? mirrored(outline, length) : outline

function movedCutout(cutout: Cutout, move: (y: Mm) => Mm): Cutout {
  if (cutout.kind === 'circle') return { ...cutout, y: move(cutout.y) }
  const middle = cutout.points.reduce((sum, point) => sum + point.y, 0) / Math.max(1, cutout.points.length)
  const by = move(middle) - middle
  return { kind: 'polyline', points: cutout.points.map((point) => ({ ...point, y: point.y + by })) }
}

function flippedCutout(cutout: Cutout, length: Mm, flip: boolean): Cutout {
  if (!flip) return cutout
  return cutout.kind === 'circle'
    ? { ...cutout, y: length - cutout.y }
    : { kind: 'polyline', points: mirrored(cutout.points, length) }
}

function platedBends(
  { unfolding }: DrawnSheet,
  lines: readonly DrawnBendLine[],
  { outline, lengthMm }: PlateShape,
  hand: string,
): Outcome<PlateBend[]> {
  const around = edges(outline)
  const bends: PlateBend[] = []
  for (const line of lines) {
    const { startMm, endMm } = placeOf(line, hand)
    const ends = clipped({ x: startMm, y: 0 }, { x: endMm, y: lengthMm }, around)
    if (ends === undefined) {
      return refuse(
        `unfolding.bendLines[${unfolding.bendLines.indexOf(line)}].positionMm`,
        'outside',
        `bend ${line.bend + 1} at ${line.positionMm} mm does not cross the plate`,
      )
    }
    const { bend, direction, angleDeg } = line
    bends.push({ number: bend + 1, up: direction === 'up', angleDeg, startMm, endMm, ...ends })
  }
  return good(bends)
}

export interface BendPlace {
  /** Counted from 0, as the profile's bends are. */
  readonly bend: number
  /** From the free edge of the first flange to the bend's middle, at the near end of the piece (y = 0 of its plate). */
  readonly startMm: Mm
  /** The same at the far end. */
  readonly endMm: Mm
}

/**
 * Where each bend line stated lies on a piece of this hand, in the order of the profile's bends. A left piece is the mirror image
 * along its length of what the unfolding shows, so its near end is the unfolding's far one.
 */
export const bendPositions = ({ unfolding }: DrawnSheet, hand: string): BendPlace[] =>
  unfolding.bendLines.map((line) => placeOf(line, hand)).toSorted((one, other) => one.bend - other.bend)

function placeOf({ bend, positionMm, endPositionMm }: DrawnBendLine, hand: string): BendPlace {
  const end = endPositionMm ?? positionMm
  return hand === 'left' ? { bend, startMm: end, endMm: positionMm } : { bend, startMm: positionMm, endMm: end }
}

/** From the first edge that the line meets to the last: one line a bend, also where a notch interrupts it. */
function clipped(from: Point, to: Point, outline: readonly PathPiece[]): { from: Point; to: Point } | undefined {
  const shares = outline.flatMap((edge) => sharesMet(from, to, edge))
  const [first, last] = [Math.min(...shares), Math.max(...shares)]
  if (!(last - first > 1e-9)) return undefined
  const at = (share: number): Point => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
  return { from: at(first), to: at(last) }
}

/** How far along the line through two points it meets an edge, the edge's ends included. */
function sharesMet(from: Point, to: Point, edge: PathPiece): number[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (edge.kind === 'arc') {
    const beyond = { x: to.x + dx, y: to.y + dy }
    const before = { x: from.x - dx, y: from.y - dy }
    return meetings({ kind: 'line', from: before, to: beyond }, edge).map(({ y }) => (y - from.y) / dy)
  }
  const [ex, ey] = [edge.to.x - edge.from.x, edge.to.y - edge.from.y]
  const cross = dx * ey - dy * ex
  if (Math.abs(cross) < 1e-12) return []
  const onEdge = ((edge.from.x - from.x) * dy - (edge.from.y - from.y) * dx) / cross
  if (onEdge < -1e-9 || onEdge > 1 + 1e-9) return []
  return [((edge.from.x - from.x) * ey - (edge.from.y - from.y) * ex) / cross]
}
