// Where a picture has room for a small one. Pure. Units: CSS pixels.
import type { Point } from '../../../shared/bending/index.ts'

export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A line that leads to the middle of a round place, and what it must not cross. */
export interface Leader {
  readonly from: Point
  readonly beside: readonly Point[]
}

/** The first of the places that covers the fewest points, and whose leader crosses the fewest. With a leader the places are round. */
export function freestPlace(
  places: readonly Place[],
  taken: readonly Point[],
  leader: Leader | null = null,
): Place | null {
  let best: { place: Place; covered: number } | null = null
  for (const place of places) {
    const crossed = leader === null ? 0 : crossedBy(leader, place)
    const covered =
      taken.filter((point) => (leader === null ? isIn(place, point) : isInRound(place, point))).length + crossed
    if (best === null || covered < best.covered) best = { place, covered }
  }
  return best?.place ?? null
}

const isInRound = ({ x, y, width, height }: Place, point: Point): boolean =>
  Math.hypot(point.x - x - width / 2, point.y - y - height / 2) <= Math.min(width, height) / 2

/** A point this near to a leader is crossed by it. */
const nearPx = 9

function crossedBy({ from, beside }: Leader, { x, y, width, height }: Place): number {
  const line = alongLines([from, { x: x + width / 2, y: y + height / 2 }])
  return beside.filter((point) => line.some((one) => Math.hypot(one.x - point.x, one.y - point.y) < nearPx)).length
}

const isIn = ({ x, y, width, height }: Place, point: Point): boolean =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height

/** Points along lines, close enough that no place between two corners is free by mistake. */
export function alongLines(corners: readonly Point[], stepPx = 10): Point[] {
  return corners.flatMap((to, index) => {
    const from = corners[index - 1]
    if (from === undefined) return [to]
    const parts = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / stepPx))
    return Array.from({ length: parts }, (_, part) => ({
      x: from.x + ((part + 1) / parts) * (to.x - from.x),
      y: from.y + ((part + 1) / parts) * (to.y - from.y),
    }))
  })
}

/** The four corners of a frame for a picture of this size, with a distance from its sides. */
export const cornersOf = (
  frame: { readonly width: number; readonly height: number },
  size: Pick<Place, 'width' | 'height'>,
  top: number,
  side: number,
) =>
  ({
    lowerLeft: { ...size, x: side, y: frame.height - size.height - side },
    lowerRight: { ...size, x: frame.width - size.width - side, y: frame.height - size.height - side },
    upperRight: { ...size, x: frame.width - size.width - side, y: top },
    upperLeft: { ...size, x: side, y: top },
  }) as const satisfies Record<string, Place>
