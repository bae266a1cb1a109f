// The picture of a step on a press brake. Pure. Units: mm; radians inside, degrees outside.
import type { PressBrakeMachine, Outline } from '../../fit/index.ts'
import { degrees, radians } from '../../units.ts'
import type { Deg, Mm } from '../../units.ts'
import { blankFaces, lifted } from './blank-faces.ts'
import type { FaceCorner } from './blank-faces.ts'
import { brakeBlanks, brakeShares, slotOf, withHem } from '../press-brake/index.ts'
import type { BrakeBlank, ProblemKit } from '../press-brake/index.ts'
import { edgeOf, sideOf, stepIndexOf } from '../order/index.ts'
import { besideAt, centreHeight, legShapes, moveShape, movedShape, partOutline } from '../legs/index.ts'
import type { PartGroup, PartOutline, Side, Stroke } from '../legs/index.ts'
import { nearestPoints } from './nearest-points.ts'
import type { NearestPoints } from './nearest-points.ts'
import type { PlanPart, PlanPiece } from '../plan-part.ts'
import type { PlanRequest } from '../plan-request.ts'
import type { OrderedStep, PlanStep } from '../plan.ts'
import type { PictureBlank, PicturePart, StepPicture } from './picture.ts'

interface Scene {
  readonly blank: BrakeBlank
  readonly kit: ProblemKit
  /** Index of the step in the model, and the steps that are done. */
  readonly step: number
  readonly mask: number
  readonly side: Side
  readonly planned: PlanStep
  readonly machine: PressBrakeMachine
}

/** `before`: the steps that are done. Null where no set of tools matches `planned`, or where the blank has no such step. */
export function brakePicture(
  request: PlanRequest,
  machine: PressBrakeMachine,
  before: readonly OrderedStep[],
  planned: PlanStep,
): StepPicture | null {
  for (const blank of brakeBlanks(request, machine, brakeShares(request, machine))) {
    const kit = withHem(blank, blank.plain).find((one) => isMounted(one, planned))
    if (kit === undefined) continue
    const indexes = [...before, planned].map((one) => stepIndexOf(blank.model, one))
    const step = indexes.at(-1) ?? -1
    if (indexes.includes(-1)) return null
    const mask = indexes.slice(0, -1).reduce((bits, one) => bits | (1 << one), 0)
    const side = sideOf(planned.pose.edgeAtGauge === 'last' ? edgeOf(1) : edgeOf(-1))
    const scene: Scene = { blank, kit, step, mask, side, planned, machine }
    if (planned.kind === 'flatten') return flatteningPicture(scene)
    return planned.kind === 'bump' ? bumpPicture(scene) : strokePicture(scene)
  }
  return null
}

function isMounted({ checker: { kit }, flatten }: ProblemKit, planned: PlanStep): boolean {
  const isHem = planned.kind === 'pre_bend' || planned.kind === 'flatten'
  return (
    isHem === (flatten !== null) &&
    (kit.hemmingTool?.id ?? null) === planned.hemmingToolId &&
    kit.punch.id === planned.punchId &&
    kit.punchTurned === planned.punchTurned &&
    (isHem || kit.v.id === planned.dieId)
  )
}

/** The corners of an outline that was placed as edges. */
function cornersOf({ edges }: PartOutline, yMm: Mm): Outline {
  const corners: { x: Mm; y: Mm }[] = []
  for (let offset = 0; offset < edges.length; offset += 4)
    corners.push({ x: edges[offset] ?? 0, y: (edges[offset + 1] ?? 0) + yMm })
  return corners
}

const drawn = (group: PartGroup, yMm: Mm): PicturePart[] =>
  group.parts.map((one) => ({ part: one.part, outline: cornersOf(one, yMm) }))

/** The turn that a stroke reaches at a turn of the picture, as half an angle. */
const halfAt = (stroke: Stroke, turnDeg: Deg): number => Math.min(stroke.end, Math.max(0, radians(turnDeg) / 2))

