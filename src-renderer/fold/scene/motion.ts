// Movements in space that keep every distance: the blank is turned end for end, flipped over its long axis, and moved in the plane of its
// section. Pure. x to the backgauge, y up, z along the machine towards its near end. Units: mm, radians.
import type { Placement } from './section.ts'

export interface Motion {
  /** The blank is turned end for end first: about the vertical axis at 0. */
  readonly isEndForEnd: boolean
  /** Then about the long axis and about the vertical axis through a point of the section's plane. */
  readonly flip: number
  readonly halfTurn: number
  readonly centreX: number
  readonly centreY: number
}

export const atRest = (isEndForEnd: boolean): Motion => ({
  isEndForEnd,
  flip: 0,
  halfTurn: 0,
  centreX: 0,
  centreY: 0,
})

export interface SpacePoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Writes the movement as a matrix of four columns. */
export function writeMatrix({ isEndForEnd, flip, halfTurn, centreX, centreY }: Motion, matrix: Float64Array): void {
  const cosFlip = Math.cos(flip)
  const sinFlip = Math.sin(flip)
  const cosHalf = Math.cos(halfTurn)
  const sinHalf = Math.sin(halfTurn)
  const end = isEndForEnd ? -1 : 1
  // about the vertical axis after about the long axis
  matrix[0] = end * cosHalf * cosFlip
  matrix[1] = end * sinFlip
  matrix[2] = -end * sinHalf * cosFlip
  matrix[3] = 0
  matrix[4] = -cosHalf * sinFlip
  matrix[5] = cosFlip
  matrix[6] = sinHalf * sinFlip
  matrix[7] = 0
  matrix[8] = end * sinHalf
  matrix[9] = 0
  matrix[10] = end * cosHalf
  matrix[11] = 0
  const turnedX = cosFlip * centreX - sinFlip * centreY
  matrix[12] = centreX - cosHalf * turnedX
  matrix[13] = centreY - sinFlip * centreX - cosFlip * centreY
  matrix[14] = sinHalf * turnedX
  matrix[15] = 1
}

/** A point after the movement. */
export function moved(motion: Motion, { x, y, z }: SpacePoint): SpacePoint {
  const matrix = new Float64Array(16)
  writeMatrix(motion, matrix)
  const row = (index: number): number =>
    (matrix[index] ?? 0) * x + (matrix[index + 4] ?? 0) * y + (matrix[index + 8] ?? 0) * z + (matrix[index + 12] ?? 0)
  return { x: row(0), y: row(1), z: row(2) }
}

export const smooth = (share: number): number => {
  const s = Math.min(1, Math.max(0, share))
  return s * s * (3 - 2 * s)
}

/** The angle from one direction to another, the shorter way. */
const turnBetween = (from: number, to: number): number => {
  const turn = (to - from) % (2 * Math.PI)
  return turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn
}

/**
 * From one place to another while the section turns about `pivot`, a point of it in its first place; the pivot moves straight, and rises by
 * `liftMm` on its way.
 */
export function placeBetween(
  from: Placement,
  to: Placement,
  pivot: { readonly x: number; readonly y: number },
  share: number,
  liftMm: number,
): Placement {
  const turn = turnBetween(from.heading, to.heading)
  const turned = (by: number): { x: number; y: number } => ({
    x: (from.x - pivot.x) * Math.cos(by) - (from.y - pivot.y) * Math.sin(by),
    y: (from.x - pivot.x) * Math.sin(by) + (from.y - pivot.y) * Math.cos(by),
  })
  const [last, now] = [turned(turn), turned(turn * share)]
  const [endX, endY] = [to.x - last.x, to.y - last.y]
  return {
    x: pivot.x + (endX - pivot.x) * share + now.x,
    y: pivot.y + (endY - pivot.y) * share + now.y + liftMm * Math.sin(Math.PI * share),
    heading: from.heading + turn * share,
  }
}
