// The figures of a tool that its outline gives: tip radius, included angle, V, shoulder radius, body and height. They are compared with
// the entered ones. Pure: mm, degrees.
import { distance, headingFrom, pointsBox } from '../../geometry/index.ts'
import type { Point } from '../../geometry/index.ts'
import { radians } from '../../units.ts'
import type { Deg, Mm } from '../../units.ts'
import { cornerAt } from './outline-edges.ts'
import type { Outline } from './outline.ts'
import type { Die, HemmingTool, Punch } from './tooling.ts'

/** How far a reference point or a level may be off: the chord error of an imported arc. */
export const levelToleranceMm: Mm = 0.05

/** Null: the outline does not give the figure. */
export interface ToolFigures {
  readonly includedDeg: Deg | null
  readonly heightMm: Mm
  /** The width of the whole outline of a punch; the greatest width in the upper half of a die. */
  readonly bodyWidthMm: Mm
  /** The tip radius of a punch. */
  readonly tipRadiusMm?: Mm | null
  /** The V of a die or a hemming tool: between the lines of the flanks, at the level of the shoulders. */
  readonly vMm?: Mm | null
  readonly shoulderRadiusMm?: Mm | null
}

/** The figures of a sound outline. */
export const deriveTool = (outline: Outline, kind: 'punch' | 'die' | 'hemmingTool'): ToolFigures =>
  kind === 'punch' ? punchFigures(outline) : dieFigures(outline)

/** Shorter edges at a tip are chords of its arc. */
const minFlankMm: Mm = 0.4
/** Longer edges are not chords of a tip's arc. */
const maxChordMm: Mm = 3

function punchFigures(outline: Outline): ToolFigures {
  const box = pointsBox(outline)
  const heightMm = rounded(box.maxY - box.minY)
  const bodyWidthMm = rounded(box.maxX - box.minX)
  const lowest = outline.findIndex(({ y }) => y === box.minY)
  const [right, left] = [flankFrom(outline, lowest, 1), flankFrom(outline, lowest, -1)]
  if (right === null || left === null) return { includedDeg: null, heightMm, bodyWidthMm, tipRadiusMm: null }
  const apex = lineIntersection(right, left)
  const includedDeg = betweenDeg(right, left)
  if (apex === null || includedDeg < 1 || includedDeg > 179)
    return { includedDeg: null, heightMm, bodyWidthMm, tipRadiusMm: null }
  const tangent = (distance(apex, right.from) + distance(apex, left.from)) / 2
  const tipRadiusMm = tangent * Math.tan(radians(includedDeg / 2))
  return { includedDeg: rounded(includedDeg), heightMm, bodyWidthMm, tipRadiusMm: rounded(tipRadiusMm) }
}

function dieFigures(outline: Outline): ToolFigures {
  const { minY, maxY } = pointsBox(outline)
  const upper = outline.flatMap((corner, index) => {
    const next = cornerAt(outline, index + 1)
    const middle = (minY + maxY) / 2
    return corner.y >= middle || next.y >= middle ? [corner.x, next.x] : []
  })
  const shared = {
    heightMm: rounded(maxY - minY),
    bodyWidthMm: rounded(Math.max(...upper) - Math.min(...upper)),
  }
  const v = findV(outline)
  if (v === null) return { ...shared, includedDeg: null, vMm: null, shoulderRadiusMm: null }
  const radii = [v.left, v.right].map(({ edge, flankEnd, turnDeg }) => {
    const tangent = distance(edge, flankEnd)
    return tangent / Math.tan(radians(turnDeg / 2))
  })
  return {
    ...shared,
    includedDeg: rounded(v.includedDeg),
    vMm: rounded(v.right.edge.x - v.left.edge.x),
    shoulderRadiusMm: rounded(radii.reduce((sum, radius) => sum + radius, 0) / radii.length),
  }
}

/** One shoulder of a V. */
interface Shoulder {
  readonly levelMm: Mm
  /** Where the line of the flank meets the level of the shoulder. */
  readonly edge: Point
  /** The upper end of the flank, where the radius begins. */
  readonly flankEnd: Point
  /** The turn from the flank to the shoulder. */
  readonly turnDeg: Deg
}
interface FoundV {
  readonly left: Shoulder
  readonly right: Shoulder
  readonly includedDeg: Deg
}

/** The V that is open upward at x = 0; null: none. */
export function findV(outline: Outline): FoundV | null {
  const bottom = edgeUnder(outline)
  if (bottom === null) return null
  // the outline runs counter-clockwise, so the right flank of the V comes before its bottom, and the left flank after it
  const right = shoulderFrom(outline, bottom + 1, -1)
  const left = shoulderFrom(outline, bottom, 1)
  if (right === null || left === null) return null
  const includedDeg = betweenDeg(right.flank, left.flank)
  return left.edge.x < right.edge.x && includedDeg > 1 && includedDeg < 179 ? { left, right, includedDeg } : null
}

