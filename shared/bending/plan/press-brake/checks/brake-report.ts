// The report of one step on a press brake: every reason that blocks it, or the least clearance of its stroke. Pure.
import type { PressBrakeMachine } from '../../../fit/index.ts'
import { degrees } from '../../../units.ts'
import type { Deg, Mm } from '../../../units.ts'
import type { BrakeChecker } from './brake-checker.ts'
import type { FlattenChecker } from './brake-flatten.ts'
import { brakeGaugeFinder, gaugeStops } from './gauge-reading.ts'
import { mostClearanceMm, noGaugeReason, planClearance } from '../../step/index.ts'
import { firstContact, leastContact, movedPart, partOutline, pieceOf } from '../../legs/index.ts'
import type { Contact, LegForest, PartGroup, Side } from '../../legs/index.ts'
import type { PlanPart } from '../../plan-part.ts'
import type { PlanReason } from '../../plan-reason.ts'
import type { PlanClearance } from '../../plan.ts'
import type { PlanSettings } from '../../plan-request.ts'

const hundredth = (figure: number): number => Math.round(figure * 100) / 100

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
  const modelStep = forest.model.steps[step]
  if (modelStep === undefined) return []
  if (modelStep.kind === 'flatten') return flattenReasons(one)
  const bendIndex = modelStep.bend
  const reasons: PlanReason[] = []
  const never = checker.never(step)
  const stroke = checker.stroke(step)
  const { kit } = checker
  if (never === 'angle') {
    const includedDeg = hundredth(180 - degrees(checker.overTurn(step)))
    const sharpestIncludedDeg = Math.max(kit.v.includedDeg, kit.punch.includedDeg)
    reasons.push({ code: 'angle_of_tools', params: { bendIndex, includedDeg, sharpestIncludedDeg } })
  }
  const radiusMm = stroke.middleMm - forest.model.thicknessMm / 2
  if (never === 'radius')
    reasons.push({ code: 'radius_of_punch', params: { bendIndex, radiusMm, punchRadiusMm: kit.punch.tipRadiusMm } })
  if (never === 'round') {
    const largestMm: Mm = hundredth(checker.largestMm(step))
    reasons.push({ code: 'radius_of_die', params: { bendIndex, radiusMm, vMm: kit.v.vMm, largestMm } })
  }
  if (never === 'bottom') reasons.push(hit(one, 'die', 2 * bendIndex + 1, degrees(checker.overTurn(step))))
  if (never === 'unsteady') {
    const radiusMm = forest.model.bends[bendIndex]?.stepStates[0]?.radiusMm ?? 0
    reasons.push({ code: 'unsteady_bump', params: { bendIndex, radiusMm, vMm: kit.v.vMm } })
  }
  const short = checker.shortFlange(step, before)
  if (short !== null) {
    const { flange: flangeIndex, lengthMm, neededMm } = short
    reasons.push({ code: 'short_flange', params: { bendIndex, flangeIndex, lengthMm, neededMm } })
  }
  if (never !== null) return reasons
  reasons.push(...hitsOf(one).map(({ part, piece, turnDeg }) => hit(one, part, piece, turnDeg)))
  if (reasons.length === 0 && checker.gauge(step, side, before) === null) {
    const leg = forest.leaf(bendIndex, side, before)
    const finder = brakeGaugeFinder(forest.model.thicknessMm, one.machine, one.settings)
    const stops = gaugeStops(leg, stroke.besideMm, finder)
    reasons.push(noGaugeReason(bendIndex, stops, one.machine))
  }
  return reasons
}

function hit({ forest, step }: ReportedStep, part: PlanPart, piece: number, turnDeg: Deg): PlanReason {
  const { bend: bendIndex = 0, kind: stepKind = 'bend' } = forest.model.steps[step] ?? {}
  const { kind: pieceKind, index: pieceIndex } = pieceOf(piece)
  return { code: 'hit', params: { bendIndex, stepKind, part, pieceKind, pieceIndex, atTurnDeg: hundredth(turnDeg) } }
}

