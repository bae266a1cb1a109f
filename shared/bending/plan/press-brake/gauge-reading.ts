// How a step is gauged on a press brake: the level and the position of the fingers, and how far they move back. Pure. Units: mm.
import type { PressBrakeMachine } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import { gaugeFinder, stopFaceHeight } from '../step/index.ts'
import { partOutline } from '../legs/index.ts'
import type { PartGroup, Stroke, TreeNode } from '../legs/index.ts'
import type { PlanGauge } from '../plan.ts'
import type { PlanSettings } from '../plan-request.ts'
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

/**
 * `fixed`: what stands at the backgauge, with its shoulders in the strokes. `strokes`: all that make the bend, the first of them at the
 * largest distance: each of the others has the same contact, as much nearer as its flat beside the arc is shorter.
 */
export type GaugeReader = (leg: TreeNode, strokes: readonly Stroke[], fixed: PartGroup) => GaugeReading | null

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
  return (leg, strokes, fixed) => {
    const firstMm = strokes[0]?.besideMm ?? 0
    const travelMm = firstMm - (strokes.at(-1)?.besideMm ?? 0)
    let second: GaugeReading | null = null
    for (const { levelMm, contactOf } of levels) {
      const contact = contactOf(leg, firstMm)
      if (contact === null) continue
      const safe = contact.contact !== 'rounded'
      if (!safe && second !== null) continue
      if (contact.xMm - travelMm < machine.backgaugeMinMm - 1e-6 || contact.xMm > machine.backgaugeMaxMm + 1e-6)
        continue
      const retractMm = retractsOf(machine, settings, contact.xMm).find(
        (one) =>
          outline === null ||
          strokes.every((stroke) => {
            const atStroke = { ...contact, xMm: contact.xMm - firstMm + stroke.besideMm }
            return fingersFree({ leg, stroke, fixed, outline, contact: atStroke, levelMm, retractMm: one, settings })
          }),
      )
      if (retractMm === undefined) continue
      const reading = { ...contact, xMm: Math.round(contact.xMm * 1e4) / 1e4, levelMm, retractMm, safe }
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
