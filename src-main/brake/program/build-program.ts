// Builds the program of one piece of a sheet for one machine, or tells why a person must bend the piece without a program. Pure. Lengths
// are in mm, angles in degrees.
import { toThousandth } from '../../../shared/base/figures.ts'
import { ok, type Failed, type Result } from '../../../shared/base/result.ts'
import {
  isValidCorrection,
  isTapered,
  maxBends,
  maxCorrectionDeg,
  turnDegOf,
  validateSection,
  type Deg,
  type Mm,
} from '../../../shared/bending/index.ts'
import type { Plan, PlanStep } from '../../../shared/bending/plan/index.ts'
import { chooseBumps, mildSteelRadiusShare, smallestFlange, toMouldLine } from '../../../shared/bending/fit/index.ts'
import { blankOf, type DrawnSheet, type Blank, type BlankBend } from '../../../shared/drawing/index.ts'
import { refused, type ProgramRefusal } from './program-refusal.ts'
import { isHemStep, withoutPlan, type BrakeProgram, type ProgramStep } from './program.ts'

interface ProgramMachine {
  /** The name of a folding machine, which has no die. Absent for a press brake. */
  readonly name?: string
  readonly maxLengthMm: Mm
  readonly backgaugeMinMm: Mm
  readonly backgaugeMaxMm: Mm
  /** The directions of a folding machine: one that folds both ways needs no flip. Absent: upward only. */
  readonly folds?: 'up' | 'both'
}

export interface ProgramTool {
  /** The id of the die, or the name of the folding machine. */
  readonly name: string
  /** The id of the punch; null on a folding machine. */
  readonly punch: string | null
  /** The V opening of the die; null on a folding machine. */
  readonly vMm: Mm | null
}

export interface ProgramRequest {
  /** The current sheet, just read; null if it does not exist any more. */
  readonly sheet: DrawnSheet | null
  readonly drawingHash: string
  /** The version of the drawing that the screen showed when a person requested the program. */
  readonly shownDrawingVersion: number
  readonly pieceNo: number
  readonly machine: ProgramMachine | null
  /** The tool of steps without a plan. */
  readonly tool: ProgramTool | null
  /** The steps that the planner found; null: the bends in the order of the profile. */
  readonly plan?: Plan | null
  /** The fields of a step that the controller takes; omitted: all. */
  readonly stepFields?: readonly string[]
  /** Why the planner says no, as one sentence for logs; null: it does not. */
  readonly impossible?: string | null
  /** The correction of each bend, which the controller adds to its angle. Key: the bend, from 1. A bend that is not in the map has 0. */
  readonly corrections?: ReadonlyMap<number, Deg>
  readonly version: number
  /** The number of steps in the controller's table. Omitted: 14. */
  readonly maxSteps?: number
}

const toleranceMm = 1e-6

/**
 * The steps of the plan, or without one the bends in the order of the profile.
 *
 * Without a plan, each step is gauged against a free edge that is still flat. It is the edge of the last flange. At the first step it is
 * the edge of the first flange, if only that one is within reach. So no figure depends on the shape of finished bends. Collisions are
 * not checked.
 *
 * The angles are those of the sheet: springback and corrections are separate fields.
 *
 * Refuses with a `ProgramRefusalCode`; a piece that is tapered or has no straight edge for the gauge, and without a plan a piece
 * with a hem, is bent by hand.
 */
