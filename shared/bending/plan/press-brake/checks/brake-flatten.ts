// Whether a pre-bent hem can be flattened in the slot or between the bars of a hemming tool. The part comes from the front with the
// fold first and the flap up. Pure. Units: mm and radians.
import { memoized } from '../../../../base/memoized.ts'
import { slotBack } from '../../../fit/index.ts'
import type { Mm } from '../../../units.ts'
import type { BrakeKit } from '../brake-kit.ts'
import { gapTo, legShapes, mirroredPart, moveShape, movedShape, noShoulders } from '../../legs/index.ts'
import type { BlankModel, Contact, LegForest, LegShape, PartOutline, Side, Stroke, TreeNode } from '../../legs/index.ts'
import type { PlanPart } from '../../plan-part.ts'
import type { PlanSettings } from '../../plan-request.ts'

type FlattenReason =
  | { readonly why: 'no_slot' }
  | { readonly why: 'slot_depth'; readonly flapMm: Mm; readonly depthMm: Mm }
  | { readonly why: 'slot_width'; readonly heightMm: Mm; readonly widthMm: Mm }
  | { readonly why: 'hit'; readonly part: PlanPart; readonly piece: number }

export interface FlattenChecker {
  /** Whether the slot takes the flap: if not, the hem can never be flattened. True where the slot is not known. */
  readonly isEver: (step: number) => boolean
  /** The side of the fold's edge, which goes into the slot; null where the hem cannot be flattened. */
  readonly sideAt: (step: number, before: number) => Side | null
  readonly reason: (step: number, before: number) => FlattenReason | null
  /** The least distance of the rest of the part from all that it must not touch, up to `mostMm`, with the slot open and closed. */
  readonly nearest: (step: number, before: number, mostMm: Mm) => Contact | null
  /** The leg with the flap: on the side with less flat width. */
  readonly flapSide: (step: number) => Side
  /** How far the fold goes in. */
  readonly insertedMm: (step: number) => Mm
  /** How far the upper bar comes down until the hem is flat. */
  readonly dropMm: (step: number) => Mm
}

/** The least share of the flap that lies under the upper bar. The flap closes from the fold outwards. */
const leastCovered = 0.5
/** The fold goes further in than the flap is long. */
const beyondMm: Mm = 1

interface Slot {
  readonly backMm: Mm
  readonly lowMm: Mm
  readonly mouthMm: Mm
}

/** The slot of a closing outline; null: it has none, or the tool has no such outline. */
export function slotOf(kit: BrakeKit): Slot | null {
  const closing = kit.hemmingTool?.closing
  if (closing === undefined) return null
  const back = slotBack(closing)
  return back === null ? null : { backMm: back.xMm, lowMm: back.lowMm, mouthMm: back.xMm - closing.depthMm }
}

/**
 * Caches the result for each leg. Where the file states no slot, `kit.missing` names it, and a hem counts as flattened without a hit.
 */
export function flattenChecker(forest: LegForest, kit: BrakeKit, settings: PlanSettings): FlattenChecker {
  const { model } = forest
  const slot = slotOf(kit)
  const closing = kit.hemmingTool?.closing
  const bendOf = (step: number): number => model.steps[step]?.bend ?? 0
  const flapSide = (step: number): Side => {
    const middle = model.middleMm[bendOf(step)] ?? 0
    return middle > model.widthMm / 2 ? 1 : -1
  }
  const flapOf = (step: number): Mm => {
    const middle = model.middleMm[bendOf(step)] ?? 0
    return flapSide(step) > 0 ? model.widthMm - middle : middle
  }
  /** Height of the pre-bent hem beside its flap. */
  const foldMm = (step: number): Mm => {
    const pre = model.bends[bendOf(step)]?.stepStates[0]
    return 2 * (pre?.radiusMm ?? 0) + 2 * model.thicknessMm
  }
  const slopeOf = (step: number): number => Math.sin(Math.PI - (model.bends[bendOf(step)]?.stepStates[0]?.turn ?? 0))
  const insertedMm = (step: number): Mm => {
    if (closing === undefined) return 0
    const room = closing.widthMm - foldMm(step)
    return Math.max(0, Math.min(closing.depthMm, flapOf(step) + beyondMm, room / slopeOf(step)))
  }
  const slotReason = (step: number): FlattenReason | null => {
    if (closing === undefined) return null
    if (slot === null) return { why: 'no_slot' }
    const flapMm = flapOf(step)
    if (insertedMm(step) >= leastCovered * flapMm) return null
    if (closing.depthMm < leastCovered * flapMm) return { why: 'slot_depth', flapMm, depthMm: closing.depthMm }
    const heightMm = leastCovered * flapMm * slopeOf(step) + foldMm(step)
    return { why: 'slot_width', heightMm, widthMm: closing.widthMm }
  }
  const ofSlot = model.steps.map(({ kind }, step) => (kind === 'flatten' ? slotReason(step) : null))
  const rests = model.steps.map(({ kind, bend }, step) =>
    kind !== 'flatten' || slot === null ? null : restChecker(forest, kit, slot, bend, insertedMm(step), settings),
  )
  const legsAt = (step: number, before: number) => ({
    flap: forest.leaf(bendOf(step), flapSide(step), before),
    rest: forest.leaf(bendOf(step), flapSide(step) > 0 ? -1 : 1, before),
  })
  const isInLine = ({ above, shapes }: TreeNode): boolean =>
    shapes.every(({ inLine }) => inLine) && (above === null || isInLine(above))
  return {
    isEver: (step) => ofSlot[step] === null,
    reason: (step, before) => {
      const noSlot = ofSlot[step] ?? null
      if (noSlot !== null) return noSlot
      const { flap, rest } = legsAt(step, before)
      if (!isInLine(flap)) return { why: 'hit', part: 'closing_slot', piece: 2 * bendOf(step) + 1 }
      return rests[step]?.hit(rest) ?? null
    },
    nearest: (step, before, mostMm) => rests[step]?.nearest(legsAt(step, before).rest, mostMm) ?? null,
    sideAt: (step, before) => {
      if (ofSlot[step] !== null) return null
      const { flap, rest } = legsAt(step, before)
      return isInLine(flap) && rests[step]?.isFree(rest) !== false ? flapSide(step) : null
    },
    flapSide,
    insertedMm,
    dropMm: (step) => dropOf(model, kit, bendOf(step)),
  }
}

