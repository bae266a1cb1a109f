// The blank of one piece, as it is cut: outline, cut-outs and bend lines in true mm, x along the width, y along the length. Refuses the
// first field that is impossible or contradictory. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import {
  badMeasure,
  intersections,
  refuse,
  signedTurnDegOf,
  validateBendLines,
  validateProfile,
  hundredthTolerance,
} from '../../bending/index.ts'
import type { Deg, Mm, Refusal, PathPiece, Point } from '../../bending/index.ts'
import type { Cutout, DrawnBendLine, DrawnPiece, DrawnSheet, Vertex } from '../drawn-sheet.ts'
import { edges, mirrored } from '../scene/index.ts'
import { validateShape } from './blank-shape.ts'
import type { BlankShape } from './blank-shape.ts'

export interface BlankBend {
  /** Counted from 1. */
  readonly number: number
  readonly up: boolean
  readonly turnDeg: Deg
  /** The kind of the hem; null: a bend. */
  readonly hem: string | null
  /** The positions at the two ends of the piece, from x = 0. */
  readonly startMm: Mm
  readonly endMm: Mm
  /** Clipped to the outline. */
  readonly from: Point
  readonly to: Point
}

export interface Blank {
  readonly widthMm: Mm
  readonly lengthMm: Mm
  readonly outline: readonly Vertex[]
  readonly cutouts: readonly Cutout[]
  readonly bends: readonly BlankBend[]
  readonly hand: string
}

/**
 * The blank of one piece; without a piece, the flat pattern as stated.
 *
 * A piece without its own outline or cut-outs has those of the flat pattern, with the half beyond the middle moved to its length. A left
 * piece is mirrored along its length, except for its own outline or cut-outs, which are as cut.
 */
export function blankOf(sheet: DrawnSheet, piece?: DrawnPiece): Result<Blank, Refusal> {
  const blanks = blanksOf(sheet)
  return blanks.ok ? blanks.value(piece) : blanks
}

/** `blankOf` for several pieces of one sheet: the flat pattern is validated once. */
export function blanksOf(sheet: DrawnSheet): Result<(piece?: DrawnPiece) => Result<Blank, Refusal>, Refusal> {
  const profile = validateProfile(sheet.profile)
  if (!profile.ok) return profile
  const whole = validateShape('unfolding', sheet.unfolding)
  if (!whole.ok) return whole
  const lines = validateBendLines(sheet.profile, sheet.unfolding)
  if (!lines.ok) return lines
  return ok((piece) => {
    const shape = piece === undefined ? whole : pieceShape(sheet, piece, whole.value)
    if (!shape.ok) return shape
    const hand = piece?.hand ?? 'none'
    const bends = blankBends(sheet, lines.value, shape.value, hand)
    return bends.ok ? ok({ ...shape.value, bends: bends.value, hand }) : bends
  })
}

function pieceShape(
  { unfolding, pieces }: DrawnSheet,
  piece: DrawnPiece,
  whole: BlankShape,
): Result<BlankShape, Refusal> {
  const fieldPath = `pieces[${pieces.indexOf(piece)}]`
  for (const key of ['lengthMm', 'endLengthMm'] as const) {
    const length = piece[key]
    const bad = length === null ? null : badMeasure(`${fieldPath}.${key}`, key, length)
    if (bad !== null) return bad
  }
  const lengthMm = Math.max(piece.lengthMm, piece.endLengthMm ?? 0)
  const longer = lengthMm - unfolding.lengthMm
  const move = (y: Mm): Mm => (y > unfolding.lengthMm / 2 ? y + longer : y)
  const flip = piece.hand === 'left'
  if (piece.outline === null && piece.cutouts === null && longer === 0 && !flip) return ok(whole)
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
  const shape = validateShape(fieldPath, { widthMm, lengthMm, outline, cutouts })
  if (!shape.ok || shape.value.widthMm <= unfolding.widthMm + hundredthTolerance) return shape
  return refuse(
    `${fieldPath}.outline`,
    'contradicts',
    `the piece is ${shape.value.widthMm} mm wide, its flat pattern ${unfolding.widthMm}`,
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

function blankBends(
  { profile, unfolding }: DrawnSheet,
  lines: readonly DrawnBendLine[],
  { outline, lengthMm }: BlankShape,
  hand: string,
): Result<BlankBend[], Refusal> {
  const around = edges(outline)
  const bends: BlankBend[] = []
  for (const line of lines) {
    const { startMm, endMm } = placeOf(line, hand)
    const ends = clipped({ x: startMm, y: 0 }, { x: endMm, y: lengthMm }, around)
    if (ends === undefined) {
      return refuse(
        `unfolding.bendLines[${unfolding.bendLines.indexOf(line)}].positionMm`,
        'outside',
        `bend ${line.bend + 1} at ${line.positionMm} mm does not cross the blank`,
      )
    }
    const turnDeg = signedTurnDegOf(line)
    const hem = profile.bends[line.bend]?.hem ?? null
    bends.push({ number: line.bend + 1, up: line.direction === 'up', turnDeg, hem, startMm, endMm, ...ends })
  }
  return ok(bends)
}

export interface BendPlace {
  /** Counted from 0, as the profile's bends are. */
  readonly bend: number
  /** The distance from the free edge of the first flange to the bend's middle, at the near end of the piece (y = 0 of its blank). */
  readonly startMm: Mm
  /** The same at the far end. */
  readonly endMm: Mm
}

/**
 * The position of each stated bend line on a piece of this hand, in the order of the profile's bends. A left piece is mirrored along its
 * length, so its near end is the far end of the flat pattern.
 */
export const bendPositions = ({ unfolding }: DrawnSheet, hand: string): BendPlace[] =>
  unfolding.bendLines.map((line) => placeOf(line, hand)).toSorted((one, other) => one.bend - other.bend)

function placeOf({ bend, positionMm, endPositionMm }: DrawnBendLine, hand: string): BendPlace {
  const end = endPositionMm ?? positionMm
  return hand === 'left' ? { bend, startMm: end, endMm: positionMm } : { bend, startMm: positionMm, endMm: end }
}

/** The part of a line from the first edge that it crosses to the last: one line per bend, even if a notch interrupts it. */
function clipped(from: Point, to: Point, outline: readonly PathPiece[]): { from: Point; to: Point } | undefined {
  const shares = outline.flatMap((edge) => sharesMet(from, to, edge))
  const [first, last] = [Math.min(...shares), Math.max(...shares)]
  if (!(last - first > 1e-9)) return undefined
  const pointAt = (share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  })
  return { from: pointAt(first), to: pointAt(last) }
}

/** The positions, along the line through two points, of its intersections with an edge. The ends of the edge count. */
function sharesMet(from: Point, to: Point, edge: PathPiece): number[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (edge.kind === 'arc') {
    const beyond = { x: to.x + dx, y: to.y + dy }
    const before = { x: from.x - dx, y: from.y - dy }
    return intersections({ kind: 'line', from: before, to: beyond }, edge).map(({ y }) => (y - from.y) / dy)
  }
  const [ex, ey] = [edge.to.x - edge.from.x, edge.to.y - edge.from.y]
  const cross = dx * ey - dy * ex
  if (Math.abs(cross) < 1e-12) return []
  const onEdge = ((edge.from.x - from.x) * dy - (edge.from.y - from.y) * dx) / cross
  if (onEdge < -1e-9 || onEdge > 1 + 1e-9) return []
  return [((edge.from.x - from.x) * ey - (edge.from.y - from.y) * ex) / cross]
}