export function buildProgram(request: ProgramRequest): Result<BrakeProgram, ProgramRefusal> {
  const { sheet, machine, tool, shownDrawingVersion: shown, pieceNo } = request
  if (sheet === null) return refused('removed', 'the sheet is no longer on the list')
  if (sheet.drawingVersion !== shown) {
    const now = sheet.drawingVersion
    return refused('superseded', `drawing ${shown} was shown, the sheet now has drawing ${now}`, { shown, now })
  }
  const piece = sheet.pieces.find((one) => one.pieceNo === pieceNo)
  if (piece === undefined) return refused('unknown_piece', `the sheet has no piece ${pieceNo}`, { pieceNo })
  const validSection = validateSection(sheet.profile)
  if (!validSection.ok) return refused('unsound', validSection.error.message, { field: validSection.error.field })
  const { plan = null, impossible = null } = request
  if (isTapered(sheet.profile)) {
    return refused('by_hand', 'the profile is tapered: no gauge position suits both ends', { why: 'tapered' })
  }
  const blank = blankOf(sheet, piece)
  if (!blank.ok) return refused('unsound', blank.error.message, { field: blank.error.field })
  if (machine === null) return refused('no_machine', 'no file of the workshop describes this machine')
  if (impossible !== null) return refused('cannot_be_bent', impossible)
  const handRefusal = plan === null ? (byHandRefusal(sheet) ?? bumpRefusal(sheet, tool)) : null
  if (handRefusal !== null) return handRefusal
  if (tool === null && plan === null) return refused('no_tool', 'no tool of this machine can bend the blank')
  const steps =
    plan !== null
      ? plannedSteps(request, sheet, blank.value, machine, plan)
      : stepsOf(request, sheet, blank.value, machine, tool)
  if (!steps.ok) return steps
  const { id: sheetId, drawingVersion, order, sheetNo } = sheet
  const { drawingHash, version } = request
  const hand = piece.hand === 'left' || piece.hand === 'right' ? piece.hand : null
  const name = `${order.numberDisplay}-${sheetNo}`
  return ok({ sheetId, name, drawingVersion, drawingHash, pieceNo, hand, version, steps: steps.value })
}

const hemOf = ({ profile }: DrawnSheet): number =>
  profile.bends.findIndex((bend) => bend.hem !== null || turnDegOf(bend) >= 180)

function byHandRefusal(sheet: DrawnSheet): Failed<ProgramRefusal> | null {
  const hem = hemOf(sheet)
  return hem === -1
    ? null
    : refused('by_hand', `bend ${hem + 1} is a hem: a person bends and flattens it`, { why: 'hem', bend: hem + 1 })
}

/** Without a field for the kind, a controller would bend to 0° where a hem is flattened. Each stroke of a bump row is an air bend. */
function kindRefusal(plan: Plan, stepFields: ProgramRequest['stepFields']): Failed<ProgramRefusal> | null {
  if (stepFields === undefined || stepFields.includes('kind')) return null
  const hems = plan.steps.filter(isHemStep)
  if (hems.length === 0) return null
  const bend = Math.min(...hems.map(({ bendIndex }) => bendIndex)) + 1
  const message = `bend ${bend} is a hem, and the controller has no field for a pre-bend and a flattening`
  return refused('by_hand', message, { why: 'no_field_hem', bend })
}

/** Without a plan, the strokes of a bump row are not checked. */
function bumpRefusal({ profile }: DrawnSheet, tool: ProgramTool | null): Failed<ProgramRefusal> | null {
  if (tool?.vMm === null || tool?.vMm === undefined) return null
  const bends = profile.bends.map((bend) => ({ turnDeg: turnDegOf(bend), insideRadiusMm: bend.insideRadiusMm }))
  const { rows } = chooseBumps(bends, profile.thicknessMm, mildSteelRadiusShare, [tool.vMm])
  const index = rows.findIndex((row) => row !== null)
  if (index === -1) return null
  return refused('by_hand', `bend ${index + 1} is bumped, and there is no plan of its strokes`, {
    why: 'bump',
    bend: index + 1,
  })
}

