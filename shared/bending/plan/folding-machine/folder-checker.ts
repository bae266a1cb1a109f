// Checks the collisions of one step on a folding machine: whether it is possible, how it is gauged, and how near the blank comes to the
// parts. Pure. Units: mm and radians.
import { memoized } from '../../../base/memoized.ts'
import { largestFoldRadius, leastPreTurnDeg } from '../../fit/index.ts'
import type { FolderMachine } from '../../fit/index.ts'
import { degrees } from '../../units.ts'
import type { Deg, Mm } from '../../units.ts'
import { legShapes, pieceOf } from '../legs/index.ts'
import type { Contact, LegForest, Side } from '../legs/index.ts'
import { folderParts, gaugeHeight, trappedReason } from './folder-parts.ts'
import type { FolderParts } from './folder-parts.ts'
import { leastPressContact, pressReasons } from './folder-press.ts'
import { foldHits, leastFoldContact } from './folder-swing.ts'
import type { Fold, FoldInputs } from './folder-swing.ts'
import { gaugeFinder, gaugeMates } from '../step/index.ts'
import type { PlanReason } from '../plan-reason.ts'
import type { PlanGauge } from '../plan.ts'

/** Where the gauge stands for a step. */
interface FolderGauge extends Pick<PlanGauge, 'xMm' | 'contact'> {
  readonly piece: number
}

export interface FolderChecker {
  /** As `SearchProblem.gaugeMates`. */
  readonly gaugeMates: () => readonly (number | null)[]
  readonly missing: FolderParts['missing']
  /** `clampedSide`: the side of the leg under the clamp, whose edge is at the gauge. Empty: possible. */
  readonly reasons: (step: number, clampedSide: Side, up: boolean, before: number, all: boolean) => PlanReason[]
  /** The least distance from every part that the blank must not touch, up to `mostMm`; null: nothing is that near. */
  readonly nearest: (step: number, clampedSide: Side, up: boolean, before: number, mostMm: Mm) => Contact | null
  readonly gauge: (step: number, clampedSide: Side, up: boolean, before: number) => FolderGauge | null
  /** Where the gauge would stand, in or out of its range. Null: it meets nothing. */
  readonly gaugeStop: (step: number, clampedSide: Side, up: boolean, before: number) => FolderGauge | null
  readonly overTurn: (step: number) => number
}

interface Inputs extends FoldInputs {
  readonly overTurns: readonly number[]
}

/** `overTurns`: the over-bent turn of each step, by the step's index; a step without one has 0. */
export function folderChecker({ overTurns, ...inputs }: Inputs): FolderChecker {
  const { forest, machine } = inputs
  const { model } = forest
  const { thicknessMm } = model
  const [down, up] = [false, true].map((direction) => folderParts(machine, thicknessMm, direction))
  const partsOf = (isUp: boolean): FolderParts => (isUp ? up : down) ?? folderParts(machine, thicknessMm, isUp)
  const overTurn = (step: number): number => overTurns[step] ?? 0
  const foldOf = (step: number, clampedSide: Side, isUp: boolean, before: number): Fold => {
    const bend = model.steps[step]?.bend ?? 0
    return { bend, clampedSide, before, overTurn: overTurn(step), parts: partsOf(isUp) }
  }
  const swings = (step: number, clampedSide: Side, isUp: boolean, before: number, all: boolean): PlanReason[] => {
    const limit = limits(forest, machine, step, clampedSide, isUp, before, overTurn(step))
    if (limit !== null) return [limit]
    const { bend: bendIndex = 0, kind: stepKind = 'bend' } = model.steps[step] ?? {}
    // the earliest hit of each part, in the order in which the parts are found
    const earliest = new Map<Contact['part'], Contact>()
    for (const hit of foldHits(inputs, foldOf(step, clampedSide, isUp, before), !all)) {
      const earlierHit = earliest.get(hit.part)
      if (earlierHit === undefined || atTurnDeg(hit) < atTurnDeg(earlierHit)) earliest.set(hit.part, hit)
    }
    return [...earliest.values()].map((hit): PlanReason => {
      const { kind: pieceKind, index: pieceIndex } = pieceOf(hit.piece)
      const params = { bendIndex, stepKind, part: hit.part, pieceKind, pieceIndex, atTurnDeg: atTurnDeg(hit) }
      return { code: 'hit', params }
    })
  }
  const reasonsCache = new Map<string, PlanReason[]>()
  const isPress = (step: number): boolean => model.steps[step]?.kind === 'flatten'
  return {
    missing: partsOf(true).missing,
    reasons: (step, clampedSide, isUp, before, all) => {
      const key = `${step} ${clampedSide} ${Number(isUp)} ${before} ${Number(all)}`
      return memoized(reasonsCache, key, () =>
        isPress(step)
          ? pressReasons(inputs, { step, clampedSide, before, parts: partsOf(isUp) })
          : swings(step, clampedSide, isUp, before, all),
      )
    },
    nearest: (step, clampedSide, isUp, before, mostMm) =>
      isPress(step)
        ? leastPressContact(inputs, { step, clampedSide, before, parts: partsOf(isUp) }, mostMm)
        : leastFoldContact(inputs, foldOf(step, clampedSide, isUp, before), mostMm),
    ...gaugesOf(inputs),
    overTurn,
  }
}

