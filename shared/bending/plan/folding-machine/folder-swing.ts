// The swing of a fold: the clamped leg stands under the clamp, the other leg turns about the centre of the bend's arc with the blade. Each
// shape of the blank is compared with the parts that it must not touch. Pure. Units: mm and radians.
import type { FolderMachine } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import {
  firstContact,
  gapTo,
  leastContact,
  legShapes,
  legsMeet,
  moveShape,
  movedShape,
  noShoulders,
  shapesNearest,
} from '../legs/index.ts'
import type {
  BlankModel,
  Contact,
  LegContact,
  LegForest,
  LegShape,
  PartGroup,
  PartOutline,
  Side,
  Stroke,
  TreeNode,
} from '../legs/index.ts'
import { placedPart } from './folder-parts.ts'
import type { FolderParts } from './folder-parts.ts'
import type { PlanSettings } from '../plan-request.ts'

/** A leg that does not move. */
export const motionless: Stroke = {
  end: 0,
  middleMm: 0,
  outsideMm: 0,
  besideMm: 0,
  shorterMm: 0,
  slackMm: 0,
  shoulders: noShoulders,
  tipMm: 0,
}

export interface FoldInputs {
  readonly forest: LegForest
  readonly machine: FolderMachine
  readonly settings: PlanSettings
}

export interface Fold {
  readonly bend: number
  /** The leg under the clamp. */
  readonly clampedSide: Side
  /** The done steps, as a mask. */
  readonly before: number
  readonly overTurn: number
  readonly parts: FolderParts
}

/** One shape and the parts that it must not touch while it moves. */
interface FoldCheck {
  readonly shape: LegShape
  readonly stroke: Stroke
  readonly group: PartGroup
  /** The blank may touch the part: contact is not a hit, and no clearance is measured. */
  readonly mayTouch: boolean
}

/** A shape without width that crosses an edge is at no distance from it. */
export const touchMm: Mm = 1e-6

interface FoldChecks {
  readonly standing: readonly FoldCheck[]
  readonly onBlade: readonly BladeSlide[]
  readonly swinging: readonly FoldCheck[]
}

/** The first contact of each shape that is nearer than the clearance. With `firstOnly` it ends with the first group that has one. */
export function foldHits(inputs: FoldInputs, fold: Fold, firstOnly: boolean): Contact[] {
  const { forest, settings } = inputs
  const { standing, onBlade, swinging } = checksOf(inputs, fold)
  const hits: Contact[] = []
  const sweep = (checks: readonly FoldCheck[]): void => {
    for (const { shape, stroke, group, mayTouch } of checks) {
      const contact = firstContact(shape, stroke, group, mayTouch ? touchMm : settings.clearanceMm)
      if (contact !== null) hits.push(contact)
    }
  }
  const isEnough = (): boolean => firstOnly && hits.length > 0
  sweep(standing)
  if (isEnough()) return hits
  for (const slide of onBlade) {
    const contact = slideContact(slide, settings.clearanceMm, false)
    if (contact !== null) hits.push(contact)
  }
  if (isEnough()) return hits
  sweep(swinging)
  if (isEnough()) return hits
  const { moving, held, stroke, standingStroke } = legsOf(forest, fold)
  const meeting = legsMeet(forest, fold.bend, moving, held, stroke, settings.clearanceMm, standingStroke)
  if (meeting !== null) hits.push(sheetContact(meeting))
  return hits
}

interface FoldLegs {
  readonly moving: TreeNode
  readonly held: TreeNode
  readonly stroke: Stroke
  readonly standingStroke: Stroke
}

function legsOf(forest: LegForest, { bend, clampedSide, before, overTurn }: Fold): FoldLegs {
  const stroke = swingOf(forest.model, bend, overTurn)
  const [moving, held] = [forest.leaf(bend, otherSide(clampedSide), before), forest.leaf(bend, clampedSide, before)]
  return { moving, held, stroke, standingStroke: { ...motionless, middleMm: stroke.middleMm } }
}

/**
 * The least distance from every part that the blank must not touch, and between its legs, but at most `mostMm`; null: nothing is that
 * near.
 */
export function leastFoldContact(inputs: FoldInputs, fold: Fold, mostMm: Mm): Contact | null {
  const { standing, onBlade, swinging } = checksOf(inputs, fold)
  let best: Contact | null = null
  const leastMm = (): Mm => best?.gapMm ?? mostMm
  for (const { shape, stroke, group, mayTouch } of [...standing, ...swinging]) {
    if (!mayTouch) best = leastContact(shape, stroke, group, leastMm()) ?? best
  }
  for (const slide of onBlade) best = slideContact(slide, leastMm(), true) ?? best
  const { forest, settings } = inputs
  const { moving, held, stroke, standingStroke } = legsOf(forest, fold)
  const limits = { touchingMm: settings.clearanceMm, mostMm: leastMm() }
  const [movingShapes, heldShapes] = [legShapes(moving), legShapes(held)]
  const legs = shapesNearest(forest, fold.bend, movingShapes, heldShapes, stroke, limits, standingStroke)
  return legs === null ? best : sheetContact(legs)
}

const sheetContact = ({ pieces, sweepTurn, gapMm }: LegContact): Contact => ({
  part: 'sheet',
  piece: pieces[0],
  sweepTurn,
  gapMm,
})

const otherSide = (side: Side): Side => (side > 0 ? -1 : 1)

