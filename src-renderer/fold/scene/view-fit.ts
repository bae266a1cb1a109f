// Where a camera with a fixed direction must be, so that all points fill its view and none is outside. Pure.

export interface CameraAxes {
  /** Unit vectors, of three numbers: to the right, up, and towards the camera. */
  readonly right: readonly number[]
  readonly up: readonly number[]
  readonly back: readonly number[]
}

/** Relative to 0: the camera is at `right` and `up` along its axes, and `distance` back. */
export interface ViewFit {
  right: number
  up: number
  distance: number
}

/** What the points may fill on each side of the middle, as tangents of the angles. */
export interface ViewRoom {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** `points`: three numbers each, `count` points. */
export function fitView(
  points: Float64Array,
  count: number,
  { right, up, back }: CameraAxes,
  room: ViewRoom,
  fit: ViewFit,
): void {
  let [mostRight, mostLeft, mostUp, mostDown] = [-Infinity, -Infinity, -Infinity, -Infinity]
  for (let point = 0; point < 3 * count; point += 3) {
    const across = along(points, point, right)
    const upwards = along(points, point, up)
    const nearer = along(points, point, back)
    // |across - fit.right| ≤ tangent · (distance - nearer)
    mostRight = Math.max(mostRight, across + nearer * room.right)
    mostLeft = Math.max(mostLeft, -across + nearer * room.left)
    mostUp = Math.max(mostUp, upwards + nearer * room.top)
    mostDown = Math.max(mostDown, -upwards + nearer * room.bottom)
  }
  const distance = Math.max(
    (mostRight + mostLeft) / (room.right + room.left),
    (mostUp + mostDown) / (room.top + room.bottom),
  )
  fit.distance = distance
  // between the places where the points touch either side
  fit.right = (mostRight - distance * room.right + (distance * room.left - mostLeft)) / 2
  fit.up = (mostUp - distance * room.top + (distance * room.bottom - mostDown)) / 2
}

const along = (points: Float64Array, point: number, axis: readonly number[]): number =>
  (points[point] ?? 0) * (axis[0] ?? 0) +
  (points[point + 1] ?? 0) * (axis[1] ?? 0) +
  (points[point + 2] ?? 0) * (axis[2] ?? 0)

/** The tangent of what stays free of a margin on one side of the middle. `whole` is the tangent without a margin. */
export const freeTangent = (marginPx: number, sizePx: number, whole: number): number =>
  whole * Math.max(0.25, 1 - (2 * marginPx) / sizePx)
