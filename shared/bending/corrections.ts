// Which angle correction is offered for a bend from those that were stored, and which one a measured angle asks for. Pure: mm and degrees.
import type { Deg, Mm } from './units.ts'

/** What a correction holds for: all of it must be the same, to the figure. */
export interface BendSetting {
  /** As the service names it. */
  readonly material: string
  readonly thicknessMm: Mm
  /** The die by its name, which stands for its radius too: no file of a workshop's gives that. A folder by its own. */
  readonly tool: string
  /** Null on a folder. */
  readonly vMm: Mm | null
  /** Null where it is not known which punch stands in the machine, and on a folder. */
  readonly punchRadiusMm: Mm | null
}

export interface StoredCorrection extends BendSetting {
  /** Between the two flanges when the bend is done. */
  readonly angleDeg: Deg
  /** What the controller adds to it. */
  readonly correctionDeg: Deg
  /** Nothing is stored for this angle from here on, until something newer is. */
  readonly takenBack: boolean
}

export interface OfferedCorrection<Stored> {
  readonly correctionDeg: Deg
  /** The one of the same angle, or the two between which it lies. */
  readonly from: readonly Stored[]
}

/** A correction beyond this is no correction but another bend. */
export const mostCorrectionDeg: Deg = 15

const neighbourWithinDeg: Deg = 10
const neighboursDifferByDeg: Deg = 5
const sameWithin = 1e-6

/** Not too large, and the bend stays one: never folded quite together, never flat. */
export function isSoundCorrection(angleDeg: Deg, correctionDeg: Deg): boolean {
  const corrected = angleDeg + correctionDeg
  return Math.abs(correctionDeg) <= mostCorrectionDeg && corrected > 0 && corrected < 180
}

/** To a tenth, as screens show it and controllers take it. */
export const roundCorrection = (deg: Deg): Deg => Math.round(deg * 10) / 10 + 0

/** What would have given `angleDeg`, where `correctionDeg` gave what was measured. Springback alike at either angle. */
export const correctionByMeasure = (angleDeg: Deg, correctionDeg: Deg, measuredDeg: Deg): Deg =>
  roundCorrection(correctionDeg + angleDeg - measuredDeg)

/**
 * Controllers' own rule (domain notes on angle corrections): of the same angle the newest; else, between the nearest angle on
 * either side where both lie within 10°, in proportion, unless their corrections differ by more than 5°. Null: nothing is offered.
 * `stored`: oldest first.
 */
export function offeredCorrection<Stored extends StoredCorrection>(
  stored: readonly Stored[],
  bend: BendSetting & { readonly angleDeg: Deg },
): OfferedCorrection<Stored> | null {
  const { angleDeg } = bend
  const known = newestByAngle(stored.filter((one) => isSameSetting(one, bend)))
  const same = known.find((one) => isSame(one.angleDeg, angleDeg))
  if (same !== undefined) return soundOffer(angleDeg, same.correctionDeg, [same])
  const near = known.filter((one) => Math.abs(one.angleDeg - angleDeg) <= neighbourWithinDeg + sameWithin)
  const below = near.filter((one) => one.angleDeg < angleDeg).at(-1)
  const above = near.find((one) => one.angleDeg > angleDeg)
  if (below === undefined || above === undefined) return null
  const rise = above.correctionDeg - below.correctionDeg
  if (Math.abs(rise) > neighboursDifferByDeg + sameWithin) return null
  const share = (angleDeg - below.angleDeg) / (above.angleDeg - below.angleDeg)
  return soundOffer(angleDeg, roundCorrection(below.correctionDeg + share * rise), [below, above])
}

function soundOffer<Stored>(
  angleDeg: Deg,
  correctionDeg: Deg,
  from: readonly Stored[],
): OfferedCorrection<Stored> | null {
  return isSoundCorrection(angleDeg, correctionDeg) ? { correctionDeg, from } : null
}

/** By angle, those that still hold. */
function newestByAngle<Stored extends StoredCorrection>(stored: readonly Stored[]): Stored[] {
  const newest: Stored[] = []
  for (const one of stored.toReversed())
    if (!newest.some(({ angleDeg }) => isSame(angleDeg, one.angleDeg))) newest.push(one)
  return newest.filter(({ takenBack }) => !takenBack).toSorted((a, b) => a.angleDeg - b.angleDeg)
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= sameWithin
const isSameOrNull = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : isSame(a, b)

const isSameSetting = (one: BendSetting, other: BendSetting): boolean =>
  one.material === other.material &&
  one.tool === other.tool &&
  isSame(one.thicknessMm, other.thicknessMm) &&
  isSameOrNull(one.vMm, other.vMm) &&
  isSameOrNull(one.punchRadiusMm, other.punchRadiusMm)
