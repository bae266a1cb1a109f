// What is said of one step on a press brake: every reason that blocks it, or the least clearance of its stroke. Pure.
import type { PressBrakeMachine } from '../../fit/index.ts'
import type { Deg, Mm } from '../../units.ts'
import type { BrakeChecker } from './brake-checker.ts'
import type { FlattenChecker } from './brake-flatten.ts'
import { gaugeStops } from './gauge-reading.ts'
import { noGaugeReason } from '../gauging.ts'
import { legsMeet } from '../legs/leg-pair.ts'
import type { LegForest, Side } from '../legs/leg-tree.ts'
import { legShapes } from '../legs/leg.ts'
import { partOutline } from '../legs/part-outline.ts'
import type { PlanPart, PlanPiece } from '../plan-part.ts'
import type { PlanReason } from '../plan-reason.ts'
import type { PlanClearance } from '../plan.ts'
import type { PlanSettings } from '../plan-request.ts'
import { firstContact, leastContact } from '../legs/sweep.ts'
import type { Contact, PartGroup } from '../legs/sweep.ts'

export const pieceOf = (piece: number): PlanPiece => ({
  kind: piece % 2 === 0 ? 'flange' : 'bend',
  index: Math.floor(piece / 2),
})

const turnOf = (half: number): Deg => Math.round(((half * 360) / Math.PI) * 100) / 100

export interface ReportedStep {
  readonly forest: LegForest
  readonly checker: BrakeChecker
  readonly flatten: FlattenChecker | null
  readonly machine: PressBrakeMachine
  readonly settings: PlanSettings
  readonly step: number
  readonly side: Side
  readonly before: number
}

/** Every reason that blocks a step, the earliest hit of each part first; empty where it is possible. */
export function reasonsOf(one: ReportedStep): PlanReason[] {
  const { forest, checker, step, side, before } = one
  const own = forest.model.steps[step]
  if (own === undefined) return []
  if (own.kind === 'flatten') return flattenReasons(one)
  const bendIndex = own.bend
  const reasons: PlanReason[] = []
  const never = checker.never(step)
  const stroke = checker.stroke(step)
  const { kit } = checker
  if (never === 'angle') {
    const includedDeg = 180 - turnOf(stroke.end)
    const sharpestDeg = Math.max(kit.v.includedDeg, kit.punch.includedDeg)
    reasons.push({ code: 'angle_of_tools', params: { bendIndex, includedDeg, sharpestDeg } })
  }
  if (never === 'radius') {
    const radiusMm = stroke.middleMm - forest.model.thicknessMm / 2
    reasons.push({ code: 'radius_of_punch', params: { bendIndex, radiusMm, punchRadiusMm: kit.punch.tipRadiusMm } })
  }
  if (never === 'bottom') reasons.push(hit(one, 'die', 2 * bendIndex + 1, stroke.end))
  const short = checker.shortFlange(step, before)
  if (short !== null) {
    const { flange: flangeIndex, lengthMm, neededMm } = short
    reasons.push({ code: 'short_flange', params: { bendIndex, flangeIndex, lengthMm, neededMm } })
  }
  if (never !== null) return reasons
  reasons.push(...hitsOf(one).map(({ part, piece, half }) => hit(one, part, piece, half)))
  if (reasons.length === 0 && checker.gauge(step, side, before) === null) {
    const leg = forest.leaf(bendIndex, side, before)
    const stops = gaugeStops(leg, stroke.besideMm, forest.model.thicknessMm, one.machine, one.settings)
    reasons.push(noGaugeReason(bendIndex, stops, one.machine))
  }
  return reasons
}

function hit({ forest, step }: ReportedStep, part: PlanPart, piece: number, half: number): PlanReason {
  const { bend: bendIndex = 0, kind: stepKind = 'bend' } = forest.model.steps[step] ?? {}
  const { kind: pieceKind, index: pieceIndex } = pieceOf(piece)
  return { code: 'hit', params: { bendIndex, stepKind, part, pieceKind, pieceIndex, atTurnDeg: turnOf(half) } }
}

