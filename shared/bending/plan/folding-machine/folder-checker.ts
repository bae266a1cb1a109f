// Whether one step is possible on a folding machine: the clamped leg stands, the other swings about the centre of the bend's arc with
// the blade. Pure. Units: mm and radians.
import type { FolderMachine } from '../../fit/index.ts'
import { toMouldLine } from '../../fit/index.ts'
import { degrees } from '../../units.ts'
import type { Deg, Mm } from '../../units.ts'
import {
  firstContact,
  gapTo,
  highest,
  legShapes,
  legsMeet,
  lowest,
  moveShape,
  movedShape,
  noShoulders,
  pieceOf,
} from '../legs/index.ts'
import type { BlankModel, LegForest, LegShape, PartOutline, Side, Stroke } from '../legs/index.ts'
import { folderParts, gaugeHeight, placedPart, soleDepth } from './folder-parts.ts'
import type { FolderParts } from './folder-parts.ts'
import { gaugeFinder } from '../step/index.ts'
import type { GaugeContact } from '../step/index.ts'
import type { PlanReason } from '../plan-reason.ts'
import type { PlanPart } from '../plan-part.ts'
import type { PlanSettings } from '../plan-request.ts'

export interface FolderChecker {
  readonly missing: FolderParts['missing']
  /** `clampedSide`: the side of the leg under the clamp, whose edge is at the gauge. Empty: possible. */
  readonly reasons: (step: number, clampedSide: Side, up: boolean, before: number, all: boolean) => PlanReason[]
  readonly gauge: (step: number, clampedSide: Side, before: number) => GaugeContact | null
  /** Where the gauge would stand, in or out of its range. Null: it meets nothing. */
  readonly gaugeStop: (step: number, clampedSide: Side, before: number) => GaugeContact | null
  readonly overTurn: (step: number) => number
}

interface Inputs {
  readonly forest: LegForest
  readonly machine: FolderMachine
  readonly settings: PlanSettings
  readonly overTurns: readonly number[]
}

const still: Stroke = {
  end: 0,
  middleMm: 0,
  outsideMm: 0,
  besideMm: 0,
  shorterMm: 0,
  slackMm: 0,
  shoulders: noShoulders,
  tipMm: 0,
}

/** Steps of a slide that is checked by samples, mm. */
const slideMm: Mm = 0.1

/** `overTurns`: the over-bent turn of each step, by the step's index; a step without one has 0. */
export function folderChecker({ forest, machine, settings, overTurns }: Inputs): FolderChecker {
  const { model } = forest
  const { thicknessMm } = model
  const [down, up] = [false, true].map((direction) => folderParts(machine, thicknessMm, direction))
  const partsOf = (isUp: boolean): FolderParts => (isUp ? up : down) ?? folderParts(machine, thicknessMm, isUp)
  const overTurn = (step: number): number => overTurns[step] ?? 0

  const swings = (step: number, clampedSide: Side, isUp: boolean, before: number, all: boolean): PlanReason[] => {
    const { bend = 0, kind: stepKind = 'bend' } = model.steps[step] ?? {}
    const parts = partsOf(isUp)
    const reasons: PlanReason[] = []
    const hit = (part: PlanPart, piece: number, turn: number): void => {
      const { kind: pieceKind, index: pieceIndex } = pieceOf(piece)
      const params = { bendIndex: bend, stepKind, part, pieceKind, pieceIndex }
      const atTurnDeg = Math.round((turn * 18_000) / Math.PI) / 100
      // of each part the earliest hit
      const known = reasons.findIndex((one) => one.code === 'hit' && one.params.part === part)
      const earlier = reasons[known]
      if (earlier?.code === 'hit' && earlier.params.atTurnDeg <= atTurnDeg) return
      reasons.splice(known === -1 ? reasons.length : known, 1, { code: 'hit', params: { ...params, atTurnDeg } })
    }
    const limit = limits(forest, machine, step, clampedSide, isUp, before, overTurn(step))
    if (limit !== null) return [limit]
    const stroke = swingOf(model, bend, overTurn(step))
    const clamped = legShapes(forest.leaf(bend, clampedSide, before))
    const swinging = legShapes(forest.leaf(bend, clampedSide > 0 ? -1 : 1, before))
    const enough = (): boolean => reasons.length > 0 && !all
    standing(clamped, parts, machine, settings, thicknessMm, hit)
    if (enough()) return reasons
    const lowered = bladeDrop(forest, swinging, machine, before)
    againstBlade(swinging, stroke, placedPart(parts.beam, -lowered.mm, true), lowered.pieces, settings, hit)
    if (enough()) return reasons
    const placed = (part: PartOutline): PartOutline => placedPart(part, -stroke.middleMm, true)
    const overClamp = { parts: [placed(parts.clamp)], fixed: false }
    const around = { parts: [placed(parts.clamp), placed(parts.table)], fixed: false }
    for (const shape of swinging) {
      // the flat beside the bend swings up from the edge of the table
      const contact = firstContact(shape, stroke, shape.inLine ? overClamp : around, settings.clearanceMm)
      if (contact !== null) hit(contact.part, contact.piece, contact.half)
    }
    const blade = { parts: [placedPart(parts.beam, -stroke.middleMm, false)], fixed: false }
    for (const shape of clamped) {
      if (shape.inLine) continue
      const contact = firstContact(shape, { ...stroke, besideMm: 0, shorterMm: 0 }, blade, settings.clearanceMm)
      if (contact !== null) hit(contact.part, contact.piece, contact.half)
    }
    if (enough()) return reasons
    const [moving, held] = [forest.leaf(bend, clampedSide > 0 ? -1 : 1, before), forest.leaf(bend, clampedSide, before)]
    const meeting = legsMeet(forest, bend, moving, held, stroke, settings.clearanceMm, {
      ...still,
      middleMm: stroke.middleMm,
    })
    if (meeting !== null) hit('sheet', meeting.pieces[0], meeting.half)
    return reasons
  }
  const known = new Map<string, PlanReason[]>()
  const reasons: FolderChecker['reasons'] = (step, clampedSide, isUp, before, all) => {
    const key = `${step} ${clampedSide} ${Number(isUp)} ${before} ${Number(all)}`
    const have = known.get(key)
    if (have !== undefined) return have
    const kind = model.steps[step]?.kind
    const made =
      kind === 'flatten'
        ? pressed(forest, machine, settings, partsOf(isUp), step, clampedSide, before)
        : swings(step, clampedSide, isUp, before, all)
    known.set(key, made)
    return made
  }
  const gauges = gaugesOf({ forest, machine, settings })
  return { missing: (up ?? folderParts(machine, thicknessMm, true)).missing, reasons, ...gauges, overTurn }
}

