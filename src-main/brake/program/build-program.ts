// From a sheet to the steps of one of its pieces at one machine, or why a person has to bend it without a program. Pure: mm and degrees.
import { ok, type Failed, type Result } from '../../../shared/base/result.ts'
import {
  isValidCorrection,
  isTapered,
  mostBends,
  mostCorrectionDeg,
  turnDegOf,
  type Deg,
  type Mm,
} from '../../../shared/bending/index.ts'
import { smallestFlange, toMouldLine } from '../../../shared/bending/fit/index.ts'
import { blankOf, type DrawnSheet, type Blank, type BlankBend } from '../../../shared/drawing/index.ts'
import { refused, type ProgramRefusal } from './program-refusal.ts'
import type { BrakeProgram, ProgramStep } from './program.ts'

export interface ProgramMachine {
  readonly maxLengthMm: Mm
  readonly backgaugeMinMm: Mm
  readonly backgaugeMaxMm: Mm
}

export interface ProgramTool {
  readonly name: string
  /** Of the die; null on a folder. */
  readonly vMm: Mm | null
}

export interface ProgramRequest {
  /** As it is now, read anew; null where it is no longer there. */
  readonly sheet: DrawnSheet | null
  readonly drawingHash: string
  /** Of the drawing on the screen from which the program was asked for. */
  readonly shownDrawingVersion: number
  readonly pieceNo: number
  readonly machine: ProgramMachine | null
  readonly tool: ProgramTool | null
  /** Bend, from 1 → what the controller adds to its angle; a bend without one takes 0. */
  readonly corrections?: ReadonlyMap<number, Deg>
  readonly version: number
  /** What the controller's table takes; 14 without one. */
  readonly mostSteps?: number
}

const slackMm = 1e-6

/**
 * The bends in the profile's own order, each gauged against a free edge that is still flat: the last flange's, or at the first step
 * the first's where only that one is within reach. So no figure rests on the shape of what is bent already. Angles are the sheet's
 * own: springback is the controller's, corrections are added beside. Collisions are not asked about. Refuses as `ProgramRefusalCode`
 * says; a piece that is tapered, has a hem, or has no straight edge to lay at the gauge is bent by hand.
 */
export function buildProgram(request: ProgramRequest): Result<BrakeProgram, ProgramRefusal> {
  const { sheet, machine, tool, shownDrawingVersion: shown, pieceNo } = request
  if (sheet === null) return refused('removed', 'the sheet is no longer on the list')
  if (sheet.drawingVersion !== shown) {
    const now = sheet.drawingVersion
    return refused('superseded', `drawing ${shown} was shown, the sheet has drawing ${now}`, { shown, now })
  }
  const piece = sheet.pieces.find((one) => one.pieceNo === pieceNo)
  if (piece === undefined) return refused('unknown_piece', `the sheet has no piece ${pieceNo}`, { pieceNo })
  const byHand = needsHand(sheet)
  if (byHand !== null) return byHand
  const blank = blankOf(sheet, piece)
  if (!blank.ok) return refused('unsound', blank.error.message, { field: blank.error.field })
  if (machine === null) return refused('no_machine', 'no file of the workshop describes this machine')
  if (tool === null) return refused('no_tool', 'no tool of this machine takes the blank')
  const steps = stepsOf(request, sheet, blank.value, machine, tool)
  if (!steps.ok) return steps
  const { id: sheetId, drawingVersion, order, sheetNo } = sheet
  const { drawingHash, version } = request
  const hand = piece.hand === 'left' || piece.hand === 'right' ? piece.hand : null
  const name = `${order.numberDisplay}-${sheetNo}`
  return ok({ sheetId, name, drawingVersion, drawingHash, pieceNo, hand, version, steps: steps.value })
}

function needsHand({ profile }: DrawnSheet): Failed<ProgramRefusal> | null {
  if (isTapered(profile)) {
    return refused('by_hand', 'the profile is tapered: one gauge position fits neither end', { why: 'tapered' })
  }
  const hem = profile.bends.findIndex((bend) => bend.hem !== null || turnDegOf(bend) >= 180)
  return hem === -1
    ? null
    : refused('by_hand', `bend ${hem + 1} is a hem: pre-bent and flattened by hand`, { why: 'hem', bend: hem + 1 })
}