/** The first hit of each part. */
function hitsOf({ forest, checker, settings, step, side, before }: ReportedStep): Contact[] {
  const bend = forest.model.steps[step]?.bend ?? 0
  const stroke = checker.stroke(step)
  const first = new Map<PlanPart, Contact>()
  const add = (contact: Contact): void => {
    const known = first.get(contact.part)
    if (known === undefined || contact.half < known.half) first.set(contact.part, contact)
  }
  for (const leg of [side, side > 0 ? -1 : 1] as const) {
    const tools = checker.kit.sides[leg === side ? 0 : 1]
    for (const shape of legShapes(forest.leaf(bend, leg, before))) {
      for (const group of [tools.moving, tools.fixed]) {
        for (const part of group.parts) {
          const contact = firstContact(shape, stroke, { ...group, parts: [part] }, settings.clearanceMm)
          if (contact !== null) add(contact)
        }
      }
    }
  }
  if (!checker.pairFree(step, before)) {
    const [last, beginning] = [forest.leaf(bend, 1, before), forest.leaf(bend, -1, before)]
    const meeting = legsMeet(forest, bend, last, beginning, stroke, settings.clearanceMm)
    if (meeting !== null) add({ gapMm: meeting.gapMm, half: meeting.half, part: 'sheet', piece: meeting.pieces[0] })
  }
  return [...first.values()].toSorted((a, b) => a.half - b.half)
}

function flattenReasons(one: ReportedStep): PlanReason[] {
  const { forest, flatten, step, before } = one
  const bendIndex = forest.model.steps[step]?.bend ?? 0
  if ((before & (1 << (step - 1))) === 0) {
    return [{ code: 'wrong_sequence', params: { bendIndex, stepKind: 'flatten' } }]
  }
  const reason = flatten?.reason(step, before) ?? null
  if (reason === null) return []
  if (reason.why === 'hit') return [hit(one, reason.part, reason.piece, 0)]
  if (reason.why === 'slot_depth') {
    return [{ code: 'slot_depth', params: { bendIndex, flapMm: reason.flapMm, depthMm: reason.depthMm } }]
  }
  if (reason.why === 'slot_width') {
    return [{ code: 'slot_width', params: { bendIndex, heightMm: reason.heightMm, widthMm: reason.widthMm } }]
  }
  return [{ code: 'no_hemming_tool', params: { bendIndex, thicknessMm: forest.model.thicknessMm } }]
}

/** Nothing is measured beyond this. */
const mostMm: Mm = 25

/** The least distance of the whole stroke, with the fingers moved back. Null for a flattening, which is checked at rest. */
export function clearanceOf(one: ReportedStep): PlanClearance | null {
  const { forest, checker, machine, step, side, before } = one
  const { bend = 0, kind = 'flatten' } = forest.model.steps[step] ?? {}
  if (kind === 'flatten') return null
  const stroke = checker.stroke(step)
  const gauge = checker.gauge(step, side, before)
  const outline = machine.outlines?.fingers.outline
  let best: Contact | null = null
  let least = mostMm
  for (const leg of [side, side > 0 ? -1 : 1] as const) {
    const tools = checker.kit.sides[leg === side ? 0 : 1]
    const groups: PartGroup[] = [tools.moving, tools.fixed]
    if (leg === side && gauge !== null && gauge.retractMm > 0 && outline !== undefined) {
      const xMm = gauge.xMm + gauge.retractMm
      groups.push({ parts: [partOutline('fingers', outline, { xMm, yMm: gauge.levelMm })], fixed: true })
    }
    for (const shape of legShapes(forest.leaf(bend, leg, before))) {
      for (const group of groups) {
        const found: Contact | null = leastContact(shape, stroke, group, least)
        if (found === null) continue
        best = found
        least = found.gapMm
      }
    }
  }
  if (best === null) return null
  const leastMm = Math.round(best.gapMm * 100) / 100
  return { leastMm, part: best.part, piece: pieceOf(best.piece), atTurnDeg: turnOf(best.half) }
}
