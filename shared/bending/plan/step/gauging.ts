// Where a leg of the blank touches the fingers of the backgauge, at a level, when a step begins. Pure. Units: mm.
import { memoized } from '../../../base/memoized.ts'
import type { FolderMachine, GaugeFingers, PressBrakeMachine } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import type { LegNode, LegShape, TreeNode } from '../legs/index.ts'
import type { PlanGauge } from '../plan.ts'
import type { PlanReason } from '../plan-reason.ts'

/** Where a stop face meets a leg: one object for all legs whose beginning gives it. */
export interface GaugeContact {
  /** The distance from the beginning of the leg, without the flat between it and the bend line. */
  readonly reachMm: Mm
  readonly contact: PlanGauge['contact']
  readonly piece: number
}

/** How far a heading may be off and still be square or level, radians. */
const squareRad = 0.02

/** The height of the stop face above its lower edge. */
export function stopFaceHeight({ outline }: GaugeFingers): Mm {
  let height = 0
  for (const [index, from] of outline.entries()) {
    const to = outline[(index + 1) % outline.length]
    if (to !== undefined && Math.abs(from.x) < 1e-6 && Math.abs(to.x) < 1e-6) {
      height = Math.max(height, from.y, to.y)
    }
  }
  return height
}

/** The heights of a stop face above the die or the table. */
interface GaugeLevel {
  readonly lowMm: Mm
  readonly highMm: Mm
}

/** What the stop face touches at each level; null: nothing. */
export type GaugeContacts = readonly (GaugeContact | null)[]

export interface GaugeFinder {
  /** The contacts of a whole leg, kept for all legs with the same beginning. */
  readonly contactsOf: (leg: TreeNode) => GaugeContacts
  /** The contacts of a leg up to a node, from those up to its parent; the same object where the node touches nothing further. */
  readonly contactsWith: (before: GaugeContacts, node: LegNode, value: number) => GaugeContacts
  readonly none: GaugeContacts
}

/**
 * Finds the piece that a stop face touches first as it comes from the back, at each level. The flat beside the bend lies on the die. What
 * the beginning of a leg gives is kept for all legs with that beginning.
 */
export function gaugeFinder(thicknessMm: Mm, levels: readonly GaugeLevel[], leastOverlapMm: Mm): GaugeFinder {
  const heights = levels.map(({ lowMm, highMm }) => ({ low: lowMm - thicknessMm / 2, high: highMm - thicknessMm / 2 }))
  const none: GaugeContacts = levels.map(() => null)
  const further = (best: GaugeContact | null, shape: LegShape, level: number, isHem: boolean): GaugeContact | null => {
    const { low, high } = heights[level] ?? { low: 0, high: 0 }
    if (!mayTouch(shape, best?.reachMm ?? -Infinity, low, high)) return best
    const reachMm = furthest(shape, low, high)
    if (reachMm === null) return best
    const contact = contactOf(shape, thicknessMm, low, high, leastOverlapMm, isHem)
    const isBetter = contact !== 'rounded' && best?.contact === 'rounded'
    return best === null || reachMm > best.reachMm + 1e-6 || (reachMm > best.reachMm - 1e-6 && isBetter)
      ? { reachMm, contact, piece: shape.piece }
      : best
  }
  const contactsWith: GaugeFinder['contactsWith'] = (before, { shapes }, value) => {
    let changed: (GaugeContact | null)[] | null = null
    for (let level = 0; level < before.length; level += 1) {
      const parent = before[level] ?? null
      let best = parent
      for (const shape of shapes) best = further(best, shape, level, value === 2)
      if (best === parent) continue
      changed ??= [...before]
      changed[level] = best
    }
    return changed ?? before
  }
  const contactsCache = new Map<TreeNode, GaugeContacts>()
  const contactsOf: GaugeFinder['contactsOf'] = (node) =>
    memoized(contactsCache, node, () =>
      contactsWith(node.above === null ? none : contactsOf(node.above), node, node.value),
    )
  return { contactsOf, contactsWith, none }
}

