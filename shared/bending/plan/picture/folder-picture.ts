// The picture of a step on a folding machine. Pure. Units: mm; radians inside, degrees outside.
import { negated } from '../../../base/negated.ts'
import type { FolderMachine, FolderOutlines, Outline } from '../../fit/index.ts'
import { degrees, radians } from '../../units.ts'
import type { Mm } from '../../units.ts'
import { blankModel, legForest } from '../legs/index.ts'
import type { BendState, BlankModel, Side } from '../legs/index.ts'
import { blankFaces, lifted } from './blank-faces.ts'
import type { FaceCorner } from './blank-faces.ts'
import { stepIndexOf } from '../order/index.ts'
import { planSettingsOf } from '../plan-request.ts'
import type { PlanRequest } from '../plan-request.ts'
import type { OrderedStep, PlanStep } from '../plan.ts'
import type { PictureBlank, PicturePart, StepPicture } from './picture.ts'

interface Fold {
  readonly model: BlankModel
  readonly machine: FolderMachine
  readonly outlines: FolderOutlines
  readonly planned: PlanStep
  /** The side of the profile that lies towards the gauge. */
  readonly gauged: Side
  readonly valueAt: (bend: number) => number
  readonly isUp: boolean
  readonly isPress: boolean
  /** The turn and the radius of the step's bend, and the flat of its zone beside the arc, at both ends of the step. */
  readonly from: BendState
  readonly to: BendState
}

/**
 * `before`: the steps that are done. Null where the machine has no outlines, where the blank cannot be computed, or where a step is none
 * of the blank's.
 */
export function folderPicture(
  request: PlanRequest,
  machine: FolderMachine,
  before: readonly OrderedStep[],
  planned: PlanStep,
): StepPicture | null {
  const { outlines } = machine
  const model = modelOf(request, machine)
  const bendModel = model?.bends[planned.bendIndex]
  const [first, last] = bendModel?.stepStates ?? []
  if (model === null || outlines === undefined || bendModel === undefined || first === undefined) return null
  const indexes = before.map((one) => stepIndexOf(model, one))
  if (indexes.includes(-1)) return null
  const mask = indexes.reduce((bits, one) => bits | (1 << one), 0)
  const forest = legForest(model)
  const isPress = planned.kind === 'flatten'
  const overTurn = radians(planned.overTurnDeg)
  // the zone of a fold lies on the swinging side and grows shorter while the arc grows
  const shorter = (overTurn / first.turn) * (bendModel.zoneMm - 2 * first.besideMm)
  const fold: Fold = {
    model,
    machine,
    outlines,
    planned,
    gauged: planned.pose.edgeAtGauge === 'last' ? 1 : -1,
    valueAt: (bend) => forest.valueAt(mask, bend),
    isUp: planned.direction === 'up',
    isPress,
    from: isPress ? first : { turn: 0, radiusMm: first.radiusMm, besideMm: bendModel.zoneMm },
    to: isPress ? (last ?? first) : { turn: overTurn, radiusMm: first.radiusMm, besideMm: bendModel.zoneMm - shorter },
  }
  const shareAt = (turnDeg: number): number =>
    Math.min(1, Math.max(0, (radians(turnDeg) - fold.from.turn) / (fold.to.turn - fold.from.turn || 1)))
  return {
    fromTurnDeg: degrees(fold.from.turn),
    toTurnDeg: degrees(fold.to.turn),
    vMm: null,
    bendAt: { x: 0, y: 0 },
    blankAt: (turnDeg) => blankAt(fold, bendModel.sign, stateAt(fold, shareAt(turnDeg))),
    partsAt: (turnDeg) => partsAt(fold, bendModel.zoneMm, shareAt(turnDeg)),
    nearest: () => null,
  }
}

/** The model that the planner makes: a pre-bend turns as far as the machine folds, around a nose of about the thickness. */
function modelOf(request: PlanRequest, machine: FolderMachine): BlankModel | null {
  const settings = planSettingsOf(request)
  const turn = radians(Math.min(settings.hemTurnOnFolderDeg, machine.largestTurnDeg))
  const result = blankModel(request.profile, request.neutral, { turn, radiusMm: request.profile.thicknessMm })
  return result.ok ? result.value : null
}

const stateAt = ({ from, to }: Fold, share: number): BendState => ({
  turn: from.turn + share * (to.turn - from.turn),
  radiusMm: from.radiusMm + share * (to.radiusMm - from.radiusMm),
  besideMm: from.besideMm + share * (to.besideMm - from.besideMm),
})

/** How far the nose of the clamp reaches beyond the flap when a hem is pressed, as in the checker. */
const beyondMm: Mm = 3

function blankAt(
  { model, planned, gauged, valueAt, isUp, isPress }: Fold,
  sign: 1 | -1,
  { turn, radiusMm, besideMm }: BendState,
): PictureBlank {
  const { thicknessMm, widthMm } = model
  const middle = model.middleMm[planned.bendIndex] ?? 0
  // a hem is pressed with its flap folded over from the front, or with its flap behind the nose
  const isFlapBehind = isPress && (middle > widthMm / 2 ? 1 : -1) === gauged
  const { inside, outside } = blankFaces(model, {
    bend: planned.bendIndex,
    radiusMm,
    headings: isFlapBehind ? [turn, 0] : [0, turn],
    besideMm: isPress ? [besideMm, besideMm] : [0, besideMm],
    side: gauged,
    valueAt,
  })
  const xMm = isFlapBehind ? Math.min(middle, widthMm - middle) + beyondMm : 0
  const placed = (face: readonly FaceCorner[]): FaceCorner[] => {
    const standing = lifted(face, xMm, radiusMm + thicknessMm)
    // folded down, everything is upside down about the middle of the sheet
    return isUp ? standing : standing.map(({ x, y, bulge }) => ({ x, y: thicknessMm - y, bulge: negated(bulge) }))
  }
  return sign === 1
    ? { faceA: placed(outside), faceB: placed(inside) }
    : { faceA: placed(inside), faceB: placed(outside) }
}

/** How far the clamp is drawn open before it presses a hem. */
const openMm: Mm = 20

function partsAt(fold: Fold, zoneMm: Mm, share: number): PicturePart[] {
  const { model, machine, outlines, planned, isUp, isPress } = fold
  const { thicknessMm } = model
  const { turn, radiusMm } = stateAt(fold, share)
  const clampMm = thicknessMm + (isPress ? (1 - share) * Math.min(machine.clampOpeningMm, openMm) : 0)
  const centre = { x: 0, y: isUp ? radiusMm + thicknessMm : -radiusMm }
  const swing = isPress ? 0 : turn
  const parts: PicturePart[] = [
    { part: 'table', outline: outlines.table },
    { part: 'clamp', outline: moved(outlines.clamp, 0, clampMm) },
    { part: 'folding_beam', outline: swung(outlines.beam, centre, isUp ? -swing : swing) },
  ]
  const gauge: PicturePart = { part: 'gauge', outline: moved(outlines.gauge, planned.gauge.xMm - zoneMm / 2, 0) }
  return isPress ? parts : [...parts, gauge]
}

const moved = (outline: Outline, xMm: Mm, yMm: Mm): Outline => outline.map(({ x, y }) => ({ x: x + xMm, y: y + yMm }))

function swung(outline: Outline, centre: { readonly x: Mm; readonly y: Mm }, turn: number): Outline {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return outline.map(({ x, y }) => {
    const [dx, dy] = [x - centre.x, y - centre.y]
    return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos }
  })
}
