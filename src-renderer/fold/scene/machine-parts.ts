// The parts of the machine as solids: how their outlines move, and what of them is shown. Pure. Units: mm, radians.
import type { Point } from '../../../shared/bending/index.ts'
import type { PlanPart } from '../../../shared/bending/plan/index.ts'

export interface PicturePart {
  readonly part: PlanPart
  readonly outline: readonly Point[]
}

/** `upper`: opens before and after the bend. */
export type PartGroup = 'fixed' | 'upper' | 'gauge'

const upperParts: ReadonlySet<PlanPart> = new Set(['punch', 'clamp', 'beam'])
const gaugeParts: ReadonlySet<PlanPart> = new Set(['fingers', 'gauge'])
const toolParts: ReadonlySet<PlanPart> = new Set(['punch', 'die', 'hemming_tool', 'closing_slot'])

export const groupOf = (part: PlanPart): PartGroup =>
  upperParts.has(part) ? 'upper' : gaugeParts.has(part) ? 'gauge' : 'fixed'

export const isTool = (part: PlanPart): boolean => toolParts.has(part)

/** A movement in the plane: a turn about 0/0, then a shift. */
export interface PlaneMotion {
  readonly turn: number
  readonly x: number
  readonly y: number
}

/** The movement between two placings of the same outline. */
export function motionBetween(from: readonly Point[], to: readonly Point[]): PlaneMotion {
  const [a, b, c, d] = [from[0], from[1], to[0], to[1]]
  if (a === undefined || b === undefined || c === undefined || d === undefined) return { turn: 0, x: 0, y: 0 }
  const turn = Math.atan2(d.y - c.y, d.x - c.x) - Math.atan2(b.y - a.y, b.x - a.x)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return { turn, x: c.x - (a.x * cos - a.y * sin), y: c.y - (a.x * sin + a.y * cos) }
}

/** What of the machine is shown around the bend. */
export interface ShownArea {
  readonly minX: number
  readonly maxX: number
  readonly minY: number
  readonly maxY: number
}

/** An outline without what is outside the area; empty: nothing is inside. */
export function clipped(outline: readonly Point[], { minX, maxX, minY, maxY }: ShownArea): Point[] {
  const sides: readonly ((point: Point) => number)[] = [
    ({ x }) => x - minX,
    ({ x }) => maxX - x,
    ({ y }) => y - minY,
    ({ y }) => maxY - y,
  ]
  let corners = [...outline]
  for (const inside of sides)
    corners = corners.flatMap((to, index) => {
      const from = corners.at(index - 1) ?? to
      const [before, after] = [inside(from), inside(to)]
      const share = before / (before - after)
      const cut = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
      if (before < 0 !== after < 0) return after < 0 ? [cut] : [cut, to]
      return after < 0 ? [] : [to]
    })
  return corners
}
