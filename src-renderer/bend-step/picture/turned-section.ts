// The part-bent blank in space while the operator flips it or turns it end for end before a step, seen from the operator's side. Pure.
// The section lies across the machine: x to the backgauge, y up; z runs along the machine.
import type { Point } from '../../../shared/bending/index.ts'
import type { PlanStep } from '../../../shared/bending/plan/index.ts'
import type { DrawnBlank } from './drawn-blank.ts'

export interface TurnedFace {
  readonly corners: readonly Point[]
  /** The face that is seen. */
  readonly face: 'A' | 'B'
}

interface SpacePoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

type Turn = Exclude<PlanStep['handling'], 'none'>

/** The length that is shown, in widths of the section: the true length would leave no section to see. */
const lengthInWidths = 1.5

/** The section about its middle, with its width as the unit. */
export function unitSection({ samples }: DrawnBlank): { line: readonly Point[]; toA: readonly Point[] } {
  const xs = samples.map(({ middle }) => middle.x)
  const ys = samples.map(({ middle }) => middle.y)
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.max(maxX - minX, maxY - minY) || 1
  return {
    line: samples.map(({ middle }) => ({
      x: (middle.x - (minX + maxX) / 2) / width,
      y: (middle.y - (minY + maxY) / 2) / width,
    })),
    toA: samples.map(({ toA }) => toA),
  }
}

/** The turn that is left at a share of the movement: 0 at the start, 1 when the blank lies as in the step. */
function turnedPoint(handling: Turn, share: number, { x, y, z }: SpacePoint): SpacePoint {
  const [flipShare, halfShare] =
    handling === 'flip'
      ? [share, 1]
      : handling === 'half_turn'
        ? [1, share]
        : [Math.min(1, share * 2), Math.max(0, share * 2 - 1)]
  // over the long axis: the edge at the gauge comes up and over to the operator
  const flip = Math.PI * (1 - flipShare)
  const flipped = { x: x * Math.cos(flip) - y * Math.sin(flip), y: x * Math.sin(flip) + y * Math.cos(flip), z }
  const half = Math.PI * (1 - halfShare)
  return {
    x: flipped.x * Math.cos(half) - flipped.z * Math.sin(half),
    y: flipped.y,
    z: flipped.x * Math.sin(half) + flipped.z * Math.cos(half),
  }
}

/** Seen from above the operator: the machine runs to the right, its backgauge is behind. */
const seen = ({ x, y, z }: SpacePoint): Point => ({ x: z + 0.42 * x, y: -0.9 * y - 0.5 * x })

/** The faces of the blank at a share of its movement, the farthest first. */
export function turnedFaces(
  section: ReturnType<typeof unitSection>,
  handling: PlanStep['handling'],
  share: number,
): TurnedFace[] {
  const half = lengthInWidths / 2
  const place = (point: Point, z: number): SpacePoint =>
    handling === 'none' ? { ...point, z } : turnedPoint(handling, share, { ...point, z })
  const faces = section.line.slice(0, -1).flatMap((from, index) => {
    const [to, toA] = [section.line[index + 1], section.toA[index]]
    if (to === undefined || toA === undefined) return []
    const corners = [place(from, -half), place(to, -half), place(to, half), place(from, half)]
    // face A is on the left of the line or on its right
    const isLeft = (to.x - from.x) * toA.y - (to.y - from.y) * toA.x > 0
    const depth = corners.reduce((sum, { x, y }) => sum + x - 0.4 * y, 0)
    const points = corners.map(seen)
    const [a, b, c] = points
    if (a === undefined || b === undefined || c === undefined) return []
    const isFront = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
    return [{ depth, corners: points, face: isFront === isLeft ? ('A' as const) : ('B' as const) }]
  })
  return faces.toSorted((one, other) => other.depth - one.depth)
}

const waySteps = 24

/** The way of the edge that comes to the operator, or of the end that swings round; without a turn, the way in to the stop. */
export function turnWay(section: ReturnType<typeof unitSection>, handling: PlanStep['handling']): Point[] {
  const half = lengthInWidths / 2
  if (handling === 'none')
    return [seen({ x: -0.35, y: 0.06, z: 0 }), seen({ x: 0.1, y: 0.06, z: 0 }), seen({ x: 0.5, y: 0.06, z: 0 })]
  // the operator's edge in its last place; over the long axis it comes from the other side
  const edge = section.line[0] ?? { x: -0.5, y: 0 }
  const start: SpacePoint =
    handling === 'flip' ? { x: edge.x * 1.12, y: edge.y, z: half * 0.7 } : { x: edge.x * 0.9, y: 0.05, z: half * 0.9 }
  return Array.from({ length: waySteps + 1 }, (_, index) =>
    seen(turnedPoint(handling, 0.06 + (0.9 * index) / waySteps, start)),
  )
}

/** The stop behind the edge at the gauge, as corners. */
export function stopBehind({ line }: ReturnType<typeof unitSection>): Point[] {
  const edge = line.reduce((last, point) => (point.x > last.x ? point : last), { x: 0, y: 0 })
  const half = lengthInWidths / 2 - 0.05
  const cornerAt = (z: number, y: number): Point => seen({ x: edge.x + 0.06, y: edge.y + y, z })
  return [cornerAt(-half, -0.04), cornerAt(half, -0.04), cornerAt(half, 0.07), cornerAt(-half, 0.07)]
}
