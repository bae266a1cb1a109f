// The flat plate of one piece, as it is cut: outline, cut-outs and bend lines in true mm, x along the width, y along the length.
// Refuses what cannot be cut or contradicts itself, naming the field. Pure.
import { good, refuse, soundProfile } from '../bending/index.ts'
import type { Deg, Mm, Outcome, Point } from '../bending/index.ts'
import type { Cutout, DrawnBendLine, DrawnPiece, DrawnSheet, Vertex } from './drawn-sheet.ts'
import { area, corners, crossesItself, edges, holds, mirrored, pathBox } from './outline.ts'

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

/** Within this two written figures are the same figure. */
const slackMm = 0.01

/**
 * The plate of one piece; without a piece, the unfolding as written.
 *
 * A piece without an outline or cut-outs of its own has the unfolding's, with the half beyond the middle moved to its own
 * length. A left piece is the mirror image along its length, but for an outline or cut-outs of its own: those are as cut.
 */
export function plateOf(sheet: DrawnSheet, piece?: DrawnPiece): Outcome<Plate> {
  const profile = soundProfile(sheet.profile)
  if (!profile.ok) return profile
  const { unfolding } = sheet
  for (const key of ['widthMm', 'lengthMm'] as const) {
    if (!Number.isFinite(unfolding[key])) return refuse(`unfolding.${key}`, 'not_a_number', `${key} is no number`)
    if (unfolding[key] <= 0) return refuse(`unfolding.${key}`, 'not_positive', `${key} is ${unfolding[key]} mm`)
  }
  const whole = soundShape('unfolding', unfolding.outline, unfolding.cutouts, unfolding.widthMm, unfolding.lengthMm)
  if (!whole.ok) return whole
  const lines = soundBendLines(sheet)
  if (!lines.ok) return lines

  const shape = piece === undefined ? good(unfolding) : pieceShape(sheet, piece)
  if (!shape.ok) return shape
  const { outline, cutouts, widthMm, lengthMm } = shape.value
  const turned = piece?.hand === 'left'
  const bends = platedBends(lines.value, outline, lengthMm, turned)
  if (!bends.ok) return bends
  return good({
    widthMm,
    lengthMm,
    outline: area(corners(outline)) < 0 ? backwards(outline) : outline,
    cutouts,
    bends: bends.value,
    hand: piece?.hand ?? 'none',
  })
}

interface Shape {
  widthMm: Mm
  lengthMm: Mm
  outline: readonly Vertex[]
  cutouts: readonly Cutout[]
}