function stepsOf(
  { corrections, maxSteps = maxBends }: ProgramRequest,
  sheet: DrawnSheet,
  blank: Blank,
  machine: ProgramMachine,
  tool: ProgramTool | null,
): Result<readonly ProgramStep[], ProgramRefusal> {
  const { bends } = blank
  const limit = Math.min(maxSteps, maxBends)
  if (bends.length === 0) {
    return refused('unsound', 'the profile has no bends', { field: 'profile.bends' })
  }
  if (bends.length > limit) {
    const params = { steps: bends.length, most: limit }
    return refused(
      'too_many_steps',
      `the profile has ${bends.length} bends, the controller takes ${limit} steps`,
      params,
    )
  }
  const steps: ProgramStep[] = []
  for (const [index, bend] of bends.entries()) {
    const lengthMm = lengthOf(bend)
    const tooLong = lengthRefusal(bend, machine)
    if (tooLong !== null) return tooLong
    const gauged = gaugePosition(blank, bend, index === 0, machine)
    if (!gauged.ok) return gauged
    const { edge, gaugeMm } = gauged.value
    const flangeRefusal = shortFlangeRefusal(sheet, index, gaugeMm, tool?.vMm ?? null)
    if (flangeRefusal !== null) return flangeRefusal
    const correctionDeg = corrections?.get(bend.number) ?? 0
    const includedDeg = 180 - bend.turnDeg
    const correctionRefusal = badCorrectionRefusal(bend.number, includedDeg, correctionDeg)
    if (correctionRefusal !== null) return correctionRefusal
    const previous = steps.at(-1)
    const direction = bend.up ? 'up' : 'down'
    const flipped = previous !== undefined && machine.folds !== 'both' && previous.direction !== direction
    const otherEdge = previous !== undefined && previous.edge !== edge
    steps.push({
      stepNo: index + 1,
      bend: bend.number,
      direction,
      includedDeg,
      correctionDeg,
      gaugeMm,
      edge,
      flipped,
      // a flip over the long axis brings the other edge to the gauge, and a half turn does the same
      turned: flipped !== otherEdge,
      lengthMm,
      thicknessMm: sheet.profile.thicknessMm,
      material: sheet.profile.material,
      toolName: tool?.name ?? '',
      punchName: tool?.punch ?? null,
      ...withoutPlan,
      faceUp: bend.up || machine.folds === 'both' ? 'B' : 'A',
    })
  }
  return ok(steps)
}

/** The steps in the order of the plan, with its tools and gauge positions. A correction applies to a bend, and not to a flattening. */
function plannedSteps(
  { corrections, maxSteps = maxBends, stepFields }: ProgramRequest,
  sheet: DrawnSheet,
  blank: Blank,
  machine: ProgramMachine,
  plan: Plan,
): Result<readonly ProgramStep[], ProgramRefusal> {
  const count = plan.steps.reduce((sum, { strokes }) => sum + strokes, 0)
  if (count > maxSteps) {
    const message = `the plan has ${count} steps, the controller takes ${maxSteps}`
    return refused('too_many_steps', message, { steps: count, most: maxSteps })
  }
  const refusedKind = kindRefusal(plan, stepFields)
  if (refusedKind !== null) return refusedKind
  const steps: ProgramStep[] = []
  for (const planned of plan.steps) {
    const bend = blank.bends.find(({ number }) => number === planned.bendIndex + 1)
    if (bend === undefined)
      return refused('unsound', 'the plan was made for another profile', { field: 'profile.bends' })
    const refusal = lengthRefusal(bend, machine) ?? unevenEdgeRefusal(blank, bend, planned)
    if (refusal !== null) return refusal
    const correctionDeg = planned.kind === 'flatten' ? 0 : (corrections?.get(bend.number) ?? 0) / planned.strokes
    const includedDeg = strokeAngle(planned, bend)
    const correctionRefusal =
      planned.kind === 'flatten' ? null : badCorrectionRefusal(bend.number, includedDeg, correctionDeg)
    if (correctionRefusal !== null) return correctionRefusal
    steps.push(...strokesOf(planned, bend, sheet, machine, { includedDeg, correctionDeg }, steps))
  }
  return ok(steps)
}

/** The included angle of each stroke of a step. */
function strokeAngle({ kind, strokes, turnDeg, includedDeg }: PlanStep, bend: BlankBend): Deg {
  if (kind === 'bend') return 180 - bend.turnDeg
  return toThousandth(kind === 'bump' ? 180 - turnDeg / strokes : includedDeg)
}