/** How far the upper bar comes down until the hem is flat. */
function dropOf({ bends, thicknessMm }: BlankModel, { hemmingTool }: BrakeKit, bend: number): Mm {
  const radiusMm = bends[bend]?.stepStates.at(-1)?.radiusMm ?? 0
  return Math.max(0, (hemmingTool?.closing?.widthMm ?? 0) - 2 * (radiusMm + thicknessMm))
}

interface RestChecker {
  readonly isFree: (leg: TreeNode) => boolean
  readonly hit: (leg: TreeNode) => FlattenReason | null
  readonly nearest: (leg: TreeNode, mostMm: Mm) => Contact | null
}

/** The part beyond the first flat, with the slot open and closed, against all that stands around it. */
function restChecker(
  { model }: LegForest,
  kit: BrakeKit,
  slot: Slot,
  bend: number,
  inMm: Mm,
  { clearanceMm }: PlanSettings,
): RestChecker {
  const { thicknessMm } = model
  const flat = model.bends[bend]?.stepStates.at(-1)
  const outsideMm = (flat?.radiusMm ?? 0) + thicknessMm
  // the leg reaches to the front, so everything is mirrored: its own frame has +x towards the operator
  const foldX = slot.mouthMm + inMm
  const still: Stroke = {
    end: 0,
    middleMm: 0,
    outsideMm: 0,
    besideMm: outsideMm - foldX,
    shorterMm: 0,
    slackMm: 0,
    shoulders: noShoulders,
    tipMm: 0,
  }
  const up = -(slot.lowMm + thicknessMm / 2)
  const parts = [0, dropOf(model, kit, bend)].flatMap((drop) => partsWhenClosing(kit, drop))
  /** With `first` only the first one that is nearer than `mostMm`. */
  const nearestOf = (shapes: readonly LegShape[], mostMm: Mm, first: boolean): Contact | null => {
    let nearest: Contact | null = null
    for (const part of parts) {
      for (const shape of shapes) {
        if (shape.inLine && (part.part === 'closing_slot' || part.part === 'hemming_tool')) continue
        moveShape(shape, still, 0, moved)
        const leastMm: Mm = nearest?.gapMm ?? mostMm
        const gapMm = gapTo(moved, part, up, leastMm, false)
        if (gapMm < leastMm) nearest = { gapMm, sweepTurn: 0, part: part.part, piece: shape.piece }
        if (first && nearest !== null) return nearest
      }
    }
    return nearest
  }
  const hitOf = (shapes: readonly LegShape[]): FlattenReason | null => {
    const contact = nearestOf(shapes, clearanceMm, true)
    return contact === null ? null : { why: 'hit', part: contact.part, piece: contact.piece }
  }
  const freeCache = new Map<TreeNode, boolean>()
  const isFree = (leg: TreeNode): boolean =>
    memoized(freeCache, leg, () => (leg.above === null || isFree(leg.above)) && hitOf(leg.shapes) === null)
  return {
    isFree,
    hit: (leg) => (isFree(leg) ? null : hitOf(legShapes(leg))),
    nearest: (leg, mostMm) => nearestOf(legShapes(leg), mostMm, false),
  }
}

const moved = movedShape()

/** The tools with the upper bar lowered: the punch presses it down from its V. */
function partsWhenClosing(kit: BrakeKit, dropMm: Mm): PartOutline[] {
  const [{ moving, fixed }] = kit.sides
  const lowered = fixed.parts.map((part) => liftedMirror(part, part.part === 'hemming_tool' ? -dropMm : 0))
  return [...lowered, ...moving.parts.map((part) => liftedMirror(part, kit.bottomMm - dropMm))]
}

function liftedMirror(part: PartOutline, yMm: Mm): PartOutline {
  const one = mirroredPart(part)
  const edges = one.edges.map((value, index) => (index % 2 === 0 ? value : value + yMm))
  return { ...one, edges, minY: one.minY + yMm, maxY: one.maxY + yMm }
}