function pieceShape({ unfolding, pieces }: DrawnSheet, piece: DrawnPiece): Outcome<Shape> {
  const at = `pieces[${pieces.indexOf(piece)}]`
  for (const key of ['lengthMm', 'endLengthMm'] as const) {
    const length = piece[key]
    if (length !== null && !(length > 0)) return refuse(`${at}.${key}`, 'not_positive', `${key} is ${length} mm`)
  }
  const lengthMm = Math.max(piece.lengthMm, piece.endLengthMm ?? 0)
  const longer = lengthMm - unfolding.lengthMm
  const move = (y: Mm): Mm => (y > unfolding.lengthMm / 2 ? y + longer : y)
  const flip = piece.hand === 'left'
  const outline =
    piece.outline ??
    flippedOutline(
      unfolding.outline.map((vertex) => ({ ...vertex, y: move(vertex.y) })),
      lengthMm,
      flip,
    )
  const cutouts =
    piece.cutouts ?? unfolding.cutouts.map((cutout) => flippedCutout(movedCutout(cutout, move), lengthMm, flip))
  const widthMm = piece.outline === null ? unfolding.widthMm : pathBox(edges(outline)).maxX
  if (widthMm > unfolding.widthMm + slackMm) {
    return refuse(`${at}.outline`, 'contradicts', `the piece is ${widthMm} mm wide, its unfolding ${unfolding.widthMm}`)
  }
  const sound = soundShape(at, outline, cutouts, widthMm, lengthMm)
  return sound.ok ? good({ widthMm, lengthMm, outline, cutouts }) : sound
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

/** The same outline run the other way round. */
function backwards(outline: readonly Vertex[]): Vertex[] {
  return mirrored(outline, 0).map(({ x, y, bulge }) => ({ x, y: 0 - y, bulge: 0 - bulge }))
}

function soundShape(
  at: string,
  outline: readonly Vertex[],
  cutouts: readonly Cutout[],
  widthMm: Mm,
  lengthMm: Mm,
): Outcome<true> {
  const field = `${at}.outline`
  const odd = oddVertex(outline)
  if (odd !== undefined)
    return refuse(`${field}[${odd}]`, 'not_a_number', `corner ${odd + 1} of the outline is no point`)
  if (outline.length < 3) return refuse(field, 'wrong_count', `the outline has ${outline.length} corners`)
  const box = pathBox(edges(outline))
  if (Math.abs(box.minX) > slackMm || Math.abs(box.minY) > slackMm) {
    return refuse(field, 'contradicts', `the outline starts at ${box.minX} × ${box.minY}, not at 0 × 0`)
  }
  if (Math.abs(box.maxX - widthMm) > slackMm || Math.abs(box.maxY - lengthMm) > slackMm) {
    return refuse(
      field,
      'contradicts',
      `the outline is ${box.maxX.toFixed(2)} × ${box.maxY.toFixed(2)} mm, the plate ${widthMm} × ${lengthMm}`,
    )
  }
  const around = corners(outline)
  if (crossesItself(around)) return refuse(field, 'contradicts', 'the outline crosses itself')
  for (const [index, cutout] of cutouts.entries()) {
    const own = `${at}.cutouts[${index}]`
    const points = cutoutPoints(cutout)
    if (points === undefined) return refuse(own, 'not_a_number', `cut-out ${index + 1} is no shape`)
    if (!points.every((point) => holds(around, point, slackMm))) {
      return refuse(own, 'outside', `cut-out ${index + 1} reaches outside the plate`)
    }
  }
  return good(true)
}

function oddVertex(outline: readonly Vertex[]): number | undefined {
  const index = outline.findIndex(({ x, y, bulge }) => ![x, y, bulge].every(Number.isFinite))
  return index === -1 ? undefined : index
}

function cutoutPoints(cutout: Cutout): readonly Point[] | undefined {
  if (cutout.kind === 'polyline') {
    return cutout.points.length < 3 || oddVertex(cutout.points) !== undefined ? undefined : cutout.points
  }
  const { x, y, diameterMm } = cutout
  if (![x, y, diameterMm].every(Number.isFinite) || diameterMm <= 0) return undefined
  const radius = diameterMm / 2
  return [
    { x: x - radius, y },
    { x: x + radius, y },
    { x, y: y - radius },
    { x, y: y + radius },
  ]
}

function soundBendLines({ profile, unfolding }: DrawnSheet): Outcome<readonly DrawnBendLine[]> {
  const { bendLines, widthMm } = unfolding
  if (bendLines.length !== profile.bends.length) {
    const figures = `${bendLines.length} bend lines, ${profile.bends.length} bends`
    return refuse('unfolding.bendLines', 'wrong_count', figures)
  }
  const seen = new Set<number>()
  for (const [index, line] of bendLines.entries()) {
    const at = `unfolding.bendLines[${index}]`
    const bend = profile.bends[line.bend]
    if (bend === undefined || seen.has(line.bend)) {
      return refuse(
        `${at}.bend`,
        'contradicts',
        `line ${index + 1} names bend ${line.bend}, which is not one of its own`,
      )
    }
    seen.add(line.bend)
    for (const key of ['positionMm', 'endPositionMm'] as const) {
      const position = line[key]
      if (position === null) continue
      if (!Number.isFinite(position))
        return refuse(`${at}.${key}`, 'not_a_number', `bend ${line.bend + 1} has no place`)
      if (position <= 0 || position >= widthMm) {
        return refuse(`${at}.${key}`, 'outside', `bend ${line.bend + 1} at ${position} mm is outside 0 to ${widthMm}`)
      }
    }
    if (!Number.isFinite(line.angleDeg)) return refuse(`${at}.angleDeg`, 'not_a_number', 'the angle is no number')
    if (Math.abs(line.angleDeg - Math.abs(bend.angleDeg)) > slackMm) {
      return refuse(`${at}.angleDeg`, 'contradicts', `the line says ${line.angleDeg}°, the profile ${bend.angleDeg}°`)
    }
    if (line.direction !== 'up' && line.direction !== 'down') {
      return refuse(`${at}.direction`, 'unknown_value', `bend ${line.bend + 1} goes "${line.direction}"`)
    }
    // A full turn is written with either sign, so only the line can tell which way it goes.
    if (Math.abs(bend.angleDeg) !== 180 && bend.angleDeg > 0 !== (line.direction === 'up')) {
      return refuse(
        `${at}.direction`,
        'contradicts',
        `bend ${line.bend + 1} turns ${bend.angleDeg}° and is drawn ${line.direction}`,
      )
    }
  }
  return good(bendLines)
}

function platedBends(
  lines: readonly DrawnBendLine[],
  outline: readonly Vertex[],
  length: Mm,
  turned: boolean,
): Outcome<PlateBend[]> {
  const around = corners(outline)
  const bends: PlateBend[] = []
  for (const [index, line] of lines.entries()) {
    const start = turned ? (line.endPositionMm ?? line.positionMm) : line.positionMm
    const end = turned ? line.positionMm : (line.endPositionMm ?? line.positionMm)
    const ends = clipped({ x: start, y: 0 }, { x: end, y: length }, around)
    if (ends === undefined) {
      return refuse(
        `unfolding.bendLines[${index}].positionMm`,
        'outside',
        `bend ${line.bend + 1} does not cross the plate`,
      )
    }
    bends.push({
      number: line.bend + 1,
      up: line.direction === 'up',
      angleDeg: line.angleDeg,
      startMm: start,
      endMm: end,
      ...ends,
    })
  }
  return good(bends)
}

/** From the first edge that the line meets to the last: one line a bend, also where a notch interrupts it. */
function clipped(from: Point, to: Point, around: readonly Point[]): { from: Point; to: Point } | undefined {
  const dx = to.x - from.x
  const dy = to.y - from.y
  let first = Infinity
  let last = -Infinity
  for (const [index, a] of around.entries()) {
    const b = around[(index + 1) % around.length] ?? a
    const ex = b.x - a.x
    const ey = b.y - a.y
    const cross = dx * ey - dy * ex
    if (Math.abs(cross) < 1e-12) continue
    const along = ((a.x - from.x) * ey - (a.y - from.y) * ex) / cross
    const onEdge = ((a.x - from.x) * dy - (a.y - from.y) * dx) / cross
    if (onEdge < -1e-9 || onEdge > 1 + 1e-9) continue
    first = Math.min(first, along)
    last = Math.max(last, along)
  }
  if (!(last - first > 1e-9)) return undefined
  const at = (share: number): Point => ({ x: from.x + dx * share, y: from.y + dy * share })
  return { from: at(first), to: at(last) }
}
