// The soft shadow of the piece on the ground below it: a grid of points with a darkness, from 0 to 1. The sheet is a section along z, so
// its shadow is the shadow of the section times that of the length. Pure. Units: mm.

export interface SoftShadow {
  /** x and z of each point. */
  readonly places: Float32Array
  readonly darkness: Float32Array
  readonly corners: Uint32Array
}

const columns = 44
/** Beyond the end of the piece in widths of the blur, and how dark it is there. */
const fadeOf = [
  [1.2, 0],
  [0.45, 0.22],
  [-0.15, 0.62],
  [-0.9, 1],
] as const
const rows = 2 * fadeOf.length
/** How much wider the shadow is for each mm of height, and on the ground, in shares of the length. */
const blurOfHeight = 0.55
const blurOnGround = 0.03
const darknessOfSheet = 0.6
/** The height at which the shadow is half as dark, in shares of the length. */
const fadeHeight = 0.25

export function softShadow(): SoftShadow {
  const corners: number[] = []
  for (let column = 0; column + 1 < columns; column += 1)
    for (let row = 0; row + 1 < rows; row += 1) {
      const first = column * rows + row
      corners.push(first, first + 1, first + rows + 1, first, first + rows + 1, first + rows)
    }
  return {
    places: new Float32Array(2 * columns * rows),
    darkness: new Float32Array(columns * rows),
    corners: new Uint32Array(corners),
  }
}

/** Writes the shadow of a section with these points, `count` of them, on the ground at `groundY`. */
export function writeShadow(
  { places, darkness }: SoftShadow,
  xs: Float64Array,
  ys: Float64Array,
  count: number,
  groundY: number,
  lengthMm: number,
): void {
  const leastMm = blurOnGround * lengthMm
  let minX = Infinity
  let maxX = -Infinity
  let highest = 0
  let heights = 0
  for (let point = 0; point < count; point += 1) {
    const height = (ys[point] ?? 0) - groundY
    minX = Math.min(minX, xs[point] ?? 0)
    maxX = Math.max(maxX, xs[point] ?? 0)
    highest = Math.max(highest, height)
    heights += height
  }
  const blurZ = leastMm + (blurOfHeight * heights) / Math.max(1, count) / 1.5
  const pad = leastMm + blurOfHeight * highest
  for (let column = 0; column < columns; column += 1) {
    const x = minX - pad + ((maxX - minX + 2 * pad) * column) / (columns - 1)
    let light = 1
    for (let point = 0; point + 1 < count; point += 1) {
      const [from, to] = [xs[point] ?? 0, xs[point + 1] ?? 0]
      const height = ((ys[point] ?? 0) + (ys[point + 1] ?? 0)) / 2 - groundY
      const blur = leastMm + blurOfHeight * height
      const covered = step((x - Math.min(from, to)) / blur) - step((x - Math.max(from, to)) / blur)
      // less of the sky is hidden by what is high
      light *= 1 - (darknessOfSheet * covered) / (1 + height / (fadeHeight * lengthMm))
    }
    // both sides of the grid are outside the shadow
    const dark = column === 0 || column === columns - 1 ? 0 : 1 - light
    for (let row = 0; row < rows; row += 1) {
      const isNear = row >= fadeOf.length
      const [beyond, share] = fadeOf[isNear ? rows - 1 - row : row] ?? [0, 0]
      const point = column * rows + row
      places[2 * point] = x
      places[2 * point + 1] = (isNear ? 1 : -1) * (lengthMm / 2 + beyond * blurZ)
      darkness[point] = dark * share
    }
  }
}

/** From 0 at -1 to 1 at 1. */
function step(position: number): number {
  const s = Math.min(1, Math.max(0, (position + 1) / 2))
  return s * s * (3 - 2 * s)
}