interface PartHit {
  readonly part: PlanPart
  readonly piece: number
  readonly turnDeg: Deg
}

/** The first hit of each part. */
function hitsOf({ checker, settings, step, side, before }: ReportedStep): PartHit[] {
  const first = new Map<PlanPart, PartHit>()
  const add = (one: PartHit): void => {
    const earlier = first.get(one.part)
    if (earlier === undefined || one.turnDeg < earlier.turnDeg) first.set(one.part, one)
  }
  for (const { shapes, stroke, atGauge, turnDegAt } of checker.sweeps(step, side, before)) {
    const tools = checker.kit.sides[atGauge ? 0 : 1]
    for (const shape of shapes) {
      for (const group of [tools.moving, tools.fixed]) {
        for (const part of group.parts) {
          const contact = firstContact(shape, stroke, { ...group, parts: [part] }, settings.clearanceMm)
          if (contact !== null) add({ ...contact, turnDeg: turnDegAt(contact.sweepTurn) })
        }
      }
    }
  }
  const collision = checker.legCollision(step, side, before)
  if (collision !== null) add({ part: 'sheet', piece: collision.piece, turnDeg: collision.turnDeg })
  return [...first.values()].toSorted((a, b) => a.turnDeg - b.turnDeg)
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
    return [{ code: 'slot_depth', params: { bendIndex, flapMm: hundredth(reason.flapMm), depthMm: reason.depthMm } }]
  }
  if (reason.why === 'slot_width') {
    return [
      { code: 'slot_width', params: { bendIndex, heightMm: hundredth(reason.heightMm), widthMm: reason.widthMm } },
    ]
  }
  return [{ code: 'no_hemming_tool', params: { bendIndex, thicknessMm: forest.model.thicknessMm } }]
}

/**
 * The least distance of the whole stroke from a tool, the moved back fingers or the other leg; for a flattening, with the slot open and
 * closed.
 */
export function clearanceOf(one: ReportedStep): PlanClearance | null {
  const { forest, checker, machine, step, side, before } = one
  if (forest.model.steps[step]?.kind === 'flatten') {
    const nearest = one.flatten?.nearest(step, before, mostClearanceMm) ?? null
    return nearest === null ? null : planClearance(nearest, nearest.gapMm, 0)
  }
  const gauge = checker.gauge(step, side, before)
  const outline = machine.outlines?.fingers.outline
  const fingers: PartGroup[] = []
  if (gauge !== null && gauge.retractMm > 0 && outline !== undefined) {
    const xMm = gauge.xMm + gauge.retractMm
    fingers.push({ parts: [partOutline('fingers', outline, { xMm, yMm: gauge.levelMm })], fixed: true })
  }
  let best: PlanClearance | null = null
  let least = mostClearanceMm
  for (const { shapes, stroke, atGauge, turnDegAt } of checker.sweeps(step, side, before)) {
    const tools = checker.kit.sides[atGauge ? 0 : 1]
    const travelMm = checker.stroke(step).besideMm - stroke.besideMm
    const groups = [tools.moving, tools.fixed, ...(atGauge ? fingers.map((one) => nearer(one, travelMm)) : [])]
    for (const shape of shapes) {
      for (const group of groups) {
        const contact: Contact | null = leastContact(shape, stroke, group, least + stroke.slackMm)
        if (contact === null) continue
        least = contact.gapMm - stroke.slackMm
        best = planClearance(contact, least, turnDegAt(contact.sweepTurn))
      }
    }
  }
  const legs = checker.nearestLegs(step, side, before, least)
  return legs === null ? best : planClearance({ ...legs, part: 'sheet' }, legs.gapMm, legs.turnDeg)
}

/** The fingers follow the strokes of a bump row. */
const nearer = (group: PartGroup, mm: Mm): PartGroup =>
  mm === 0 ? group : { ...group, parts: group.parts.map((part) => movedPart(part, -mm, 0)) }