/** One step for each stroke. The strokes of a bump share its angle and its correction; only the first of them needs handling. */
function strokesOf(
  planned: PlanStep,
  bend: BlankBend,
  { profile }: DrawnSheet,
  machine: ProgramMachine,
  angles: Pick<ProgramStep, 'includedDeg' | 'correctionDeg'>,
  before: readonly ProgramStep[],
): ProgramStep[] {
  const { gauge, handling, kind, pitchMm, pose, strokes, turnDeg } = planned
  const { xMm, levelMm } = gaugeFor(planned, before.at(-1))
  const springbackDeg = Math.max(0, planned.overTurnDeg - turnDeg) / strokes
  return Array.from({ length: strokes }, (_, stroke) => ({
    stepNo: before.length + stroke + 1,
    bend: bend.number,
    direction: machine.folds === 'both' ? planned.direction : bend.up ? 'up' : 'down',
    includedDeg: angles.includedDeg,
    correctionDeg: toThousandth(angles.correctionDeg),
    gaugeMm: toThousandth(xMm - stroke * pitchMm),
    edge: gauge.edge,
    flipped: stroke === 0 && (handling === 'flip' || handling === 'flip_and_half_turn'),
    turned: stroke === 0 && (handling === 'half_turn' || handling === 'flip_and_half_turn'),
    lengthMm: lengthOf(bend),
    thicknessMm: profile.thicknessMm,
    material: profile.material,
    toolName: planned.hemmingToolId ?? planned.dieId ?? machine.name ?? '',
    punchName: planned.punchId,
    kind,
    faceUp: pose.faceUp,
    punchTurned: planned.punchTurned,
    station: planned.station + 1,
    strokes: 1,
    gaugeLevelMm: toThousandth(levelMm),
    retractMm: toThousandth(gauge.retractMm),
    springbackDeg: Math.round(springbackDeg * 100) / 100,
  }))
}

/** In a flattening the back of the slot is the stop, and the plan's position is not one of the backgauge: the backgauge stays. */
const gaugeFor = (
  { kind, gauge }: PlanStep,
  before: ProgramStep | undefined,
): Pick<PlanStep['gauge'], 'xMm' | 'levelMm'> =>
  kind === 'flatten' && before !== undefined ? { xMm: before.gaugeMm, levelMm: before.gaugeLevelMm } : gauge

function lengthRefusal(bend: BlankBend, { maxLengthMm }: ProgramMachine): Failed<ProgramRefusal> | null {
  const lengthMm = lengthOf(bend)
  if (lengthMm <= maxLengthMm + toleranceMm) return null
  const message = `bend ${bend.number} is ${lengthMm} mm long, the machine takes ${maxLengthMm} mm`
  return refused('too_long', message, { lengthMm, maxLengthMm })
}

/** Refuses a cut edge at the gauge that is not straight for half of the bend. */
function unevenEdgeRefusal(blank: Blank, bend: BlankBend, { gauge }: PlanStep): Failed<ProgramRefusal> | null {
  if (gauge.contact !== 'edge') return null
  const edgeMm = gauge.edge === 'first' ? 0 : blank.widthMm
  if (straightLength(blank, edgeMm) >= lengthOf(bend) / 2) return null
  const message = `the edge at the backgauge is not straight for half of bend ${bend.number}`
  return refused('by_hand', message, { why: 'edge', bend: bend.number })
}

/** Removes rounding errors: the lengths of a sheet are given in hundredths. */
const lengthOf = ({ from, to }: BlankBend): Mm => toThousandth(Math.abs(to.y - from.y))

interface GaugePosition {
  readonly edge: 'first' | 'last'
  readonly gaugeMm: Mm
}

