// Angle corrections: which stored one is offered for a bend, and which one follows from a measured angle. Pure. Units: mm and degrees.
import type { Deg, Mm } from './units.ts'

/** What a correction is valid for: every field must be equal. */
export interface BendSetting {
  /** The service's name of it. */
  readonly material: string
  readonly thicknessMm: Mm
  /** The id of the die or hemming tool, or the name of the folding machine. It also identifies the radius of the die's shoulders. */
  readonly tool: string
  /** The id of the punch. Null on a folding machine, and in a row from before punches were stored: such a row is not offered on a press brake. */
  readonly punch: string | null
  /** Null on a folding machine. */
  readonly vMm: Mm | null
  /** Null on a folding machine, and where the mounted punch was not known. */
  readonly punchRadiusMm: Mm | null
  /** The inside radius of a bump row, whose angle and correction are those of the whole bend. Null for a bend in one stroke. */
  readonly bumpRadiusMm: Mm | null
}

export interface StoredCorrection extends BendSetting {
  /** The angle of the finished bend. */
  readonly includedDeg: Deg
  /** Added to it by the controller. */
  readonly correctionDeg: Deg
  /** The correction of this angle was withdrawn; it stays so until a newer one is stored. */
  readonly takenBack: boolean
}

export interface OfferedCorrection<Stored> {
  readonly correctionDeg: Deg
  /** The stored one of the same angle, or the two angles between which it lies. */
  readonly from: readonly Stored[]
}

/** A larger correction is refused: it would be another bend. */
export const maxCorrectionDeg: Deg = 15

const neighbourWithinDeg: Deg = 10
const neighboursDifferByDeg: Deg = 5
const sameWithin = 1e-6

/** Whether the correction is small enough, and the corrected included angle is between 0 and 180, both excluded. */
export function isValidCorrection(includedDeg: Deg, correctionDeg: Deg): boolean {
  const corrected = includedDeg + correctionDeg
  return Math.abs(correctionDeg) <= maxCorrectionDeg && corrected > 0 && corrected < 180
}

/** Rounds to a tenth of a degree, which is the resolution of screens and controllers. */
export const roundCorrection = (deg: Deg): Deg => Math.round(deg * 10) / 10 + 0

/** The correction that gives `includedDeg`, from the correction that gave `measuredDeg`. Assumes the same springback at both angles. */
export const correctionByMeasure = (includedDeg: Deg, correctionDeg: Deg, measuredDeg: Deg): Deg =>
  roundCorrection(correctionDeg + includedDeg - measuredDeg)

/**
 * The rule of published controllers. For the same angle, the newest correction. Otherwise the linear interpolation between the
 * nearest angle on either side, if both are within 10° and their corrections differ by at most 5°. Null: nothing is offered.
 * `stored`: oldest first.
 */
export function offeredCorrection<Stored extends StoredCorrection>(
  stored: readonly Stored[],
  bend: BendSetting & { readonly includedDeg: Deg },
): OfferedCorrection<Stored> | null {
  const { includedDeg } = bend
  const sameSetting = newestByAngle(stored.filter((one) => isSameBendSetting(one, bend)))
  const same = sameSetting.find((one) => isSame(one.includedDeg, includedDeg))
  if (same !== undefined) return validOffer(includedDeg, same.correctionDeg, [same])
  const near = sameSetting.filter((one) => Math.abs(one.includedDeg - includedDeg) <= neighbourWithinDeg + sameWithin)
  const below = near.filter((one) => one.includedDeg < includedDeg).at(-1)
  const above = near.find((one) => one.includedDeg > includedDeg)
  if (below === undefined || above === undefined) return null
  const rise = above.correctionDeg - below.correctionDeg
  if (Math.abs(rise) > neighboursDifferByDeg + sameWithin) return null
  const share = (includedDeg - below.includedDeg) / (above.includedDeg - below.includedDeg)
  return validOffer(includedDeg, roundCorrection(below.correctionDeg + share * rise), [below, above])
}

/** How many of the newest corrections of this angle agree with the newest one, within two tenths; 0: none of this angle is offered. */
export function alikeCorrections(
  stored: readonly StoredCorrection[],
  bend: BendSetting & { readonly includedDeg: Deg },
): number {
  const sameAngle = stored
    .filter((one) => isSameBendSetting(one, bend) && isSame(one.includedDeg, bend.includedDeg))
    .toReversed()
  const [newest] = sameAngle
  if (newest === undefined || newest.takenBack) return 0
  const other = sameAngle.findIndex(
    (one) => one.takenBack || Math.abs(one.correctionDeg - newest.correctionDeg) > alikeWithinDeg + sameWithin,
  )
  return other === -1 ? sameAngle.length : other
}

const alikeWithinDeg: Deg = 0.2

function validOffer<Stored>(
  includedDeg: Deg,
  correctionDeg: Deg,
  from: readonly Stored[],
): OfferedCorrection<Stored> | null {
  return isValidCorrection(includedDeg, correctionDeg) ? { correctionDeg, from } : null
}

/** The newest of each angle, without withdrawn ones, in the order of the angles. */
function newestByAngle<Stored extends StoredCorrection>(stored: readonly Stored[]): Stored[] {
  const newest: Stored[] = []
  for (const one of stored.toReversed())
    if (!newest.some(({ includedDeg }) => isSame(includedDeg, one.includedDeg))) newest.push(one)
  return newest.filter(({ takenBack }) => !takenBack).toSorted((a, b) => a.includedDeg - b.includedDeg)
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= sameWithin
const isSameOrNull = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : isSame(a, b)

/** Whether a correction of one setting is valid for the other. */
export const isSameBendSetting = (one: BendSetting, other: BendSetting): boolean =>
  one.material === other.material &&
  one.tool === other.tool &&
  one.punch === other.punch &&
  isSame(one.thicknessMm, other.thicknessMm) &&
  isSameOrNull(one.vMm, other.vMm) &&
  isSameOrNull(one.punchRadiusMm, other.punchRadiusMm) &&
  isSameOrNull(one.bumpRadiusMm, other.bumpRadiusMm)