/** The turn of the fold at a contact, to a hundredth. */
const atTurnDeg = ({ sweepTurn }: Contact): Deg => Math.round(degrees(sweepTurn) * 100) / 100

function gaugesOf({
  forest,
  machine,
  settings,
}: FoldInputs): Pick<FolderChecker, 'gauge' | 'gaugeStop' | 'gaugeMates'> {
  const { model } = forest
  const { thicknessMm } = model
  const height = machine.outlines === undefined ? 15 : gaugeHeight(machine.outlines)
  // a leg is placed as its bend goes up: in a fold down, the table with its gauge is above it
  const [up, down] = [
    { lowMm: 0, highMm: height },
    { lowMm: thicknessMm - height, highMm: thicknessMm },
  ]
  const finder = gaugeFinder(thicknessMm, machine.folds === 'both' ? [up, down] : [up], settings.leastOverlapMm)
  const gaugeStop: FolderChecker['gaugeStop'] = (step, clampedSide, isUp, before) => {
    const bend = model.steps[step]?.bend ?? 0
    const gaugeContact = finder.contactsOf(forest.leaf(bend, clampedSide, before))[isUp ? 0 : 1] ?? null
    if (gaugeContact === null) return null
    const { reachMm, contact, piece } = gaugeContact
    return { xMm: reachMm + (model.bends[bend]?.zoneMm ?? 0) / 2, contact, piece }
  }
  const gauge: FolderChecker['gauge'] = (step, clampedSide, isUp, before) => {
    const stop = gaugeStop(step, clampedSide, isUp, before)
    if (stop === null) return null
    const inRange = stop.xMm >= machine.backgaugeMinMm - 1e-6 && stop.xMm <= machine.backgaugeMaxMm + 1e-6
    return inRange ? stop : null
  }
  return { gauge, gaugeStop, gaugeMates: () => gaugeMates(model, finder, true) }
}

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
  const { radiusMm = 0 } = model.bends[bendIndex]?.stepStates[0] ?? {}
  const largestMm = largestFoldRadius(model.thicknessMm)
  if (model.steps[step]?.kind === 'bend' && radiusMm > largestMm + 1e-6)
    return { code: 'radius_of_folder', params: { bendIndex, radiusMm, largestMm } }
  const side = clampedSide > 0 ? -1 : 1
  const flangeIndex = side > 0 ? bendIndex + 1 : bendIndex
  // the stated length reaches to the outside of the fold, as the machine's file states the smallest flange
  let lengthMm = model.outerMm[flangeIndex] ?? 0
  const next = forest.nextMade(bendIndex, side, before)
  if (next !== bendIndex + side) {
    const edge = side > 0 ? model.widthMm : 0
    lengthMm = Math.max(lengthMm, Math.abs((model.middleMm[next] ?? edge) - (model.middleMm[bendIndex] ?? 0)))
  }
  const neededMm = machine.smallestFlangeMm
  return lengthMm < neededMm - 1e-6
    ? { code: 'short_flange', params: { bendIndex, flangeIndex, lengthMm, neededMm } }
    : trappedReason(legShapes(forest.leaf(bendIndex, clampedSide, before)), machine, model.thicknessMm, bendIndex, isUp)
}