function gaugesOf({
  forest,
  machine,
  settings,
}: Omit<Inputs, 'overTurns'>): Pick<FolderChecker, 'gauge' | 'gaugeStop'> {
  const { model } = forest
  const height = machine.outlines === undefined ? 15 : gaugeHeight(machine.outlines)
  const contact = gaugeFinder(model.thicknessMm, 0, height, settings.leastOverlapMm)
  const gaugeStop: FolderChecker['gaugeStop'] = (step, clampedSide, before) => {
    const bend = model.steps[step]?.bend ?? 0
    return contact(forest.leaf(bend, clampedSide, before), (model.bends[bend]?.zoneMm ?? 0) / 2)
  }
  const gauge: FolderChecker['gauge'] = (step, clampedSide, before) => {
    const gaugeContact = gaugeStop(step, clampedSide, before)
    if (gaugeContact === null) return null
    const inRange =
      gaugeContact.xMm >= machine.backgaugeMinMm - 1e-6 && gaugeContact.xMm <= machine.backgaugeMaxMm + 1e-6
    return inRange ? gaugeContact : null
  }
  return { gauge, gaugeStop }
}

/** The swinging leg about the arc's centre: its zone shortens to nothing while the arc grows. */
function swingOf(model: BlankModel, bend: number, overTurn: number): Stroke {
  const own = model.bends[bend]
  const made = own?.made[0]
  const radius = made?.radiusMm ?? 0
  const zone = own?.zoneMm ?? 0
  return {
    end: overTurn,
    middleMm: radius + model.thicknessMm / 2,
    outsideMm: radius + model.thicknessMm,
    besideMm: zone,
    shorterMm: (zone - 2 * (made?.besideMm ?? 0)) / (made?.turn ?? 1),
    slackMm: 0,
    shoulders: noShoulders,
    tipMm: 0,
  }
}

/** A hem cannot be pressed from less than this. */
const leastPreTurnDeg: Deg = 135

