// The profile as a bending sheet carries it, and whether it is one that can be folded at all. Pure.
// Enumerations are open text: a sheet read from the service may carry a value that is new to us.
import { badMeasure, good, refuse } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import type { Deg, Mm } from './units.ts'

export interface Flange {
  /** Outer length: to the mould line up to 90° of turn, to the outer tangent above. */
  readonly lengthMm: Mm
  /** The same at the far end of a tapered piece. */
  readonly endLengthMm: Mm | null
}

export interface Bend {
  /** How far the sheet turns; positive folds towards the viewer of the unfolding. */
  readonly angleDeg: Deg
  readonly insideRadiusMm: Mm
  /** 'closed', 'open' or 'teardrop'; null is a plain bend. */
  readonly hem: string | null
  /** Between the flap and the flange it lies on. */
  readonly gapMm: Mm
}

/** The cross-section as a chain of flanges with one bend fewer. Face A is the outside of a positive bend. */
export interface BendProfile {
  readonly thicknessMm: Mm
  readonly flanges: readonly Flange[]
  readonly bends: readonly Bend[]
}

/** Which end of the piece: they differ where a flange is tapered. */
export type PieceEnd = 'start' | 'end'

export const flangeLength = (flange: Flange, end: PieceEnd): Mm =>
  end === 'end' ? (flange.endLengthMm ?? flange.lengthMm) : flange.lengthMm

export const isTapered = (profile: BendProfile): boolean =>
  profile.flanges.some((flange) => flange.endLengthMm !== null && flange.endLengthMm !== flange.lengthMm)

/** The profile as a straight one of the lengths it has at a place along its piece: 0 where it begins, 1 at its far end. */
export const profileAlong = (profile: BendProfile, along: number): BendProfile => ({
  ...profile,
  flanges: profile.flanges.map((flange) => ({
    lengthMm: flange.lengthMm + along * (flangeLength(flange, 'end') - flange.lengthMm),
    endLengthMm: null,
  })),
})

const hems: readonly string[] = ['closed', 'open', 'teardrop']

/** The profile itself, or its first field that cannot be: not a number, not positive, out of range, one bend too many. */
export function soundProfile<P extends BendProfile>(profile: P): Outcome<P> {
  const { thicknessMm, flanges, bends } = profile
  const badThickness = badMeasure('profile.thicknessMm', 'the thickness', thicknessMm)
  if (badThickness !== null) return badThickness
  if (flanges.length === 0) return refuse('profile.flanges', 'wrong_count', 'the profile has no flanges')
  if (bends.length !== flanges.length - 1) {
    return refuse(
      'profile.bends',
      'wrong_count',
      `${flanges.length} flanges need ${flanges.length - 1} bends, the profile has ${bends.length}`,
    )
  }
  for (const [index, flange] of flanges.entries()) {
    for (const key of ['lengthMm', 'endLengthMm'] as const) {
      const length = flange[key]
      if (length === null) continue
      const bad = badMeasure(`profile.flanges[${index}].${key}`, `the length of flange ${index + 1}`, length)
      if (bad !== null) return bad
    }
  }
  for (const [index, bend] of bends.entries()) {
    const at = `profile.bends[${index}]`
    const name = `bend ${index + 1}`
    for (const key of ['angleDeg', 'insideRadiusMm', 'gapMm'] as const) {
      if (!Number.isFinite(bend[key])) return refuse(`${at}.${key}`, 'not_a_number', `${name}: ${key} is no number`)
    }
    if (bend.angleDeg === 0 || Math.abs(bend.angleDeg) > 180) {
      return refuse(
        `${at}.angleDeg`,
        'out_of_range',
        `${name} turns ${bend.angleDeg}°, it must turn 0 to 180 either way`,
      )
    }
    for (const key of ['insideRadiusMm', 'gapMm'] as const) {
      if (bend[key] < 0) return refuse(`${at}.${key}`, 'out_of_range', `${name}: ${key} is ${bend[key]}, below 0`)
    }
    if (bend.hem !== null && !hems.includes(bend.hem)) {
      return refuse(`${at}.hem`, 'unknown_value', `${name} is a hem of the unknown kind "${bend.hem}"`)
    }
    if (bend.hem !== null && Math.abs(bend.angleDeg) !== 180) {
      return refuse(`${at}.angleDeg`, 'contradicts', `${name} is a hem and turns ${bend.angleDeg}°, not 180`)
    }
  }
  return good(profile)
}
