// Builds the program of one piece of a sheet for one machine, or tells why a person must bend the piece without a program. Pure. Lengths
// are in mm, angles in degrees.
import { toThousandth } from '../../../shared/base/figures.ts'
import { ok, type Failed, type Result } from '../../../shared/base/result.ts'
import { isTapered, maxBends, turnDegOf, validateSection, type Mm } from '../../../shared/bending/index.ts'
import { chooseBumps, mildSteelRadiusShare, smallestFlange, toMouldLine } from '../../../shared/bending/fit/index.ts'
import { blankOf, type DrawnSheet, type Blank, type BlankBend } from '../../../shared/drawing/index.ts'
import { plannedSteps } from './planned-steps.ts'
import { refused, type ProgramRefusal } from './program-refusal.ts'
import type { ProgramMachine, ProgramRequest, ProgramTool } from './program-request.ts'
import {
  badCorrectionRefusal,
  correctedGaugeRefusal,
  lengthOf,
  lengthRefusal,
  straightLength,
  toleranceMm,
} from './step-checks.ts'
import { withoutPlan, type BrakeProgram, type ProgramStep } from './program.ts'

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
  const { plan = null, noOrder = null } = request
  if (isTapered(sheet.profile)) {
    return refused('by_hand', 'the profile is tapered: no gauge position suits both ends', { why: 'tapered' })
  }
  const blank = blankOf(sheet, piece)
  if (!blank.ok) return refused('unsound', blank.error.message, { field: blank.error.field })
  if (sheet.profile.bends.length === 0) {
    return refused('unsound', 'the profile has no bends', { field: 'profile.bends' })
  }
  if (machine === null) return refused('no_machine', 'no file of the workshop describes this machine')
  if (noOrder !== null) return refused(noOrder.code, noOrder.message)
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
  { corrections, gaugeCorrections, maxSteps = maxBends }: ProgramRequest,
  sheet: DrawnSheet,
  blank: Blank,
  machine: ProgramMachine,
  tool: ProgramTool | null,
): Result<readonly ProgramStep[], ProgramRefusal> {
  const { bends } = blank
  const limit = Math.min(maxSteps, maxBends)
  if (bends.length > limit) {
    const params = { steps: bends.length, maxSteps: limit }
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
    const gaugeCorrectionMm = gaugeCorrections?.get(bend.number) ?? 0
    const reachRefusal = correctedGaugeRefusal(
      { bend: bend.number, gaugeMm, gaugeLevelMm: 0 },
      gaugeCorrectionMm,
      machine,
    )
    if (reachRefusal !== null) return reachRefusal
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
      gaugeMm: toThousandth(gaugeMm + gaugeCorrectionMm),
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
      gaugeCorrectionMm,
      faceUp: bend.up || machine.folds === 'both' ? 'B' : 'A',
    })
  }
  return ok(steps)
}

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