/** Figures of the machine that no shape decides. */
function limits(
  forest: LegForest,
  machine: FolderMachine,
  step: number,
  clampedSide: Side,
  isUp: boolean,
  before: number,
  overTurn: number,
): PlanReason | null {
  const { model } = forest
  const bendIndex = model.steps[step]?.bend ?? 0
  const turnDeg = degrees(overTurn)
  const largestTurnDeg = machine.largestTurnDeg
  if (turnDeg > largestTurnDeg + 1e-6)
    return { code: 'angle_of_folder', params: { bendIndex, turnDeg, largestTurnDeg } }
  if (model.steps[step]?.kind === 'pre_bend' && turnDeg < leastPreTurnDeg - 1e-6) {
    return { code: 'angle_of_folder', params: { bendIndex, turnDeg: leastPreTurnDeg, largestTurnDeg } }
  }
  const side = clampedSide > 0 ? -1 : 1
  const flangeIndex = side > 0 ? bendIndex + 1 : bendIndex
  const { radiusMm = 0, turn = 0 } = model.bends[bendIndex]?.made[0] ?? {}
  let lengthMm = toMouldLine(model.outerMm[flangeIndex] ?? 0, degrees(turn), radiusMm, model.thicknessMm)
  const next = forest.nextMade(bendIndex, side, before)
  if (next !== bendIndex + side) {
    const edge = side > 0 ? model.widthMm : 0
    lengthMm = Math.max(lengthMm, Math.abs((model.middleMm[next] ?? edge) - (model.middleMm[bendIndex] ?? 0)))
  }
  const neededMm = machine.smallestFlangeMm
  return lengthMm < neededMm - 1e-6
    ? { code: 'short_flange', params: { bendIndex, flangeIndex, lengthMm, neededMm } }
    : trapped(legShapes(forest.leaf(bendIndex, clampedSide, before)), machine, model.thicknessMm, bendIndex, isUp)
}

/**
 * A flange behind the nose that is higher than the raised clamp: the part goes in and out sideways only, and this machine has no room for
 * that. Whether the folded side hooks the nose while the clamp lifts is not checked.
 */
function trapped(
  shapes: readonly LegShape[],
  { clampOpeningMm, outlines }: FolderMachine,
  thicknessMm: Mm,
  bendIndex: number,
  isUp: boolean,
): PlanReason | null {
  if (outlines?.sidewaysRemoval !== false) return null
  const most = clampOpeningMm - thicknessMm / 2 + 1e-6
  const high = shapes.find((shape) => !shape.inLine && (isUp ? highest(shape) : -lowest(shape)) > most)
  if (high === undefined) return null
  const { kind: pieceKind, index: pieceIndex } = pieceOf(high.piece)
  return { code: 'trapped', params: { bendIndex, part: 'clamp', pieceKind, pieceIndex } }
}

/** No point of it is above the upper face of the clamped flat, on which the sole of the clamp lies. */
const isBelow = (shape: LegShape, thicknessMm: Mm): boolean => highest(shape) <= thicknessMm / 2 + 1e-9

type Hit = (part: PlanPart, piece: number, turn: number) => void

const moved = movedShape()

/** The clamped leg with the clamp closed: above the sheet the clamp, below it the table, from which the sheet lifts a little. */
function standing(
  shapes: readonly LegShape[],
  { clamp, table }: FolderParts,
  machine: FolderMachine,
  settings: PlanSettings,
  thicknessMm: Mm,
  hit: Hit,
): void {
  const sunk = placedPart(table, -(machine.outlines?.tableLiftMm ?? 0), false)
  for (const shape of shapes) {
    if (shape.inLine) continue
    moveShape(shape, still, 0, moved)
    if (!isBelow(shape, thicknessMm) && gapTo(moved, clamp, 0, 1, false) < settings.clearanceMm)
      hit('clamp', shape.piece, 0)
    if (!shape.above && gapTo(moved, sunk, 0, 1, false) < 0) hit('table', shape.piece, 0)
  }
}

/** How far the blade is lowered for closed hems that lie on it, and which pieces these are. */
function bladeDrop(
  forest: LegForest,
  shapes: readonly LegShape[],
  machine: FolderMachine,
  before: number,
): { mm: Mm; pieces: ReadonlySet<number> } {
  const pieces = new Set<number>()
  const { outlines } = machine
  if (outlines?.bladeOnHem !== true) return { mm: 0, pieces }
  const { thicknessMm, bends } = forest.model
  let mm = 0
  for (const { index, hem, made } of bends) {
    if (hem !== 'closed' || forest.valueAt(before, index) !== 2) continue
    const flap = index < bends.length / 2 ? 2 * index : 2 * index + 2
    const depth = thicknessMm + 2 * (made.at(-1)?.radiusMm ?? 0)
    const lies = shapes.some((shape) => !shape.above && (shape.piece === flap || shape.piece === 2 * index + 1))
    if (!lies || depth > outlines.beamAdjustmentMm) continue
    mm = Math.max(mm, depth)
    pieces.add(flap).add(2 * index + 1)
  }
  return { mm, pieces }
}

