// Whether one step is possible on one set of tools of a press brake: every part of the verdict is computed once and kept. Pure.
import type { PressBrakeMachine } from '../../fit/machine.ts'
import { smallestFlange, toMouldLine } from '../../fit/smallest-flange.ts'
import type { Deg, Mm } from '../../units.ts'
import type { BlankModel, ModelStep } from '../legs/blank-model.ts'
import type { BrakeKit, KitSide } from './brake-kit.ts'
import { fingersFree } from './fingers.ts'
import { gaugeContact, stopFaceHeight } from '../gauging.ts'
import type { LegForest, Side, TreeNode } from '../legs/leg-tree.ts'
import { legsMeet, mayCross } from '../legs/leg-pair.ts'
import type { PlanGauge } from '../plan.ts'
import type { PlanSettings } from '../plan-request.ts'
import { centreHeight, firstContact } from '../legs/sweep.ts'
import type { Stroke } from '../legs/sweep.ts'

/** How a step is gauged; `safe` is false on a rounded contact. */
interface GaugeReading {
  readonly xMm: Mm
  readonly levelMm: Mm
  readonly retractMm: Mm
  readonly contact: PlanGauge['contact']
  readonly piece: number
  readonly safe: boolean
}

/** The own bend of a step: the turn to bend to, and the radius around the punch. */
export interface OwnBend {
  readonly overTurn: number
  readonly radiusMm: Mm
}

export interface BrakeChecker {
  readonly kit: BrakeKit
  readonly stroke: (step: number) => Stroke
  /** Why the bend can never be made on these tools, whatever is done before. */
  readonly never: (step: number) => 'angle' | 'radius' | 'bottom' | null
  /** The flange that is too short, and what it needs; null where both reach the shoulders. */
  readonly shortFlange: (step: number, mask: number) => { flange: number; lengthMm: Mm; neededMm: Mm } | null
  readonly legFree: (step: number, side: Side, atGauge: boolean, mask: number) => boolean
  readonly pairFree: (step: number, mask: number) => boolean
  readonly gauge: (step: number, side: Side, mask: number) => GaugeReading | null
  /** Everything but the gauge. */
  readonly free: (step: number, side: Side, mask: number) => boolean
}

interface Inputs {
  readonly forest: LegForest
  readonly kit: BrakeKit
  readonly machine: PressBrakeMachine
  readonly settings: PlanSettings
  readonly own: (step: ModelStep) => OwnBend
}

const strokeOf = (model: BlankModel, bend: number, own: OwnBend, kit: BrakeKit): Stroke => {
  const { zoneMm = 0, made = [] } = model.bends[bend] ?? {}
  const turn = made[0]?.turn ?? 1
  const radius = made[0]?.radiusMm ?? 0
  const endMm = made[0]?.besideMm ?? 0
  return {
    end: own.overTurn / 2,
    middleMm: own.radiusMm + model.thicknessMm / 2,
    outsideMm: own.radiusMm + model.thicknessMm,
    besideMm: zoneMm / 2,
    shorterMm: (zoneMm / 2 - endMm) / (turn / 2) + Math.max(0, own.radiusMm - radius),
    shoulders: kit.shoulders,
  }
}