function stepsOf(
  { corrections, mostSteps = mostBends }: ProgramRequest,
  sheet: DrawnSheet,
  blank: Blank,
  machine: ProgramMachine,
  tool: ProgramTool,
): Result<readonly ProgramStep[], ProgramRefusal> {
  const { bends } = blank
  const most = Math.min(mostSteps, mostBends)
  if (bends.length === 0) {
    return refused('unsound', 'the profile has 0 bends: there is nothing to bend', { field: 'profile.bends' })
  }
  if (bends.length > most) {
    const params = { steps: bends.length, most }
    return refused('too_many_steps', `${bends.length} bends, the controller takes ${most} steps`, params)
  }
  const steps: ProgramStep[] = []
  for (const [index, bend] of bends.entries()) {
    const lengthMm = lengthOf(bend)
    if (lengthMm > machine.maxLengthMm + slackMm) {
      const { maxLengthMm } = machine
      const message = `bend ${bend.number} is ${lengthMm} mm long, the machine takes ${maxLengthMm}`
      return refused('too_long', message, { lengthMm, maxLengthMm })
    }
    const gauged = gaugedAt(blank, bend, index === 0, machine)
    if (!gauged.ok) return gauged
    const { edge, gaugeMm } = gauged.value
    const tooShort = shortFlange(sheet, index, gaugeMm, tool.vMm)
    if (tooShort !== null) return tooShort
    const correctionDeg = corrections?.get(bend.number) ?? 0
    const includedDeg = 180 - bend.turnDeg
    const wrong = badCorrection(bend.number, includedDeg, correctionDeg)
    if (wrong !== null) return wrong
    const before = steps.at(-1)
    const direction = bend.up ? 'up' : 'down'
    steps.push({
      stepNo: index + 1,
      bend: bend.number,
      direction,
      includedDeg,
      correctionDeg,
      gaugeMm,
      edge,
      flipped: before !== undefined && before.direction !== direction,
      turned: before !== undefined && before.edge !== edge,
      lengthMm,
      thicknessMm: sheet.profile.thicknessMm,
      material: sheet.profile.material,
      toolName: tool.name,
    })
  }
  return ok(steps)
}

const lengthOf = ({ from, to }: BlankBend): Mm => toThousandth(Math.abs(to.y - from.y))

/** Sheets are written to a hundredth: what is beyond is the noise of a subtraction. */
const toThousandth = (value: Mm): Mm => Math.round(value * 1000) / 1000

interface GaugePosition {
  readonly edge: 'first' | 'last'
  readonly gaugeMm: Mm
}

/** Against the edge of the last flange, which is flat at every step; while nothing is bent yet the other edge serves as well. */
function gaugedAt(
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
  const straight = edges.filter(({ edgeMm }) => straightAlong(blank, edgeMm) >= lengthOf(bend) / 2)
  const [nearest] = straight
  if (nearest === undefined) {
    const message = `no edge at the backgauge for bend ${bend.number} is straight for half of its length`
    return refused('by_hand', message, { why: 'edge', bend: bend.number })
  }
  const inReach = straight.find(({ gaugeMm }) => gaugeMm >= minMm - slackMm && gaugeMm <= maxMm + slackMm)
  if (inReach !== undefined) return ok({ edge: inReach.edge, gaugeMm: inReach.gaugeMm })
  const { gaugeMm } = nearest
  const message = `bend ${bend.number} lies ${gaugeMm} mm from the edge, the backgauge reaches ${minMm} to ${maxMm}`
  return refused('gauge_out_of_reach', message, { bend: bend.number, gaugeMm, minMm, maxMm })
}

/** How much of the blank's outline runs straight along x = `edgeMm`. */
function straightAlong({ outline }: Blank, edgeMm: Mm): Mm {
  let along = 0
  for (const [index, corner] of outline.entries()) {
    const next = outline[(index + 1) % outline.length]
    if (next === undefined || corner.bulge !== 0) continue
    if (Math.abs(corner.x - edgeMm) < 0.02 && Math.abs(next.x - edgeMm) < 0.02) along += Math.abs(next.y - corner.y)
  }
  return along
}

/**
 * Both sides of a bend must lie on the shoulders of the V: before it the flange to the bend made already, behind it all that is
 * still flat. The flat part to the bend's middle is a little shorter than the outer length that the rule asks for; the last
 * flange's own outer length is known.
 */
function shortFlange(
  { profile }: DrawnSheet,
  index: number,
  gaugeMm: Mm,
  vMm: Mm | null,
): Failed<ProgramRefusal> | null {
  const bend = profile.bends[index]
  const [before, after] = [profile.flanges[index], profile.flanges[index + 1]]
  if (vMm === null || bend === undefined || before === undefined || after === undefined) return null
  const turnDeg = turnDegOf(bend)
  const outer = (statedMm: Mm): Mm => toMouldLine(statedMm, turnDeg, bend.insideRadiusMm, profile.thicknessMm)
  const neededMm = smallestFlange(vMm, 180 - turnDeg)
  const isLast = index === profile.bends.length - 1
  const behind = isLast ? outer(after.lengthMm) : Math.max(gaugeMm, outer(after.lengthMm))
  const lengthMm = Math.min(outer(before.lengthMm), behind)
  if (lengthMm >= neededMm - slackMm) return null
  const message = `a flange at bend ${index + 1} is ${lengthMm} mm when it is made, V${vMm} needs ${neededMm.toFixed(2)}`
  return refused('short_flange', message, { bend: index + 1, lengthMm, neededMm, vMm })
}

function badCorrection(bend: number, includedDeg: Deg, correctionDeg: Deg): Failed<ProgramRefusal> | null {
  if (isValidCorrection(includedDeg, correctionDeg)) return null
  const message = `the correction of bend ${bend} is ${correctionDeg}°, at most ${mostCorrectionDeg} either way and never past flat`
  const params = { bend, correctionDeg: String(correctionDeg), mostDeg: mostCorrectionDeg }
  return refused('bad_correction', message, params)
}
