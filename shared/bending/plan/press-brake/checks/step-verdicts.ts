// Checks the collisions of the steps of a blank, and caches the results for every set of tools that they do not depend on: a leg against
// one group of parts, the two legs against each other, and the readings of the gauge. Two sets with the same punch share the results for
// the parts above the blank, two sets with the same die those for the parts below. Pure.
import { memoized } from '../../../../base/memoized.ts'
import type { PressBrakeMachine } from '../../../fit/index.ts'
import { firstContact, legsMeet, mayCross } from '../../legs/index.ts'
import type { LegForest, PartGroup, Side, Stroke, TreeNode } from '../../legs/index.ts'
import type { PlanSettings } from '../../plan-request.ts'
import type { GaugeFinder } from '../../step/index.ts'
import { gaugeReader } from './gauge-reading.ts'
import type { GaugeReader, GaugeReading, LegGauge } from './gauge-reading.ts'

/** The verdicts of one bend for strokes that move the blank alike. The stroke of a call has the shoulders of its group. */
interface StepVerdicts {
  /** Whether a leg keeps the clearance to the group. */
  readonly legFree: (side: Side, leg: TreeNode, group: PartGroup, stroke: Stroke) => boolean
  readonly pairFree: (mask: number) => boolean
  /** Sets of tools with the same fixed parts share this object. */
  readonly gaugeSource: (tools: GaugeTools) => object
  /** `strokes`: all that make the bend, this one first. */
  readonly gauge: (leg: TreeNode, tools: GaugeTools, strokes: readonly Stroke[]) => GaugeReading | null
  /** Whether a leg that was read obviously has the same reading on every set with these fixed parts. */
  readonly isGaugeShared: (leg: TreeNode, fixed: PartGroup) => boolean
}

/** What is at the backgauge: what moves with the ram, and what is fixed. */
interface GaugeTools {
  readonly moving: PartGroup
  readonly fixed: PartGroup
}

/** The verdicts of a bend: the same object for strokes that move the blank alike. */
export type VerdictsOf = (bend: number, stroke: Stroke) => StepVerdicts

export function verdictsOf(
  forest: LegForest,
  finder: GaugeFinder,
  machine: PressBrakeMachine,
  settings: PlanSettings,
): VerdictsOf {
  const verdictsCache = new Map<string, StepVerdicts>()
  const read = gaugeReader(finder, machine, settings)
  return (bend, stroke) => {
    const { end, middleMm, besideMm, shorterMm, slackMm } = stroke
    const key = `${bend} ${end} ${middleMm} ${besideMm} ${shorterMm} ${slackMm}`
    return memoized(verdictsCache, key, () => stepVerdicts(forest, read, settings.clearanceMm, bend, stroke))
  }
}

/** The verdicts for one group, by the side of the leg. */
interface GroupVerdicts {
  readonly free: readonly [NodeFlags, NodeFlags]
  /** What moves with the ram on each set of tools with this group. */
  readonly moving: Set<PartGroup>
  /** Null: no gauge is read at this group yet. */
  gauge: LegGauge | null
}

function stepVerdicts(
  forest: LegForest,
  read: GaugeReader,
  clearanceMm: number,
  bend: number,
  bendStroke: Stroke,
): StepVerdicts {
  const groups = new Map<PartGroup, GroupVerdicts>()
  const crossings = [new NodeFlags(), new NodeFlags()] as const
  const pairs = new Map<number, boolean>()
  const groupOf = (group: PartGroup): GroupVerdicts => {
    const cached = groups.get(group)
    if (cached !== undefined) return cached
    const verdicts: GroupVerdicts = { free: [new NodeFlags(), new NodeFlags()], moving: new Set(), gauge: null }
    groups.set(group, verdicts)
    return verdicts
  }
  const crosses = (flags: NodeFlags, node: TreeNode): boolean =>
    flags.flagOf(
      node.id,
      () => (node.above !== null && crosses(flags, node.above)) || mayCross(node, bendStroke, clearanceMm),
    )
  return {
    legFree: (side, leg, group, stroke) =>
      isFree(groupOf(group).free[side > 0 ? 1 : 0], leg, stroke, group, clearanceMm),
    pairFree: (mask) => {
      const last = forest.leaf(bend, 1, mask)
      const first = forest.leaf(bend, -1, mask)
      if (!crosses(crossings[1], last) && !crosses(crossings[0], first)) return true
      const key = (forest.sideMask(bend, 1, mask) << 16) | forest.sideMask(bend, -1, mask)
      const cached = pairs.get(key)
      if (cached !== undefined) return cached
      const free = legsMeet(forest, bend, last, first, bendStroke, clearanceMm) === null
      pairs.set(key, free)
      return free
    },
    gaugeSource: ({ moving, fixed }) => {
      const group = groupOf(fixed)
      group.moving.add(moving)
      return group
    },
    gauge: (leg, { moving, fixed }, strokes) => {
      const group = groupOf(fixed)
      group.gauge ??= read(strokes, fixed, group.moving)
      return group.gauge.read(leg, moving)
    },
    isGaugeShared: (leg, fixed) => groupOf(fixed).gauge?.isSameWithAll(leg) ?? false,
  }
}

/** A leg is free if its beginning is free and no shape that it adds comes too near. */
function isFree(flags: NodeFlags, node: TreeNode, stroke: Stroke, group: PartGroup, clearanceMm: number): boolean {
  return flags.flagOf(
    node.id,
    () =>
      (node.above === null || isFree(flags, node.above, stroke, group, clearanceMm)) &&
      node.shapes.every((shape) => firstContact(shape, stroke, group, clearanceMm) === null),
  )
}

/** One flag for each node of a tree, computed when it is asked for. */
class NodeFlags {
  /** 0: not asked for yet, 1: false, 2: true. */
  #flags = new Uint8Array(64)

  flagOf(id: number, compute: () => boolean): boolean {
    const flag = this.#flags[id] ?? 0
    if (flag !== 0) return flag === 2
    const result = compute()
    if (id >= this.#flags.length) {
      const longer = new Uint8Array(Math.max(id + 1, 2 * this.#flags.length))
      longer.set(this.#flags)
      this.#flags = longer
    }
    this.#flags[id] = result ? 2 : 1
    return result
  }
}