function strokePicture(scene: Scene): StepPicture {
  const { blank, kit, step, mask, side, machine, planned } = scene
  const { model, forest } = blank
  const stroke = kit.checker.stroke(step)
  const bend = model.steps[step]?.bend ?? 0
  const sign = model.bends[bend]?.sign ?? 1
  const radiusMm = stroke.middleMm - model.thicknessMm / 2
  const [tools] = kit.checker.kit.sides
  const fingers = machine.outlines?.fingers.outline
  const { xMm, retractMm, levelMm } = planned.gauge
  const fingersAt = (back: Mm): PartGroup[] =>
    fingers === undefined || xMm === 0
      ? []
      : [{ parts: [partOutline('fingers', fingers, { xMm: xMm + back, yMm: levelMm })], fixed: true }]
  return {
    fromTurnDeg: 0,
    toTurnDeg: planned.overTurnDeg,
    vMm: kit.checker.kit.v.vMm,
    bendAt: { x: 0, y: 0 },
    blankAt: (turnDeg) => {
      const half = halfAt(stroke, turnDeg)
      const besideMm = besideAt(stroke, half)
      const { inside, outside } = blankFaces(model, {
        bend,
        radiusMm,
        headings: [half, half],
        besideMm: [besideMm, besideMm],
        side,
        valueAt: (other) => forest.valueAt(mask, other),
      })
      const raised = (face: readonly FaceCorner[]) => lifted(face, 0, centreHeight(stroke, half))
      return sign === 1
        ? { faceA: raised(outside), faceB: raised(inside) }
        : { faceA: raised(inside), faceB: raised(outside) }
    },
    partsAt: (turnDeg) => {
      const half = halfAt(stroke, turnDeg)
      return [
        ...drawn(tools.fixed, 0),
        ...drawn(tools.moving, centreHeight(stroke, half) + stroke.tipMm),
        ...fingersAt(half > 0 ? retractMm : 0).flatMap((group) => drawn(group, 0)),
      ]
    },
    nearest: (turnDeg, part, piece) =>
      nearestInStroke(scene, stroke, halfAt(stroke, turnDeg), part, piece, (atGauge) => {
        const tools = kit.checker.kit.sides[atGauge ? 0 : 1]
        return [tools.moving, tools.fixed, ...(atGauge ? fingersAt(retractMm) : [])]
      }),
  }
}

/**
 * A bump row: at each turn the arc that is made so far, in front of the punch, and the flat behind it. The arc is drawn smooth, with the
 * radius of the finished bend.
 */
function bumpPicture({ blank, kit, step, mask, side, machine, planned }: Scene): StepPicture | null {
  const { model, forest } = blank
  const bumps = kit.checker.bumps(step)
  const { bend = 0 } = model.steps[step] ?? {}
  const { sign = 1, zoneMm = 0, stepStates = [] } = model.bends[bend] ?? {}
  const [first, done] = [bumps?.[0], stepStates[0]]
  if (bumps === null || first === undefined || done === undefined) return null
  const radiusMm = done.radiusMm
  const pitchMm = zoneMm / bumps.length
  const shown: Stroke = {
    ...first.back,
    middleMm: radiusMm + model.thicknessMm / 2,
    outsideMm: radiusMm + model.thicknessMm,
    tipMm: -radiusMm,
  }
  const [tools] = kit.checker.kit.sides
  const fingers = machine.outlines?.fingers.outline
  /** The strokes that are done, as a number with a fraction, and half the turn of the present one. */
  const strokeAt = (turnDeg: Deg): { readonly strokes: number; readonly whole: number; readonly half: number } => {
    const strokes = Math.min(bumps.length, Math.max(0, radians(turnDeg) / first.overTurn))
    const whole = Math.min(bumps.length - 1, Math.floor(strokes))
    return { strokes, whole, half: ((strokes - whole) * first.overTurn) / 2 }
  }
  return {
    fromTurnDeg: 0,
    toTurnDeg: planned.overTurnDeg,
    vMm: kit.checker.kit.v.vMm,
    bendAt: { x: 0, y: 0 },
    blankAt: (turnDeg) => {
      const { strokes, half } = strokeAt(turnDeg)
      const turn = (strokes * done.turn) / bumps.length
      const { inside, outside } = blankFaces(model, {
        bend,
        radiusMm,
        headings: [half, turn - half],
        besideMm: [(bumps.length - strokes) * pitchMm, 0],
        side,
        valueAt: (other) => forest.valueAt(mask, other),
      })
      const raised = (face: readonly FaceCorner[]) => lifted(face, 0, centreHeight(shown, half))
      return sign === 1
        ? { faceA: raised(outside), faceB: raised(inside) }
        : { faceA: raised(inside), faceB: raised(outside) }
    },
    partsAt: (turnDeg) => {
      const { whole, half } = strokeAt(turnDeg)
      const { xMm, retractMm, levelMm } = planned.gauge
      const atMm = xMm - whole * pitchMm + (half > 0 ? retractMm : 0)
      const stop =
        fingers === undefined || xMm === 0 ? [] : [partOutline('fingers', fingers, { xMm: atMm, yMm: levelMm })]
      return [
        ...drawn(tools.fixed, 0),
        ...drawn(tools.moving, centreHeight(shown, half) + shown.tipMm),
        ...drawn({ parts: stop, fixed: true }, 0),
      ]
    },
    nearest: () => null,
  }
}