function checksOf({ forest, machine }: FoldInputs, fold: Fold): FoldChecks {
  const { bend, clampedSide, before, overTurn, parts } = fold
  const stroke = swingOf(forest.model, bend, overTurn)
  const clamped = legShapes(forest.leaf(bend, clampedSide, before))
  const swinging = legShapes(forest.leaf(bend, otherSide(clampedSide), before))
  const lowered = bladeDrop(forest, swinging, machine, before)
  const blade = placedPart(parts.beam, -lowered.mm, true)
  const placed = (part: PartOutline): PartOutline => placedPart(part, -stroke.middleMm, true)
  const over = groupOf(placed(parts.over))
  const around = groupOf(placed(parts.over), placed(parts.under))
  const swungBlade = groupOf(placedPart(parts.beam, -stroke.middleMm, false))
  const standingStroke: Stroke = { ...stroke, besideMm: 0, shorterMm: 0 }
  return {
    standing: standingChecks(clamped, parts, machine),
    onBlade: swinging
      .filter(({ above, piece }) => !above && !lowered.pieces.has(piece))
      .map((shape) => ({ shape, stroke, blade })),
    swinging: [
      // the flat beside the bend swings up from the edge of the table and bends around the nose; nothing else may touch the nose
      ...swinging.map((shape) => ({
        shape: shape.below && !shape.inLine ? { ...shape, below: false } : shape,
        stroke,
        group: shape.inLine ? over : around,
        mayTouch: false,
      })),
      ...clamped
        .filter(({ inLine }) => !inLine)
        .map((shape) => ({ shape, stroke: standingStroke, group: swungBlade, mayTouch: false })),
    ],
  }
}

const groupOf = (...parts: readonly PartOutline[]): PartGroup => ({ parts, fixed: false })

/** A part against which the clamped leg lies: the table moved away by the lift, or the clamp. */
const closedPart = (part: PartOutline, liftMm: Mm): Pick<FoldCheck, 'group' | 'mayTouch'> =>
  part.part === 'table'
    ? { group: groupOf(placedPart(part, liftMm, false)), mayTouch: true }
    : { group: groupOf(part), mayTouch: false }

/** The clamped leg with the clamp closed. From the table, above the leg in a fold down, the sheet lifts a little. */
function standingChecks(
  shapes: readonly LegShape[],
  { over, under }: FolderParts,
  machine: FolderMachine,
): FoldCheck[] {
  const liftMm = machine.outlines?.tableLiftMm ?? 0
  const [above, below] = [closedPart(over, liftMm), closedPart(under, -liftMm)]
  return shapes.flatMap((shape): FoldCheck[] => {
    if (shape.inLine) return []
    return [
      ...(shape.below ? [] : [{ shape, stroke: motionless, ...above }]),
      ...(shape.above ? [] : [{ shape, stroke: motionless, ...below }]),
    ]
  })
}

/** The swinging leg about the arc's centre: its zone shortens to nothing while the arc grows. */
function swingOf(model: BlankModel, bend: number, overTurn: number): Stroke {
  const bendModel = model.bends[bend]
  const firstState = bendModel?.stepStates[0]
  const radius = firstState?.radiusMm ?? 0
  const zone = bendModel?.zoneMm ?? 0
  return {
    end: overTurn,
    middleMm: radius + model.thicknessMm / 2,
    outsideMm: radius + model.thicknessMm,
    besideMm: zone,
    shorterMm: (zone - 2 * (firstState?.besideMm ?? 0)) / (firstState?.turn ?? 1),
    slackMm: 0,
    shoulders: noShoulders,
    tipMm: 0,
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
  for (const { index, hem, stepStates } of bends) {
    if (hem !== 'closed' || forest.valueAt(before, index) !== 2) continue
    const flap = index < bends.length / 2 ? 2 * index : 2 * index + 2
    const depth = thicknessMm + 2 * (stepStates.at(-1)?.radiusMm ?? 0)
    const isOnBlade = shapes.some((shape) => !shape.above && (shape.piece === flap || shape.piece === 2 * index + 1))
    if (!isOnBlade || depth > outlines.beamAdjustmentMm) continue
    mm = Math.max(mm, depth)
    pieces.add(flap).add(2 * index + 1)
  }
  return { mm, pieces }
}

/** A shape of the swinging leg against the blade that carries it: both turn together, and the leg slides along it while the arc grows. */
interface BladeSlide {
  readonly shape: LegShape
  readonly stroke: Stroke
  readonly blade: PartOutline
}

/** A slide is measured again after this distance at the least. */
const slideStepMm: Mm = 0.02

const moved = movedShape()

/** Where the shape first comes nearer to the blade than `withinMm`, or with `least` where it comes nearest. */
function slideContact({ shape, stroke, blade }: BladeSlide, withinMm: Mm, least: boolean): Contact | null {
  const travelMm = stroke.end * stroke.shorterMm
  const lengthMm = Math.abs(travelMm)
  let best: Contact | null = null
  for (let slidMm = 0; ;) {
    const share = lengthMm === 0 ? 0 : slidMm / lengthMm
    const nearestMm: Mm = best?.gapMm ?? withinMm
    moveShape(shape, { ...motionless, besideMm: stroke.besideMm - travelMm * share }, 0, moved)
    const gapMm = gapTo(moved, blade, 0, nearestMm + lengthMm - slidMm + slideStepMm, false)
    if (gapMm < nearestMm) {
      best = { part: 'folding_beam', piece: shape.piece, sweepTurn: stroke.end * share, gapMm }
      if (!least) return best
    }
    if (slidMm >= lengthMm) return best
    slidMm = Math.min(lengthMm, slidMm + Math.max(gapMm - nearestMm, slideStepMm))
  }
}
