// The profile of a bending sheet, and its validation. Enumerations are text, because the service may send a value that we do not know.
// Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { badMeasure, refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import { angleField, signedTurnDegOf, turnDegOf } from './sheet-angles.ts'
import type { SheetAngle } from './sheet-angles.ts'
import type { Mm } from '../units.ts'

export interface Flange {
  /** Outer length: to the mould line up to 90° of turn, to the outer tangent above. */
  readonly lengthMm: Mm
  /** The same at the far end of a tapered piece. */
  readonly endLengthMm: Mm | null
}

export interface Bend extends SheetAngle {
  readonly insideRadiusMm: Mm
  /** 'closed', 'open' or 'teardrop'; null is a plain bend. */
  readonly hem: string | null
  /** The gap between the flap and the flange on which it lies. */
  readonly gapMm: Mm
}

/** The cross-section as a chain of flanges with one bend fewer. Face A is the outside of a positive bend. */
export interface BendProfile {
  readonly thicknessMm: Mm
  readonly flanges: readonly Flange[]
  readonly bends: readonly Bend[]
}

/** The two ends of a piece; they differ if a flange is tapered. */
export type PieceEnd = 'start' | 'end'

export const flangeLength = (flange: Flange, end: PieceEnd): Mm =>
  end === 'end' ? (flange.endLengthMm ?? flange.lengthMm) : flange.lengthMm

export const isTapered = (profile: BendProfile): boolean =>
  profile.flanges.some((flange) => flange.endLengthMm !== null && flange.endLengthMm !== flange.lengthMm)

/** The straight profile at a place along the piece, from 0 at the start to 1 at the far end. */
export const profileAlong = (profile: BendProfile, along: number): BendProfile => ({
  ...profile,
  flanges: profile.flanges.map((flange) => ({
    lengthMm: flange.lengthMm + along * (flangeLength(flange, 'end') - flange.lengthMm),
    endLengthMm: null,
  })),
})

const hems: readonly string[] = ['closed', 'open', 'teardrop']

/** The profile, or a refusal of its first wrong field: not a number, not positive, out of range, a wrong count of bends. */
export function validateProfile<P extends BendProfile>(profile: P): Result<P, Refusal> {
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
    const fieldPath = `profile.bends[${index}]`
    const name = `bend ${index + 1}`
    for (const key of [angleField, 'insideRadiusMm', 'gapMm'] as const) {
      if (!Number.isFinite(bend[key]))
        return refuse(`${fieldPath}.${key}`, 'not_a_number', `${name}: ${key} is not a number`)
    }
    const turnDeg = turnDegOf(bend)
    if (turnDeg === 0 || turnDeg > 180) {
      return refuse(
        `${fieldPath}.${angleField}`,
        'out_of_range',
        `${name} turns ${signedTurnDegOf(bend)}°, it must turn 0 to 180 either way`,
      )
    }
    for (const key of ['insideRadiusMm', 'gapMm'] as const) {
      if (bend[key] < 0)
        return refuse(`${fieldPath}.${key}`, 'out_of_range', `${name}: ${key} is ${bend[key]}, below 0`)
    }
    if (bend.hem !== null && !hems.includes(bend.hem)) {
      return refuse(`${fieldPath}.hem`, 'unknown_value', `${name} is a hem of the unknown kind "${bend.hem}"`)
    }
    if (bend.hem !== null && turnDeg !== 180) {
      return refuse(
        `${fieldPath}.${angleField}`,
        'contradicts',
        `${name} is a hem and turns ${signedTurnDegOf(bend)}°, not 180`,
      )
    }
  }
  return ok(profile)
}
