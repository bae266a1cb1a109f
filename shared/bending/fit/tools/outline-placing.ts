// Places an imported outline: turned upright, with its reference point at 0/0. Pure. Units: mm.
import { toThousandth } from '../../../base/figures.ts'
import { negated } from '../../../base/negated.ts'
import { pointsBox, turnAbout } from '../../geometry/index.ts'
import type { Point } from '../../geometry/index.ts'
import { sidesAtZero } from './outline-check.ts'
import type { OutlinePart } from './outline-check.ts'
import { shifted } from './outline-edges.ts'
import { findV } from './outline-figures.ts'
import type { Outline } from './outline.ts'

/** How a drawing is turned before its reference point is searched. */
export interface Upright {
  /** Counter-clockwise. */
  readonly quarterTurns: 0 | 1 | 2 | 3
  /** Left and right are swapped after the turn. */
  readonly isMirrored: boolean
}

/** Runs counter-clockwise as before. */
export function turnUpright(outline: Outline, { quarterTurns, isMirrored }: Upright): Outline {
  const turned = outline.map((corner) => turnAbout(corner, { x: 0, y: 0 }, 90 * quarterTurns))
  return isMirrored ? turned.map(({ x, y }) => ({ x: negated(x), y })).toReversed() : turned
}

/** Places at which the V is searched. */
const searchedPlaces = 200

/**
 * The possible reference points of an upright outline, from left to right: the tips of a punch are its lowest points, those of a die or a
 * hemming tool the middles of its Vs. Empty: it has none.
 */
export function referencePoints(outline: Outline, kind: 'punch' | 'die' | 'hemmingTool'): readonly Point[] {
  const { minX, maxX, minY, maxY } = pointsBox(outline)
  if (kind === 'punch')
    return groups(outline.filter(({ y }) => y - minY < 0.01).map(({ x }) => x)).map((x) => ({ x, y: minY }))
  const middles: number[] = []
  for (let place = 1; place < searchedPlaces; place += 1) {
    const x = minX + ((maxX - minX) * place) / searchedPlaces
    const v = findV(shifted(outline, { x: -x, y: -maxY }))
    if (v !== null && Math.max(v.left.levelMm, v.right.levelMm) > -shoulderDropMm)
      middles.push(x + (v.left.edge.x + v.right.edge.x) / 2)
  }
  return groups(middles).map((x) => ({ x, y: maxY }))
}

/**
 * The possible reference points of an upright outline of a machine's part: the corners and the middles of the edges at the side that lies
 * at 0, or the one corner of two such sides. The last is the origin of the drawing, and the only one for a part without such a side.
 */
export function partReferencePoints(outline: Outline, part: OutlinePart): readonly Point[] {
  const sides = sidesAtZero(part)
  const { minX, maxX, minY, maxY } = pointsBox(outline)
  const x = sides.includes('left') ? minX : sides.includes('right') ? maxX : null
  const y = sides.includes('lowest') ? minY : sides.includes('highest') ? maxY : null
  const origin = { x: 0, y: 0 }
  if (x !== null && y !== null) return [{ x, y }, origin]
  const onSide = (corner: Point): boolean =>
    (x !== null && Math.abs(corner.x - x) < sameMm) || (y !== null && Math.abs(corner.y - y) < sameMm)
  const corners = outline.flatMap((corner, index) => {
    const next = outline[(index + 1) % outline.length] ?? corner
    if (!onSide(corner)) return []
    return onSide(next) ? [corner, { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 }] : [corner]
  })
  return [...corners.toSorted((one, other) => one.x - other.x || one.y - other.y), origin]
}

const sameMm = 0.01

/** A V whose shoulders lie lower than this below the top is not a V for bending. */
const shoulderDropMm = 2

/** The middle of each group of values that are less than 1 apart. */
function groups(values: readonly number[]): number[] {
  const valueGroups: number[][] = []
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = valueGroups.at(-1)
    if (last !== undefined && value - (last.at(-1) ?? value) < 1) last.push(value)
    else valueGroups.push([value])
  }
  return valueGroups.map((group) => ((group[0] ?? 0) + (group.at(-1) ?? 0)) / 2)
}

/** The outline with its reference point at 0/0. */
export const placeOutline = (outline: Outline, reference: Point): Outline =>
  shifted(outline, { x: -reference.x, y: -reference.y }).map(({ x, y }) => ({ x: toThousandth(x), y: toThousandth(y) }))
