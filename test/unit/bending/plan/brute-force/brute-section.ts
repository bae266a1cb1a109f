// The section of a blank on the die, as polygons from `foldCrossSection`, for the separate checker of the tests.
import { foldCrossSection, signedTurnDegOf } from '../../../../../shared/bending/index.ts'
import type { BendProfile, PathPiece, Point } from '../../../../../shared/bending/index.ts'
import { moved } from '../second-checker/polygons.ts'
import type { Polygon } from '../second-checker/polygons.ts'

/** 0 the first edge at the gauge, 1 the last. */
export type Edge = 0 | 1

export const signed = (profile: BendProfile, bend: number): number => {
  const bendProfile = profile.bends[bend]
  return bendProfile === undefined ? 1 : signedTurnDegOf(bendProfile)
}

/** Flange i is 2i, bend i is 2i + 1. */
export interface Piece {
  readonly piece: number
  readonly polygon: Polygon
  readonly headingDeg: number
}

/** The chords of an arc of 3 mm lie within 0.004 mm of it. */
const chordDeg = 6

const sample = (path: PathPiece): Point[] => {
  if (path.kind === 'line') return [path.from, path.to]
  const steps = Math.max(1, Math.ceil(Math.abs(path.turnDeg) / chordDeg))
  return Array.from({ length: steps + 1 }, (_, index) => {
    const by = (path.turnDeg * index * Math.PI) / 180 / steps
    const [dx, dy] = [path.from.x - path.centre.x, path.from.y - path.centre.y]
    const [cos, sin] = [Math.cos(by), Math.sin(by)]
    return { x: path.centre.x + dx * cos - dy * sin, y: path.centre.y + dx * sin + dy * cos }
  })
}

export function pieces(profile: BendProfile, stage: readonly number[]): Piece[] {
  const folded = foldCrossSection(profile, { stage })
  if (!folded.ok) throw new Error(folded.error.message)
  const { flanges, bends } = folded.value
  const flats = flanges.map((one) => ({
    piece: 2 * one.index,
    polygon: [...sample(one.faceA), ...sample(one.faceB).toReversed()],
    headingDeg: one.headingDeg,
  }))
  const arcs = bends.map((one) => ({
    piece: 2 * one.index + 1,
    polygon: [...sample(one.faceA), ...sample(one.faceB).toReversed()],
    headingDeg: (flanges[one.index]?.headingDeg ?? 0) + one.turnDeg / 2,
  }))
  return [...flats, ...arcs].toSorted((a, b) => a.piece - b.piece)
}

/** The section on the die: the bend's middle at x = 0, its flats on the shoulders, the edge at the gauge at +x. */
export function onDie(
  profile: BendProfile,
  done: readonly boolean[],
  bend: number,
  share: number,
  edge: Edge,
  vMm: number,
): Piece[] {
  const stage = done.map((isMade, index) => (index === bend ? share : Number(isMade)))
  const flat = pieces(profile, stage)
  const sign = Math.sign(signed(profile, bend))
  const half = (Math.abs(signed(profile, bend)) * share) / 2
  const level = (flat[2 * bend]?.headingDeg ?? 0) + sign * half
  const [cos, sin] = [Math.cos((-level * Math.PI) / 180), Math.sin((-level * Math.PI) / 180)]
  // last edge and positive: as it is; the other face up turns it about the long axis, the other edge mirrors it
  const fx = edge === 1 ? 1 : -1
  const place = ({ x, y }: Point): Point => ({ x: fx * (x * cos - y * sin), y: sign * (x * sin + y * cos) })
  const turned = flat.map((one) => ({
    ...one,
    polygon: one.polygon.map(place),
    headingDeg: fx > 0 ? sign * (one.headingDeg - level) : 180 - sign * (one.headingDeg - level),
  }))
  const theta = (half * Math.PI) / 180
  const outward = { x: Math.sin(theta), y: -Math.cos(theta) }
  const support = (index: number, nx: number): number =>
    Math.max(...(turned[index]?.polygon ?? []).map(({ x, y }) => nx * x + outward.y * y))
  // both lower faces are lines at a distance from the origin; they meet the shoulders
  const [first, second] = edge === 1 ? [2 * bend, 2 * bend + 2] : [2 * bend + 2, 2 * bend]
  const left = support(first, -outward.x)
  const right = support(second, outward.x)
  const reach = (vMm / 2) * outward.x
  const dy = (reach - (left + right) / 2) / outward.y
  const middle = turned[2 * bend + 1]?.polygon ?? []
  const dx =
    theta > 1e-6
      ? (left - right) / (2 * outward.x)
      : -(Math.min(...middle.map(({ x }) => x)) + Math.max(...middle.map(({ x }) => x))) / 2
  // the flats of an unbent zone: its middle is the middle of the bend line
  const flatDx = -middleOf(turned, bend, share)
  return turned.map((one) => ({ ...one, polygon: moved(one.polygon, share > 1e-6 ? dx : flatDx, dy) }))
}

/** The middle of a bend; for a bend without an arc, the middle between the straight parts of the two flanges. */
function middleOf(turned: readonly Piece[], bend: number, share: number): number {
  if (share > 1e-6) return 0
  const arc = turned[2 * bend + 1]?.polygon ?? []
  return arc.reduce((sum, { x }) => sum + x, 0) / arc.length
}