/** The gauge uses the edge of the last flange, which is flat at every step. Before the first bend it can use the other edge, too. */
function gaugePosition(
  blank: Blank,
  bend: BlankBend,
  isFirst: boolean,
  machine: ProgramMachine,
): Result<GaugePosition, ProgramRefusal> {
  const { backgaugeMinMm: minMm, backgaugeMaxMm: maxMm } = machine
  const edges = [
    { edge: 'last', edgeMm: blank.widthMm, gaugeMm: toThousandth(blank.widthMm - bend.startMm) } as const,
    { edge: 'first', edgeMm: 0, gaugeMm: toThousandth(bend.startMm) } as const,
  ].slice(0, isFirst ? 2 : 1)
  const straightEdges = edges.filter(({ edgeMm }) => straightLength(blank, edgeMm) >= lengthOf(bend) / 2)
  const [preferred] = straightEdges
  if (preferred === undefined) {
    const message = `no edge for the backgauge is straight along half of bend ${bend.number}`
    return refused('by_hand', message, { why: 'edge', bend: bend.number })
  }
  const inReach = straightEdges.find(({ gaugeMm }) => gaugeMm >= minMm - toleranceMm && gaugeMm <= maxMm + toleranceMm)
  if (inReach !== undefined) return ok({ edge: inReach.edge, gaugeMm: inReach.gaugeMm })
  const { gaugeMm } = preferred
  const message = `bend ${bend.number} is ${gaugeMm} mm from the edge, the backgauge reaches ${minMm} to ${maxMm} mm`
  return refused('gauge_out_of_reach', message, { bend: bend.number, gaugeMm, minMm, maxMm })
}

/** The length of the straight parts of the blank's outline at x = `edgeMm`. */
function straightLength({ outline }: Blank, edgeMm: Mm): Mm {
  let length = 0
  for (const [index, corner] of outline.entries()) {
    const next = outline[(index + 1) % outline.length]
    if (next === undefined || corner.bulge !== 0) continue
    if (Math.abs(corner.x - edgeMm) < 0.02 && Math.abs(next.x - edgeMm) < 0.02) length += Math.abs(next.y - corner.y)
  }
  return length
}

/**
 * Both sides of a bend must rest on the shoulders of the V: on one side the flange before the bend, on the other side all that is still
 * flat. That flat part, to the middle of the bend, is slightly shorter than the outer length in the rule. For the last flange the outer
 * length is known.
 */
function shortFlangeRefusal(
  { profile }: DrawnSheet,
  index: number,
  gaugeMm: Mm,
  vMm: Mm | null,
): Failed<ProgramRefusal> | null {
  const bend = profile.bends[index]
  const [before, after] = [profile.flanges[index], profile.flanges[index + 1]]
  if (vMm === null || bend === undefined || before === undefined || after === undefined) return null
  const turnDeg = turnDegOf(bend)
  const outerLength = (statedMm: Mm): Mm => toMouldLine(statedMm, turnDeg, bend.insideRadiusMm, profile.thicknessMm)
  const neededMm = smallestFlange(vMm, 180 - turnDeg)
  const isLast = index === profile.bends.length - 1
  const lengthAfter = isLast ? outerLength(after.lengthMm) : Math.max(gaugeMm, outerLength(after.lengthMm))
  const lengthMm = Math.min(outerLength(before.lengthMm), lengthAfter)
  if (lengthMm >= neededMm - toleranceMm) return null
  const message = `a flange at bend ${index + 1} is ${lengthMm} mm long when the bend is made, V${vMm} needs ${neededMm.toFixed(2)} mm`
  return refused('short_flange', message, { bend: index + 1, lengthMm, neededMm, vMm })
}

function badCorrectionRefusal(bend: number, includedDeg: Deg, correctionDeg: Deg): Failed<ProgramRefusal> | null {
  if (isValidCorrection(includedDeg, correctionDeg)) return null
  const message = `the correction of bend ${bend} is ${correctionDeg}°; it must be at most ${maxCorrectionDeg}° in each direction, and not past flat`
  const params = { bend, correctionDeg: String(correctionDeg), mostDeg: maxCorrectionDeg }
  return refused('bad_correction', message, params)
}