export function brakeChecker({ forest, kit, machine, settings, own }: Inputs): BrakeChecker {
  const { model } = forest
  const { steps, thicknessMm } = model
  const ownBends = steps.map((step) => own(step))
  const strokes = steps.map(({ bend }, index) => strokeOf(model, bend, ownBends[index] ?? own(steps[0] ?? noStep), kit))
  const stroke = (step: number): Stroke => strokes[step] ?? noStroke
  const bendOf = (step: number): number => steps[step]?.bend ?? 0
  const alike = kit.sides[0] === kit.sides[1]
  const nodeFree = [0, 1].map((): number[] => [])
  const legTables = new Map<number, Uint8Array>()
  const gaugeTables = new Map<number, (GaugeReading | null)[]>()
  const pairs = new Map<number, boolean>()

  const legFree = (step: number, side: Side, atGauge: boolean, mask: number): boolean => {
    const bend = bendOf(step)
    const place = atGauge || alike ? 0 : 1
    const key = (step * 2 + (side > 0 ? 1 : 0)) * 2 + place
    const sideMask = forest.sideMask(bend, side, mask)
    const table = tableOf(legTables, key, () => new Uint8Array(1 << sideBits(model, bend, side)))
    const known = table[sideMask]
    if (known !== undefined && known > 0) return known === 1
    const result = checkNode(
      stroke(step),
      kit.sides[place] ?? kit.sides[0],
      nodeFree[place] ?? [],
      settings.clearanceMm,
      forest.leaf(bend, side, mask),
    )
    table[sideMask] = result
    return result === 1
  }
  const mayCrossKnown: (boolean | undefined)[] = []
  const crossing = (node: TreeNode, own: Stroke, clearanceMm: number): boolean =>
    (mayCrossKnown[node.id] ??=
      (node.above !== null && crossing(node.above, own, clearanceMm)) || mayCross(node, own, clearanceMm))
  const pairFree = (step: number, mask: number): boolean => {
    const bend = bendOf(step)
    const [last, first] = [forest.leaf(bend, 1, mask), forest.leaf(bend, -1, mask)]
    const own = stroke(step)
    if (!crossing(last, own, settings.clearanceMm) && !crossing(first, own, settings.clearanceMm)) return true
    const key = step * (1 << steps.length) + (mask & ~(1 << step))
    const known = pairs.get(key)
    if (known !== undefined) return known
    const free = legsMeet(forest, bend, last, first, own, settings.clearanceMm) === null
    pairs.set(key, free)
    return free
  }
  const gauge = (step: number, side: Side, mask: number): GaugeReading | null => {
    const bend = bendOf(step)
    const key = step * 2 + (side > 0 ? 1 : 0)
    const sideMask = forest.sideMask(bend, side, mask)
    const table = tableOf(gaugeTables, key, (): (GaugeReading | null)[] => [])
    const known = table[sideMask]
    if (known !== undefined) return known
    const leg = forest.leaf(bend, side, mask)
    const reading = gaugeReading(leg, stroke(step), kit, machine, settings, thicknessMm, isFlatHem(forest, mask))
    table[sideMask] = reading
    return reading
  }
  const neverOf = steps.map((_, step) => neverReason(model, step, stroke(step), ownBends[step], kit))
  const never = (step: number) => neverOf[step] ?? null
  const shortFlange = (step: number, mask: number) => shortFlangeAt(forest, bendOf(step), stroke(step), kit, mask)
  const free = (step: number, side: Side, mask: number): boolean =>
    never(step) === null &&
    shortFlange(step, mask) === null &&
    legFree(step, side, true, mask) &&
    legFree(step, side > 0 ? -1 : 1, false, mask) &&
    pairFree(step, mask)
  return { kit, stroke, never, shortFlange, legFree, pairFree, gauge, free }
}

/** 1 free, 2 not. */
function checkNode(stroke: Stroke, side: KitSide, known: number[], clearanceMm: number, node: TreeNode): number {
  const before = known[node.id]
  if (before !== undefined) return before
  let result = node.above === null ? 1 : checkNode(stroke, side, known, clearanceMm, node.above)
  if (result === 1) {
    const hit = node.shapes.some(
      (shape) =>
        firstContact(shape, stroke, side.moving, clearanceMm) !== null ||
        firstContact(shape, stroke, side.fixed, clearanceMm) !== null,
    )
    result = hit ? 2 : 1
  }
  known[node.id] = result
  return result
}

const noStroke: Stroke = {
  end: 0,
  middleMm: 0,
  outsideMm: 0,
  besideMm: 0,
  shorterMm: 0,
  shoulders: new Float64Array(0),
}
const noStep: ModelStep = { bend: 0, kind: 'bend', value: 1 }

function tableOf<T>(tables: Map<number, T>, key: number, make: () => T): T {
  const known = tables.get(key)
  if (known !== undefined) return known
  const made = make()
  tables.set(key, made)
  return made
}

const sideBits = (model: BlankModel, own: number, side: Side): number =>
  model.steps.filter(({ bend }) => (side > 0 ? bend > own : bend < own)).length

const isFlatHem =
  (forest: LegForest, mask: number) =>
  (piece: number): boolean =>
    piece % 2 === 1 && forest.valueAt(mask, (piece - 1) / 2) === 2