/** Why a step has no gauge: every stop is out of the gauge's range, or none is a face that the gauge can take. `stopsMm` is the gauge position of each. */
export function noGaugeReason(
  bendIndex: number,
  stopsMm: readonly Mm[],
  { backgaugeMinMm: minMm, backgaugeMaxMm: maxMm }: PressBrakeMachine | FolderMachine,
): PlanReason {
  const beyond = (xMm: Mm): Mm => Math.max(minMm - xMm, xMm - maxMm, 0)
  const [nearest] = stopsMm.toSorted((one, other) => beyond(one) - beyond(other))
  if (nearest === undefined || beyond(nearest) <= 1e-6) return { code: 'no_gauge', params: { bendIndex } }
  const nearestMm = Math.round(nearest * 10) / 10
  return { code: 'gauge_out_of_reach', params: { bendIndex, nearestMm, minMm, maxMm } }
}

function contactOf(
  shape: LegShape,
  thicknessMm: Mm,
  low: Mm,
  high: Mm,
  leastOverlapMm: Mm,
  isHem: boolean,
): PlanGauge['contact'] {
  if (shape.arc) return isHem ? 'hem' : 'rounded'
  const overlap = Math.min(high, Math.max(shape.ay, shape.by)) - Math.max(low, Math.min(shape.ay, shape.by))
  if (shape.edge) {
    const level = Math.abs(Math.sin(shape.heading)) < squareRad && Math.cos(shape.heading) > 0
    return level && overlap >= thicknessMm / 2 ? 'edge' : 'rounded'
  }
  const upright = Math.abs(Math.cos(shape.heading)) < squareRad
  return upright && overlap >= leastOverlapMm ? 'wall' : 'rounded'
}

/** False for a shape that lies outside the heights or nowhere reaches as far as another: then its exact reach does not matter. */
function mayTouch({ arc, ax, ay, bx, by, half }: LegShape, x: number, low: number, high: number): boolean {
  if (arc) {
    const reach = bx + half
    return ax + reach > x - 1e-6 && ay - reach <= high && ay + reach >= low
  }
  return Math.max(ax, bx) + half > x - 1e-6 && Math.min(ay, by) - half <= high && Math.max(ay, by) + half >= low
}

/** The greatest x of a shape between two heights. */
function furthest(shape: LegShape, low: number, high: number): number | null {
  let most: number | null = null
  const corners = shape.arc ? arcCorners(shape) : flatCorners(shape)
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length] ?? from
    const includePoint = (x: number, y: number): void => {
      if (y >= low && y <= high && (most === null || x > most)) most = x
    }
    includePoint(from.x, from.y)
    for (const level of [low, high]) {
      if (from.y < level === to.y < level) continue
      includePoint(from.x + ((level - from.y) / (to.y - from.y)) * (to.x - from.x), level)
    }
  }
  return most
}

function flatCorners({ ax, ay, bx, by, half }: LegShape): { x: number; y: number }[] {
  const length = Math.hypot(bx - ax, by - ay)
  const nx = length > 0 ? (-half * (by - ay)) / length : 0
  const ny = length > 0 ? (half * (bx - ax)) / length : 0
  return [
    { x: ax + nx, y: ay + ny },
    { x: bx + nx, y: by + ny },
    { x: bx - nx, y: by - ny },
    { x: ax - nx, y: ay - ny },
  ]
}

/** The corners of an arc's area, with the points where it is steepest, so that its greatest x is exact. */
function arcCorners({ ax, ay, bx: radius, by: start, sweep, half }: LegShape): { x: number; y: number }[] {
  const steps = Math.max(2, Math.ceil(Math.abs(sweep) / 0.1))
  const angles = Array.from({ length: steps + 1 }, (_, index) => start + (sweep * index) / steps)
  const [from, to] = [Math.min(start, start + sweep), Math.max(start, start + sweep)]
  for (let turn = Math.ceil(from / (2 * Math.PI)); turn * 2 * Math.PI <= to; turn += 1) angles.push(turn * 2 * Math.PI)
  angles.sort((a, b) => (sweep >= 0 ? a - b : b - a))
  const arcPoint = (angle: number, r: number) => ({ x: ax + r * Math.cos(angle), y: ay + r * Math.sin(angle) })
  const outer = angles.map((angle) => arcPoint(angle, radius + half))
  const inner = angles.map((angle) => arcPoint(angle, Math.max(0, radius - half)))
  return [...outer, ...inner.toReversed()]
}