function nearestInStroke(
  { blank, step, mask, side }: Scene,
  stroke: Stroke,
  half: number,
  part: PlanPart,
  piece: PlanPiece,
  groups: (atGauge: boolean) => PartGroup[],
): NearestPoints | null {
  const { forest, model } = blank
  const bend = model.steps[step]?.bend ?? 0
  const number = piece.kind === 'flange' ? 2 * piece.index : 2 * piece.index + 1
  const height = centreHeight(stroke, half)
  const moved = movedShape()
  let best: NearestPoints | null = null
  for (const leg of [side, side > 0 ? -1 : 1] as const) {
    const mirror = leg === side ? 1 : -1
    const raised = ({ x, y }: { readonly x: Mm; readonly y: Mm }) => ({ x: mirror * x, y: y + height })
    for (const shape of legShapes(forest.leaf(bend, leg, mask))) {
      if (shape.piece !== number) continue
      moveShape(shape, stroke, half, moved)
      for (const group of groups(leg === side)) {
        for (const outline of group.parts) {
          if (outline.part !== part) continue
          const nearest = nearestPoints(moved, outline, group.fixed ? -height : stroke.tipMm, shape.below)
          if (nearest === null || (best !== null && nearest.gapMm >= best.gapMm)) continue
          best = { gapMm: nearest.gapMm, from: raised(nearest.from), to: raised(nearest.to) }
        }
      }
    }
  }
  return best
}

/** The hem lies in the slot with its fold at the back and its flap up; the punch presses the upper part down. */
function flatteningPicture({ blank, kit, step, mask, planned }: Scene): StepPicture | null {
  const { model, forest } = blank
  const bend = model.steps[step]?.bend ?? 0
  const { sign = 1, stepStates = [] } = model.bends[bend] ?? {}
  const [pre, flat] = stepStates
  const { flatten, checker } = kit
  const slot = slotOf(checker.kit)
  if (pre === undefined || flat === undefined || flatten === null || slot === null) return null
  const [tools] = checker.kit.sides
  const insertedMm = flatten.insertedMm(step)
  const dropMm = flatten.dropMm(step)
  const [fromTurnDeg, toTurnDeg] = [degrees(pre.turn), planned.overTurnDeg]
  const shareAt = (turnDeg: Deg): number =>
    Math.min(1, Math.max(0, (turnDeg - fromTurnDeg) / (toTurnDeg - fromTurnDeg || 1)))
  return {
    fromTurnDeg,
    toTurnDeg,
    vMm: checker.kit.v.vMm,
    bendAt: { x: slot.mouthMm + insertedMm, y: slot.lowMm },
    blankAt: (turnDeg): PictureBlank => {
      const share = shareAt(turnDeg)
      const mixed = (from: number, to: number): number => from + share * (to - from)
      const radiusMm = mixed(pre.radiusMm, flat.radiusMm)
      const besideMm = mixed(pre.besideMm, flat.besideMm)
      const { inside, outside } = blankFaces(model, {
        bend,
        radiusMm,
        headings: [mixed(pre.turn, flat.turn), 0],
        besideMm: [besideMm, besideMm],
        side: flatten.flapSide(step),
        valueAt: (other) => forest.valueAt(mask, other),
      })
      // the outermost point of the fold is at the back of the slot
      const xMm = slot.mouthMm + insertedMm - radiusMm - model.thicknessMm
      const placed = (face: readonly FaceCorner[]) => lifted(face, xMm, slot.lowMm + radiusMm + model.thicknessMm)
      return sign === 1
        ? { faceA: placed(outside), faceB: placed(inside) }
        : { faceA: placed(inside), faceB: placed(outside) }
    },
    partsAt: (turnDeg) => {
      const down = -dropMm * shareAt(turnDeg)
      const upper = tools.fixed.parts.filter(({ part }) => part === 'hemming_tool')
      const lower = tools.fixed.parts.filter(({ part }) => part !== 'hemming_tool')
      return [
        ...drawn({ parts: lower, fixed: true }, 0),
        ...drawn({ parts: upper, fixed: true }, down),
        ...drawn(tools.moving, checker.kit.bottomMm + down),
      ]
    },
    nearest: () => null,
  }
}