/** The swinging leg against the blade that carries it: both turn together, and the leg slides along it while the arc grows. */
function againstBlade(
  shapes: readonly LegShape[],
  stroke: Stroke,
  blade: PartOutline,
  onBlade: ReadonlySet<number>,
  settings: PlanSettings,
  hit: Hit,
): void {
  const end = stroke.besideMm - stroke.end * stroke.shorterMm
  const samples = Math.ceil(Math.abs(stroke.besideMm - end) / slideMm) + 1
  for (const shape of shapes) {
    if (shape.above || onBlade.has(shape.piece)) continue
    for (let sample = 0; sample <= samples; sample += 1) {
      const besideMm = stroke.besideMm + ((end - stroke.besideMm) * sample) / samples
      moveShape(shape, { ...still, besideMm }, 0, moved)
      if (gapTo(moved, blade, 0, 1, false) >= settings.clearanceMm) continue
      hit('folding_beam', shape.piece, (stroke.end * sample) / samples)
      break
    }
  }
}

/** How far the nose of the clamp reaches beyond the flap when a hem is pressed. */
const beyondMm: Mm = 3

/**
 * A pre-folded hem is pressed by the clamp: only the flap and the first flat may lie under it. `clampedSide` is the side of the rest of
 * the part if that lies on the table, with the fold at the nose; on the other side the fold points to the gauge, and the rest is in front.
 */
function pressed(
  forest: LegForest,
  machine: FolderMachine,
  settings: PlanSettings,
  parts: FolderParts,
  step: number,
  clampedSide: Side,
  before: number,
): PlanReason[] {
  const { model } = forest
  const bendIndex = model.steps[step]?.bend ?? 0
  const own = model.bends[bendIndex]
  const [pre, flat] = own?.made ?? []
  if ((before & (1 << (step - 1))) === 0 || pre === undefined || flat === undefined) {
    return [{ code: 'wrong_sequence', params: { bendIndex, stepKind: 'flatten' } }]
  }
  const flapSide: Side = (model.middleMm[bendIndex] ?? 0) > model.widthMm / 2 ? 1 : -1
  const flapMm = flapSide > 0 ? model.widthMm - (model.middleMm[bendIndex] ?? 0) : (model.middleMm[bendIndex] ?? 0)
  const heightMm = flapMm * Math.sin(Math.PI - pre.turn) + 2 * pre.radiusMm + 2 * model.thicknessMm
  if (heightMm > machine.clampOpeningMm) {
    return [{ code: 'slot_width', params: { bendIndex, heightMm, widthMm: machine.clampOpeningMm } }]
  }
  const onTable = clampedSide !== flapSide
  const soleMm = machine.outlines === undefined ? Infinity : soleDepth(machine.outlines)
  // the fold lies behind the nose by the flap: the sole must reach it
  if (!onTable && flapMm + beyondMm + model.thicknessMm > soleMm + 1e-6) {
    return [{ code: 'short_sole', params: { bendIndex, flapMm: Math.round(flapMm * 10) / 10, soleMm } }]
  }
  const reasons: PlanReason[] = []
  const hit: Hit = (part, piece) => {
    // of each part the nearest piece
    if (reasons.some((one) => one.code === 'hit' && one.params.part === part)) return
    const { kind: pieceKind, index: pieceIndex } = pieceOf(piece)
    reasons.push({ code: 'hit', params: { bendIndex, stepKind: 'flatten', part, pieceKind, pieceIndex, atTurnDeg: 0 } })
  }
  if (legShapes(forest.leaf(bendIndex, flapSide, before)).some(({ inLine }) => !inLine)) hit('clamp', 2 * bendIndex, 0)
  const rest = legShapes(forest.leaf(bendIndex, flapSide > 0 ? -1 : 1, before))
  const caught = onTable ? trapped(rest, machine, model.thicknessMm, bendIndex, true) : null
  if (caught !== null) reasons.push(caught)
  const raised = model.thicknessMm + 2 * flat.radiusMm
  // on the table the fold is at the nose; else it lies behind the nose by the flap, and the rest comes out in front
  const besideMm = onTable ? 0 : -flapMm - beyondMm
  for (const shape of rest) {
    if (shape.inLine) continue
    moveShape(shape, { ...still, besideMm }, 0, moved)
    const near = (part: PartOutline, liftMm: Mm): number =>
      gapTo(moved, placedPart(part, liftMm, !onTable), 0, 1, false)
    if (!isBelow(shape, model.thicknessMm) && near(parts.clamp, raised) < settings.clearanceMm)
      hit('clamp', shape.piece, 0)
    if (shape.above) continue
    if (near(parts.table, onTable ? -(machine.outlines?.tableLiftMm ?? 0) : 0) < 0) hit('table', shape.piece, 0)
    // what hangs in front of the table stands before the blade at rest
    if (!onTable && near(parts.beam, 0) < settings.clearanceMm) hit('folding_beam', shape.piece, 0)
  }
  return reasons
}
