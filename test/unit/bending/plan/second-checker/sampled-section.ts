// The section of a blank at any set of done bends, as polygons, for the sampling checker of the tests: a walk along the middle of the
// thickness. It shares no code with the planner. Mm and radians.
import { foldCrossSection, signedTurnDegOf } from '../../../../../shared/bending/index.ts'
import type { BendProfile, Point } from '../../../../../shared/bending/index.ts'
import { zoneLengths } from '../../../../../shared/bending/section/fold-stage.ts'
import type { NeutralLine } from '../../../../../shared/bending/section/fold-stage.ts'
import { straightLengths } from '../../../../../shared/bending/profile/straight-lengths.ts'
import { value } from '../../any-profile.ts'
import type { Polygon } from './polygons.ts'

/** One bend as it is at present. */
export interface BendNow {
  /** Signed, radians; 0: flat. */
  readonly turn: number
  readonly radiusMm: number
  /** Flat on either side of the arc that belongs to the bend's zone. */
  readonly besideMm: number
  /** Only where the two sides differ: on the side of the last flange. */
  readonly afterMm?: number
}

export interface Blank {
  readonly profile: BendProfile
  readonly thicknessMm: number
  readonly straightMm: readonly number[]
  readonly zoneMm: readonly number[]
  readonly finished: readonly BendNow[]
  /** A hem after its pre-bend. */
  readonly preBent: readonly BendNow[]
}

export interface PlacedPiece {
  /** Flange i is 2i, bend i is 2i + 1. */
  readonly piece: number
  readonly polygon: Polygon
  /** The heading of a flange in the placed frame. */
  readonly heading: number
}

export function blankOf(
  profile: BendProfile,
  neutral: NeutralLine | undefined,
  preTurn: number,
  preRadiusMm: number,
): Blank {
  const { thicknessMm } = profile
  const shapes = value(foldCrossSection(profile)).bends.map(({ turnDeg, insideRadiusMm: radiusMm }) => ({
    turnDeg,
    radiusMm,
  }))
  const zoneMm = value(zoneLengths(shapes, thicknessMm, neutral))
  const finished = shapes.map(({ turnDeg, radiusMm }) => ({ turn: (turnDeg * Math.PI) / 180, radiusMm, besideMm: 0 }))
  const preBent = shapes.map(({ turnDeg, radiusMm }, index) => {
    const radius = Math.max(radiusMm, preRadiusMm)
    const arc = preTurn * (radius + thicknessMm / 2)
    return { turn: Math.sign(turnDeg) * preTurn, radiusMm: radius, besideMm: ((zoneMm[index] ?? 0) - arc) / 2 }
  })
  return { profile, thicknessMm, straightMm: value(straightLengths(profile, 'start')), zoneMm, finished, preBent }
}

export const signOf = ({ profile }: Blank, bend: number): number => {
  const bendProfile = profile.bends[bend]
  return bendProfile === undefined ? 1 : Math.sign(signedTurnDegOf(bendProfile))
}

/** 0 flat, 1 made or pre-bent, 2 flattened. */
export function bendNow(blank: Blank, bend: number, done: number): BendNow {
  const flat = { turn: 0, radiusMm: 0, besideMm: (blank.zoneMm[bend] ?? 0) / 2 }
  if (done === 0) return flat
  const isPreBent = done === 1 && blank.profile.bends[bend]?.hem !== null
  return (isPreBent ? blank.preBent : blank.finished)[bend] ?? flat
}

const afterOf = (bend: BendNow | undefined): number => bend?.afterMm ?? bend?.besideMm ?? 0

const arcStep = (2 * Math.PI) / 180

/** The pieces from the first edge, the first flange along +x, and where each arc has its centre and its heading. */
function walk(blank: Blank, bends: readonly BendNow[]) {
  const half = blank.thicknessMm / 2
  const pieces: PlacedPiece[] = []
  const arcs: { centre: Point; heading: number }[] = []
  let [x, y, heading] = [0, 0, 0]
  for (const [index, straight] of blank.straightMm.entries()) {
    const length = afterOf(bends[index - 1]) + straight + (bends[index]?.besideMm ?? 0)
    const [ux, uy] = [Math.cos(heading), Math.sin(heading)]
    const [endX, endY] = [x + length * ux, y + length * uy]
    if (length > 1e-9) {
      const polygon = [
        { x: x + half * uy, y: y - half * ux },
        { x: endX + half * uy, y: endY - half * ux },
        { x: endX - half * uy, y: endY + half * ux },
        { x: x - half * uy, y: y + half * ux },
      ]
      pieces.push({ piece: 2 * index, polygon, heading })
    }
    ;[x, y] = [endX, endY]
    const bend = bends[index]
    if (bend === undefined) break
    const side = Math.sign(bend.turn) || 1
    const middle = bend.radiusMm + half
    const centre = { x: x - side * middle * uy, y: y + side * middle * ux }
    arcs.push({ centre, heading })
    if (bend.turn === 0) continue
    const count = Math.max(2, Math.ceil(Math.abs(bend.turn) / arcStep))
    const pointAt = (share: number, radius: number): Point => {
      const to = heading - (side * Math.PI) / 2 + bend.turn * share
      return { x: centre.x + radius * Math.cos(to), y: centre.y + radius * Math.sin(to) }
    }
    const shares = Array.from({ length: count + 1 }, (_, step) => step / count)
    const polygon = [
      ...shares.map((share) => pointAt(share, middle + half)),
      ...shares.toReversed().map((share) => pointAt(share, Math.max(0, middle - half))),
    ]
    pieces.push({ piece: 2 * index + 1, polygon, heading: heading + bend.turn / 2 })
    ;({ x, y } = pointAt(1, middle))
    heading += bend.turn
  }
  return { pieces, arcs }
}

/**
 * The section with the centre of one bend's arc at 0/0 and that bend turning up. `lastRight`: the last edge at +x.
 * `level`: what lies level: the middle of the bend, its flange at -x or its flange at +x.
 */
export function sectionAbout(
  blank: Blank,
  bends: readonly BendNow[],
  bend: number,
  lastRight: boolean,
  level: 'middle' | 'left' | 'right',
): PlacedPiece[] {
  const { pieces, arcs } = walk(blank, bends)
  const { centre, heading } = arcs[bend] ?? { centre: { x: 0, y: 0 }, heading: 0 }
  const turn = bends[bend]?.turn ?? 0
  const isFirstLevel = (level === 'left') === lastRight
  const base = level === 'middle' ? heading + turn / 2 : isFirstLevel ? heading : heading + turn
  const [cos, sin] = [Math.cos(base), Math.sin(base)]
  const up = signOf(blank, bend)
  const right = lastRight ? 1 : -1
  return pieces.map((one) => ({
    piece: one.piece,
    polygon: one.polygon.map(({ x, y }) => {
      const [dx, dy] = [x - centre.x, y - centre.y]
      return { x: right * (dx * cos + dy * sin), y: up * (dy * cos - dx * sin) }
    }),
    heading: Math.atan2(up * Math.sin(one.heading - base), right * Math.cos(one.heading - base)),
  }))
}

/** Whether no done bend lies between a piece and a bend. */
export function isInLine(done: readonly number[], bend: number, piece: number): boolean {
  const [low, high] = [Math.min(piece, 2 * bend + 1), Math.max(piece, 2 * bend + 1)]
  return done.every((one, index) => one === 0 || index === bend || 2 * index + 1 < low || 2 * index + 1 > high)
}

/** Whether a piece is on the +x side of a bend. */
export const isRight = (piece: number, bend: number, lastRight: boolean): boolean => piece > 2 * bend + 1 === lastRight
