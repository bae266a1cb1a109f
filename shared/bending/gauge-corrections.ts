// Corrections of the backgauge: which bend sets the length of a flange, which stored correction is offered, and which one follows from a
// measured length. Pure. Units: mm; bends and flanges count from 1.
import { isSameBendSetting, type BendSetting } from './corrections.ts'
import type { Deg, Mm } from './units.ts'

/**
 * `end`: the flange has a free edge, so that only half of one bend's allowance is in its length. `inner`: it is between two bends. The error
 * of the one is not the error of the other.
 */
export type FlangePlace = 'end' | 'inner'

export interface GaugeSetting extends BendSetting {
  /** The angle of the finished bend. */
  readonly includedDeg: Deg
  readonly place: FlangePlace
}

export interface StoredGaugeCorrection extends GaugeSetting {
  /** Added to the position of the backgauge. */
  readonly correctionMm: Mm
  /** Withdrawn; it stays so until a newer one is stored. */
  readonly takenBack: boolean
}

/** A step of a program, as far as it says which flange its gauge position sets. */
export interface GaugedStep {
  readonly bend: number
  readonly kind: string
  /** The edge of the blank that is at the backgauge. */
  readonly edge: 'first' | 'last'
}

/** A larger correction is refused: the drawing, the allowance or the blank is wrong, and the plan was not checked for it. */
export const maxGaugeCorrectionMm: Mm = 2

const sameWithin = 1e-6

/** The flange between a bend and the backgauge: the one before the bend if the first edge is at the gauge, else the one after it. */
const flangeAtGauge = ({ bend, edge }: Pick<GaugedStep, 'bend' | 'edge'>): number =>
  edge === 'first' ? bend : bend + 1

/**
 * The bend whose gauge position sets the length of a flange. If the bends at both of its ends are gauged on its side, the later one sets it:
 * the other one is made already. Null: neither is, and the length is what remains of the blank.
 */
export function bendThatSets(flange: number, steps: readonly GaugedStep[]): number | null {
  const step = steps.findLast((one) => one.kind !== 'flatten' && flangeAtGauge(one) === flange)
  return step?.bend ?? null
}

export const placeOfFlange = (flange: number, flanges: number): FlangePlace =>
  flange === 1 || flange === flanges ? 'end' : 'inner'

export const isValidGaugeCorrection = (correctionMm: Mm): boolean => Math.abs(correctionMm) <= maxGaugeCorrectionMm

/** Rounds to a hundredth, the resolution of gauges. */
const roundGaugeCorrection = (mm: Mm): Mm => Math.round(mm * 100) / 100 + 0

/** The correction that gives `drawnMm`, from the correction that gave `measuredMm`: a flange that is too wide needs a nearer backgauge. */
export const gaugeCorrectionByMeasure = (drawnMm: Mm, correctionMm: Mm, measuredMm: Mm): Mm =>
  roundGaugeCorrection(correctionMm + drawnMm - measuredMm)

/** The newest correction of exactly this setting; nothing is interpolated. Null: none, or it was withdrawn. `stored`: oldest first. */
export function offeredGaugeCorrection<Stored extends StoredGaugeCorrection>(
  stored: readonly Stored[],
  setting: GaugeSetting,
): Stored | null {
  const newest = stored.findLast((one) => isSameSetting(one, setting))
  return newest === undefined || newest.takenBack || !isValidGaugeCorrection(newest.correctionMm) ? null : newest
}

/** How many of the newest corrections of this setting agree with the newest one, within a tenth; 0: none is offered. */
export function alikeGaugeCorrections(stored: readonly StoredGaugeCorrection[], setting: GaugeSetting): number {
  const newest = offeredGaugeCorrection(stored, setting)
  if (newest === null) return 0
  const sameSetting = stored.filter((one) => isSameSetting(one, setting)).toReversed()
  const other = sameSetting.findIndex(
    (one) => one.takenBack || Math.abs(one.correctionMm - newest.correctionMm) > alikeWithinMm + sameWithin,
  )
  return other === -1 ? sameSetting.length : other
}

const alikeWithinMm: Mm = 0.1

const isSameSetting = (one: GaugeSetting, other: GaugeSetting): boolean =>
  isSameBendSetting(one, other) &&
  one.place === other.place &&
  Math.abs(one.includedDeg - other.includedDeg) <= sameWithin
