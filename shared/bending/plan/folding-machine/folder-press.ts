// Whether a pre-folded hem can be pressed flat by the clamp of a folding machine: only the flap and the first flat may lie under it. Pure.
// Units: mm and radians.
import type { Mm } from '../../units.ts'
import { gapTo, legShapes, moveShape, movedShape, pieceOf } from '../legs/index.ts'
import type { Contact, PartOutline, Side } from '../legs/index.ts'
import type { PlanReason } from '../plan-reason.ts'
import { placedPart, soleDepth, trappedReason } from './folder-parts.ts'
import type { FolderParts } from './folder-parts.ts'
import { motionless, touchMm } from './folder-swing.ts'
import type { FoldInputs } from './folder-swing.ts'

/** How far the nose of the clamp reaches beyond the flap when a hem is pressed. */
const beyondMm: Mm = 3

export interface Press {
  /** Index of the step in the model. */
  readonly step: number
  /**
   * The side of the rest of the part if that lies on the table, with the fold at the nose; on the other side the fold points to the gauge,
   * and the rest is in front.
   */
  readonly clampedSide: Side
  /** The done steps, as a mask. */
  readonly before: number
  readonly parts: FolderParts
}

/** Why the hem cannot be pressed; empty: it can. */
export function pressReasons(inputs: FoldInputs, press: Press): PlanReason[] {
  const { forest, machine, settings } = inputs
  const { model } = forest
  const { step, before } = press
  const bendIndex = model.steps[step]?.bend ?? 0
  const [pre, flat] = model.bends[bendIndex]?.stepStates ?? []
  if ((before & (1 << (step - 1))) === 0 || pre === undefined || flat === undefined) {
    return [{ code: 'wrong_sequence', params: { bendIndex, stepKind: 'flatten' } }]
  }
  const { flapSide, flapMm, isOnTable } = flapOf(inputs, press)
  const heightMm = flapMm * Math.sin(Math.PI - pre.turn) + 2 * pre.radiusMm + 2 * model.thicknessMm
  if (heightMm > machine.clampOpeningMm) {
    return [{ code: 'slot_width', params: { bendIndex, heightMm, widthMm: machine.clampOpeningMm } }]
  }
  const soleMm = machine.outlines === undefined ? Infinity : soleDepth(machine.outlines)
  // the fold lies behind the nose by the flap: the sole must reach it
  if (!isOnTable && flapMm + beyondMm + model.thicknessMm > soleMm + 1e-6) {
    return [{ code: 'short_sole', params: { bendIndex, flapMm: Math.round(flapMm * 10) / 10, soleMm } }]
  }
  const reasons: PlanReason[] = []
  const hit = ({ part, piece }: Pick<Contact, 'part' | 'piece'>): void => {
    // only the nearest piece of each part
    if (reasons.some((one) => one.code === 'hit' && one.params.part === part)) return
    const { kind: pieceKind, index: pieceIndex } = pieceOf(piece)
    reasons.push({ code: 'hit', params: { bendIndex, stepKind: 'flatten', part, pieceKind, pieceIndex, atTurnDeg: 0 } })
  }
  if (legShapes(forest.leaf(bendIndex, flapSide, before)).some(({ inLine }) => !inLine))
    hit({ part: 'clamp', piece: 2 * bendIndex })
  const otherLeg = legShapes(forest.leaf(bendIndex, otherSide(flapSide), before))
  const caught = isOnTable ? trappedReason(otherLeg, machine, model.thicknessMm, bendIndex, true) : null
  if (caught !== null) reasons.push(caught)
  for (const gap of gapsOf(inputs, press, 1)) if (gap.gapMm < (gap.mayTouch ? touchMm : settings.clearanceMm)) hit(gap)
  return reasons
}

/** The least distance from every part that the rest must not touch, but at most `mostMm`; null: nothing is that near. */
export function leastPressContact(inputs: FoldInputs, press: Press, mostMm: Mm): Contact | null {
  const near = gapsOf(inputs, press, mostMm).filter(({ gapMm, mayTouch }) => !mayTouch && gapMm < mostMm)
  const [nearest = null] = near.toSorted((one, other) => one.gapMm - other.gapMm)
  return nearest
}

const otherSide = (side: Side): Side => (side > 0 ? -1 : 1)

/** The flap is the side with less flat width. */
function flapOf({ forest: { model } }: FoldInputs, { step, clampedSide }: Press) {
  const middleMm = model.middleMm[model.steps[step]?.bend ?? 0] ?? 0
  const flapSide: Side = middleMm > model.widthMm / 2 ? 1 : -1
  const flapMm = flapSide > 0 ? model.widthMm - middleMm : middleMm
  return { flapSide, flapMm, isOnTable: clampedSide !== flapSide }
}

interface PressGap extends Contact {
  /** As in the check of the swing: whether contact is allowed. */
  readonly mayTouch: boolean
}

/** The rest of the part beyond the first flat, and its distances up to `mostMm` while the clamp is closed on the hem. */
function gapsOf(inputs: FoldInputs, press: Press, mostMm: Mm): PressGap[] {
  const { forest, machine } = inputs
  const { model } = forest
  const { step, before, parts } = press
  const bend = model.steps[step]?.bend ?? 0
  const { flapSide, flapMm, isOnTable } = flapOf(inputs, press)
  const raisedMm = model.thicknessMm + 2 * (model.bends[bend]?.stepStates.at(-1)?.radiusMm ?? 0)
  const liftMm = isOnTable ? (machine.outlines?.tableLiftMm ?? 0) : 0
  // on the table the fold is at the nose; else it lies behind the nose by the flap, and the rest comes out in front
  const besideMm = isOnTable ? 0 : -flapMm - beyondMm
  const moved = movedShape()
  return legShapes(forest.leaf(bend, otherSide(flapSide), before)).flatMap((shape): PressGap[] => {
    if (shape.inLine) return []
    moveShape(shape, { ...motionless, besideMm }, 0, moved)
    const gapOf = (part: PartOutline, upMm: Mm, mayTouch: boolean): PressGap => {
      const gapMm = gapTo(moved, placedPart(part, upMm, !isOnTable), 0, mostMm, false)
      return { part: part.part, piece: shape.piece, sweepTurn: 0, gapMm, mayTouch }
    }
    return [
      ...(shape.below ? [] : [gapOf(parts.over, raisedMm, false)]),
      ...(shape.above ? [] : [gapOf(parts.under, -liftMm, true)]),
      // what hangs in front of the table stands before the blade at rest
      ...(shape.above || isOnTable ? [] : [gapOf(parts.beam, 0, false)]),
    ]
  })
}