/** The highest edge at x = 0, by its first corner. */
function edgeUnder(outline: Outline): number | null {
  let best: { readonly index: number; readonly y: Mm } | null = null
  for (const [index, a] of outline.entries()) {
    const b = cornerAt(outline, index + 1)
    // if two edges meet at x = 0, either will do
    if (Math.min(a.x, b.x) > 0 || Math.max(a.x, b.x) < 0 || a.x === b.x) continue
    const y = a.y + ((b.y - a.y) * -a.x) / (b.x - a.x)
    if (best === null || y > best.y) best = { index, y }
  }
  return best?.index ?? null
}

interface Flank {
  readonly from: Point
  readonly to: Point
}

/** The flank and the shoulder on one side of the V: from its bottom up to the highest corner before the outline falls again. */
function shoulderFrom(outline: Outline, start: number, step: 1 | -1): (Shoulder & { readonly flank: Flank }) | null {
  let flank: Flank | null = null
  let from = cornerAt(outline, start)
  for (let count = 1; count <= outline.length; count += 1) {
    const to = cornerAt(outline, start + step * count)
    // where the bottom is sharp, the first edge is the flank of the other side
    if (count > 1 && to.y < from.y - levelToleranceMm) break
    const rises = to.y > from.y + levelToleranceMm
    if (rises && (flank === null || distance(from, to) > distance(flank.from, flank.to))) flank = { from, to }
    from = to
  }
  if (flank === null) return null
  const levelMm = from.y
  const share = (levelMm - flank.from.y) / (flank.to.y - flank.from.y)
  const edge = { x: flank.from.x + (flank.to.x - flank.from.x) * share, y: levelMm }
  const turnDeg = 90 - Math.abs(90 - Math.abs(headingFrom(flank.from, flank.to)))
  return { levelMm, edge, flankEnd: flank.to, turnDeg, flank }
}

/** The straight flank of a punch on one side of its tip, after the chords of the tip's arc. */
function flankFrom(outline: Outline, lowest: number, step: 1 | -1): Flank | null {
  const cornerAfter = (count: number): Point => cornerAt(outline, lowest + step * count)
  for (let count = 0; count < outline.length; count += 1) {
    const [before, from, to, next] = [
      cornerAfter(count - 1),
      cornerAfter(count),
      cornerAfter(count + 1),
      cornerAfter(count + 2),
    ]
    if (to.y <= from.y || distance(from, to) < minFlankMm) continue
    if (!areChords(before, from, to) && !areChords(from, to, next)) return { from, to }
  }
  return null
}

/** Whether two edges in a row look like chords of one arc. */
function areChords(a: Point, b: Point, c: Point): boolean {
  const [one, other] = [distance(a, b), distance(b, c)]
  return Math.max(one, other) < maxChordMm && Math.abs(one - other) < one * 0.2 && turnBetween(a, b, c) < 25
}

function turnBetween(a: Point, b: Point, c: Point): Deg {
  const turn = Math.abs(headingFrom(b, c) - headingFrom(a, b))
  return Math.min(turn, 360 - turn)
}

const betweenDeg = (one: Flank, other: Flank): Deg => {
  const turn = Math.abs(headingFrom(one.from, one.to) - headingFrom(other.from, other.to))
  return Math.min(turn, 360 - turn)
}

function lineIntersection(one: Flank, other: Flank): Point | null {
  const [ax, ay] = [one.to.x - one.from.x, one.to.y - one.from.y]
  const [bx, by] = [other.to.x - other.from.x, other.to.y - other.from.y]
  const cross = ax * by - ay * bx
  if (Math.abs(cross) < 1e-9) return null
  const share = ((other.from.x - one.from.x) * by - (other.from.y - one.from.y) * bx) / cross
  return { x: one.from.x + ax * share, y: one.from.y + ay * share }
}

/** A figure that was entered and the outline's figure, which differ. */
export interface ToolDifference {
  readonly field: 'tipRadiusMm' | 'includedDeg' | 'vMm' | 'shoulderRadiusMm' | 'heightMm'
  readonly entered: number
  readonly derived: number
}

/** The tolerance of an entered figure against its outline's: a share of the figure, but at least `least`. */
const allowed = {
  tipRadiusMm: { share: 0.1, least: 0.1 },
  includedDeg: { share: 0, least: 1 },
  vMm: { share: 0.02, least: 0.1 },
  shoulderRadiusMm: { share: 0.1, least: 0.1 },
  heightMm: { share: 0, least: 0.5 },
} as const

/** The entered figures of a tool that differ from those of its outline, as controllers' records often do. */
export function toolDifferences(
  tool: Partial<Omit<Die & Punch & HemmingTool, 'closing'>> & { readonly outline: Outline },
  kind: 'punch' | 'die' | 'hemmingTool',
): readonly ToolDifference[] {
  const figures = deriveTool(tool.outline, kind)
  return (['tipRadiusMm', 'includedDeg', 'vMm', 'shoulderRadiusMm', 'heightMm'] as const).flatMap((field) => {
    const [entered, derived] = [tool[field], figures[field]]
    if (entered === undefined || derived === undefined || derived === null) return []
    const { share, least } = allowed[field]
    return Math.abs(entered - derived) > Math.max(share * entered, least) + 1e-9 ? [{ field, entered, derived }] : []
  })
}

const rounded = (figure: number): number => Math.round(figure * 100) / 100