function neverReason(
  model: BlankModel,
  step: number,
  stroke: Stroke,
  own: OwnBend | undefined,
  kit: BrakeKit,
): 'angle' | 'radius' | 'bottom' | null {
  if (own === undefined || model.steps[step]?.kind === 'flatten') return null
  const sharpest: Deg = Math.max(kit.v.includedDeg, kit.punch.includedDeg)
  if (180 - (own.overTurn * 180) / Math.PI < sharpest - 1e-9) return 'angle'
  if (own.overTurn > Math.PI - 1e-6 || own.radiusMm < kit.punch.tipRadiusMm - 1e-9) return 'radius'
  const lowestMm = centreHeight(stroke, stroke.end) - stroke.outsideMm
  return lowestMm < kit.bottomMm ? 'bottom' : null
}

/**
 * A leg must reach over its shoulder: its outer length, or the flat width up to the first bend that is done or to the edge where that
 * is more, is at least the smallest flange of the V.
 */
function shortFlangeAt(
  forest: LegForest,
  bend: number,
  stroke: Stroke,
  kit: BrakeKit,
  mask: number,
): { flange: number; lengthMm: Mm; neededMm: Mm } | null {
  const { model } = forest
  const made = model.bends[bend]?.made[0]
  if (made === undefined) return null
  const turnDeg = (made.turn * 180) / Math.PI
  const neededMm = smallestFlange(kit.v.vMm, 180 - turnDeg)
  for (const side of [1, -1] as const) {
    const flange = side > 0 ? bend + 1 : bend
    let lengthMm = toMouldLine(
      model.outerMm[flange] ?? 0,
      turnDeg,
      stroke.outsideMm - model.thicknessMm,
      model.thicknessMm,
    )
    let next = bend + side
    while (model.bends[next] !== undefined && forest.valueAt(mask, next) === 0) next += side
    if (next !== bend + side) {
      const from = model.middleMm[bend] ?? 0
      const edge = side > 0 ? model.widthMm : 0
      lengthMm = Math.max(lengthMm, Math.abs((model.middleMm[next] ?? edge) - from))
    }
    if (lengthMm < neededMm - 1e-6) return { flange, lengthMm, neededMm }
  }
  return null
}

/** The lowest level with a safe contact in range at which the fingers stand free; without one, the lowest with a rounded contact. */
function gaugeReading(
  leg: TreeNode,
  stroke: Stroke,
  kit: BrakeKit,
  machine: PressBrakeMachine,
  settings: PlanSettings,
  thicknessMm: Mm,
  isHem: (piece: number) => boolean,
): GaugeReading | null {
  const fingers = machine.outlines?.fingers
  const levels = fingers?.levelsMm ?? [0]
  const height = fingers === undefined ? 20 : stopFaceHeight(fingers)
  let second: GaugeReading | null = null
  for (const levelMm of levels) {
    const { besideMm } = stroke
    const found = gaugeContact(leg, thicknessMm, besideMm, levelMm, levelMm + height, settings.leastOverlapMm, isHem)
    if (found === null) continue
    const safe = found.contact !== 'rounded'
    if (!safe && second !== null) continue
    if (found.xMm < machine.backgaugeMinMm - 1e-6 || found.xMm > machine.backgaugeMaxMm + 1e-6) continue
    const retracts = retractsOf(machine, settings, found.xMm)
    const retractMm = retracts.find((one) =>
      fingersFree({ leg, stroke, kit, fingers, found, levelMm, retractMm: one, thicknessMm, settings }),
    )
    if (retractMm === undefined) continue
    const reading = { ...found, xMm: Math.round(found.xMm * 1e4) / 1e4, levelMm, retractMm, safe }
    if (safe) return reading
    second = reading
  }
  return second
}

/** What the fingers may move back: the setting, and more; not beyond their range. */
function retractsOf(machine: PressBrakeMachine, settings: PlanSettings, xMm: Mm): Mm[] {
  if (machine.outlines?.fingers.retracts !== true) return [0]
  const most = machine.backgaugeMaxMm - xMm
  return [...new Set([settings.retractMm, 100].map((one) => Math.min(one, most)))]
}
