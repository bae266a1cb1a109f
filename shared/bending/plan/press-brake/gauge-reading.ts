// How a step is gauged on a press brake: the level and the position of the fingers, and how far they move back. Pure. Units: mm.
import type { PressBrakeMachine } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import { gaugeFinder, stopFaceHeight } from '../gauging.ts'
import type { TreeNode } from '../legs/leg-tree.ts'
import { partOutline } from '../legs/part-outline.ts'
import type { PlanGauge } from '../plan.ts'
import type { PlanSettings } from '../plan-request.ts'
import type { PartGroup, Stroke } from '../legs/sweep.ts'
import { fingersFree } from './fingers.ts'

/** How a step is gauged; `safe` is false on a rounded contact. */
export interface GaugeReading {
  readonly xMm: Mm
  readonly levelMm: Mm
  readonly retractMm: Mm
  readonly contact: PlanGauge['contact']
  readonly piece: number
  readonly safe: boolean
}

/** `fixed`: what stands at the backgauge, with its shoulders in the stroke. */
export type GaugeReader = (leg: TreeNode, stroke: Stroke, fixed: PartGroup) => GaugeReading | null

/** The finder of each level, the lowest first. */
function levelFinders(thicknessMm: Mm, machine: PressBrakeMachine, settings: PlanSettings) {
  const fingers = machine.outlines?.fingers
  const height = fingers === undefined ? 20 : stopFaceHeight(fingers)
  return (fingers?.levelsMm ?? [0]).map((levelMm) => ({
    levelMm,
    contactOf: gaugeFinder(thicknessMm, levelMm, levelMm + height, settings.leastOverlapMm),
  }))
}

/** Where the fingers would stand at each level at which they meet the leg, in or out of their range. */
export function gaugeStops(
  leg: TreeNode,
  besideMm: Mm,
  thicknessMm: Mm,
  machine: PressBrakeMachine,
  settings: PlanSettings,
): Mm[] {
  return levelFinders(thicknessMm, machine, settings).flatMap(({ contactOf }) => contactOf(leg, besideMm)?.xMm ?? [])
}

/** The lowest level with a safe contact in range at which the fingers stand free; without one, the lowest with a rounded contact. */
export function gaugeReader(thicknessMm: Mm, machine: PressBrakeMachine, settings: PlanSettings): GaugeReader {
  const fingers = machine.outlines?.fingers
  const outline = fingers === undefined ? null : partOutline('fingers', fingers.outline)
  const levels = levelFinders(thicknessMm, machine, settings)
  return (leg, stroke, fixed) => {
    let second: GaugeReading | null = null
    for (const { levelMm, contactOf } of levels) {
      const found = contactOf(leg, stroke.besideMm)
      if (found === null) continue
      const safe = found.contact !== 'rounded'
      if (!safe && second !== null) continue
      if (found.xMm < machine.backgaugeMinMm - 1e-6 || found.xMm > machine.backgaugeMaxMm + 1e-6) continue
      const retractMm = retractsOf(machine, settings, found.xMm).find(
        (one) =>
          outline === null || fingersFree({ leg, stroke, fixed, outline, found, levelMm, retractMm: one, settings }),
      )
      if (retractMm === undefined) continue
      const reading = { ...found, xMm: Math.round(found.xMm * 1e4) / 1e4, levelMm, retractMm, safe }
      if (safe) return reading
      second = reading
    }
    return second
  }
}

/** The distances that the fingers may move back: the setting and a longer one, both within their range. */
function retractsOf(machine: PressBrakeMachine, settings: PlanSettings, xMm: Mm): Mm[] {
  if (machine.outlines?.fingers.retracts !== true) return [0]
  const most = machine.backgaugeMaxMm - xMm
  return [...new Set([settings.retractMm, 100].map((one) => Math.min(one, most)))]
}
