// Both faces of the blank around one bend, as chains of corners with bulges, from the edge at -x to the edge at +x. The centre of
// the arc of the step's bend is at 0/0, and the inside of that bend is up. Pure. Units: mm, radians.
import { negated } from '../../../base/negated.ts'
import type { Mm } from '../../units.ts'
import type { BlankModel, Side } from '../legs/index.ts'

/** `bulge` is DXF's: tan of a quarter of the arc to the next corner, 0 for a straight line. */
export interface FaceCorner {
  readonly x: Mm
  readonly y: Mm
  readonly bulge: number
}

export interface BlankFaces {
  /** The face on the inside of the step's bend. */
  readonly inside: readonly FaceCorner[]
  readonly outside: readonly FaceCorner[]
}

/** A flat part, or an arc with its radius along the middle of the thickness; a positive turn goes up. */
type Move = { readonly lengthMm: Mm } | { readonly turn: number; readonly middleMm: Mm }

/** How both legs leave the step's bend. */
export interface StepArc {
  readonly bend: number
  readonly radiusMm: Mm
  /** Headings of the leg at +x and of the leg at -x, each without its sign; their sum is the turn of the step's bend. */
  readonly headings: readonly [number, number]
  /** The flat of the zone of the step's bend beside the arc, on the same sides. */
  readonly besideMm: readonly [Mm, Mm]
  /** The side of the profile that lies at +x. */
  readonly side: Side
  readonly valueAt: (bend: number) => number
}

export function blankFaces(model: BlankModel, arc: StepArc): BlankFaces {
  const { headings, besideMm, side, radiusMm, bend, valueAt } = arc
  const leg = (which: 0 | 1): { up: FaceCorner[]; down: FaceCorner[] } =>
    walked(
      legMoves(model, bend, which === 0 ? side : side > 0 ? -1 : 1, valueAt, besideMm[which]),
      headings[which],
      radiusMm + model.thicknessMm / 2,
      model.thicknessMm / 2,
    )
  const [right, left] = [leg(0), leg(1)]
  const turn = headings[0] + headings[1]
  return {
    inside: joined(left.up, right.up, radiusMm > 0 ? Math.tan(turn / 4) : 0),
    outside: joined(left.down, right.down, Math.tan(turn / 4)),
  }
}

/** The leg at -x from its edge inwards, as a mirror image, then the arc of the step's bend, then the leg at +x. */
function joined(left: readonly FaceCorner[], right: readonly FaceCorner[], bulge: number): FaceCorner[] {
  const inward = left
    .map(({ x, y }, index) => ({ x: negated(x), y, bulge: index === 0 ? bulge : (left[index - 1]?.bulge ?? 0) }))
    .toReversed()
  return [...inward, ...right]
}

/** One leg from the step's bend to its edge, at the values of the other bends. */
function legMoves(
  { bends, straightMm, thicknessMm }: BlankModel,
  stepBend: number,
  side: Side,
  valueAt: (bend: number) => number,
  besideMm: Mm,
): Move[] {
  const moves: Move[] = []
  const sign = bends[stepBend]?.sign ?? 1
  let lengthMm = besideMm
  for (let depth = 0; ; depth += 1) {
    const next = bends[stepBend + side * (depth + 1)]
    lengthMm += straightMm[side > 0 ? stepBend + 1 + depth : stepBend - depth] ?? 0
    if (next === undefined) return [...moves, { lengthMm }]
    const state = next.stepStates[valueAt(next.index) - 1]
    if (state === undefined) {
      lengthMm += next.zoneMm
      continue
    }
    moves.push(
      { lengthMm: lengthMm + state.besideMm },
      { turn: sign * next.sign * state.turn, middleMm: state.radiusMm + thicknessMm / 2 },
    )
    lengthMm = state.besideMm
  }
}

/** Both faces of a leg that begins at the end of an arc about 0/0. */
function walked(
  moves: readonly Move[],
  heading: number,
  middleMm: Mm,
  half: Mm,
): { up: FaceCorner[]; down: FaceCorner[] } {
  const up: FaceCorner[] = []
  const down: FaceCorner[] = []
  let cursor = { x: middleMm * Math.sin(heading), y: -middleMm * Math.cos(heading), heading }
  const corner = (list: FaceCorner[], off: Mm, bulge: number): void => {
    list.push({ x: cursor.x - off * Math.sin(cursor.heading), y: cursor.y + off * Math.cos(cursor.heading), bulge })
  }
  for (const move of moves) {
    if ('lengthMm' in move) {
      corner(up, half, 0)
      corner(down, -half, 0)
      const { lengthMm } = move
      cursor = {
        ...cursor,
        x: cursor.x + lengthMm * Math.cos(cursor.heading),
        y: cursor.y + lengthMm * Math.sin(cursor.heading),
      }
      continue
    }
    const { turn, middleMm: radius } = move
    const bulge = Math.tan(turn / 4)
    const inner = radius - half > 1e-9 ? bulge : 0
    corner(up, half, turn > 0 ? inner : bulge)
    corner(down, -half, turn > 0 ? bulge : inner)
    const to = Math.sign(turn)
    const [cx, cy] = [
      cursor.x - to * radius * Math.sin(cursor.heading),
      cursor.y + to * radius * Math.cos(cursor.heading),
    ]
    const next = cursor.heading + turn
    cursor = { x: cx + to * radius * Math.sin(next), y: cy - to * radius * Math.cos(next), heading: next }
  }
  corner(up, half, 0)
  corner(down, -half, 0)
  return { up, down }
}

/** A face moved. */
export const lifted = (face: readonly FaceCorner[], xMm: Mm, yMm: Mm): FaceCorner[] =>
  face.map(({ x, y, bulge }) => ({ x: x + xMm, y: y + yMm, bulge }))
