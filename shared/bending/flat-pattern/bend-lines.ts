// Checks that the bend lines of a flat pattern belong to its profile and are in order. Pure. Units: mm and degrees.
// A line whose position only differs from ours is not refused: the flat pattern check shows the difference.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { badMeasure, refuse } from '../refusal.ts'
import type { Refusal, Refused } from '../refusal.ts'
import { isTapered, angleField, signedTurnDegOf, turnDegOf } from '../profile/index.ts'
import type { Bend, BendProfile, SheetAngle } from '../profile/index.ts'
import type { Mm } from '../units.ts'

export interface StatedBendLine extends SheetAngle {
  /** Counted from 0, as the profile's bends are. */
  readonly bend: number
  readonly positionMm: Mm
  /** Null where the line runs straight along the piece. */
  readonly endPositionMm: Mm | null
  /** 'up' or 'down'. */
  readonly direction: string
}

export interface StatedLines<Line extends StatedBendLine = StatedBendLine> {
  readonly widthMm: Mm
  readonly bendLines: readonly Line[]
}

/** Two figures that are written to a hundredth count as equal within this, in mm and in degrees. */
export const hundredthTolerance = 0.01 + 1e-9

/**
 * The lines in the order of the bends of a valid profile. Refuses an impossible width, a count of lines other than that of the bends,
 * a line outside the blank, a line that is not beyond the line before it at both ends, a slanted line without a tapered flange, and a
 * line with another direction or angle than its bend. At 180° the direction is the sign of the turn, as at any other angle.
 */
export function validateBendLines<Line extends StatedBendLine>(
  profile: BendProfile,
  { widthMm, bendLines }: StatedLines<Line>,
): Result<Line[], Refusal> {
  const badWidth = badMeasure('unfolding.widthMm', 'the width', widthMm)
  if (badWidth !== null) return badWidth
  if (bendLines.length !== profile.bends.length) {
    return refuse(
      'unfolding.bendLines',
      'wrong_count',
      `the profile has ${profile.bends.length} bends, the flat pattern ${bendLines.length} bend lines`,
    )
  }
  const slants = isTapered(profile)
  const inOrder: Line[] = []
  for (const [index, line] of bendLines.entries()) {
    const bend = profile.bends[line.bend]
    if (bend === undefined || inOrder[line.bend] !== undefined) {
      const why = bend === undefined ? 'which the profile does not have' : 'which has a line already'
      return refuse(
        `unfolding.bendLines[${index}].bend`,
        'contradicts',
        `line ${index + 1} is of bend ${line.bend + 1}, ${why}`,
      )
    }
    const refusal = badLine(line, bend, `unfolding.bendLines[${index}]`, widthMm, slants)
    if (refusal !== null) return refusal
    inOrder[line.bend] = line
  }
  const behind = inOrder.findIndex((line, index) => index > 0 && !liesBeyond(line, inOrder[index - 1]))
  const late = inOrder[behind]
  const early = inOrder[behind - 1]
  if (late !== undefined && early !== undefined) {
    return refuse(
      `unfolding.bendLines[${bendLines.indexOf(late)}].positionMm`,
      'contradicts',
      `bend ${behind + 1} lies at ${places(late)}, not beyond bend ${behind} at ${places(early)}`,
    )
  }
  return ok(inOrder)
}

function badLine(line: StatedBendLine, bend: Bend, fieldPath: string, widthMm: Mm, slants: boolean): Refused | null {
  const name = `bend ${line.bend + 1}`
  for (const key of ['positionMm', 'endPositionMm'] as const) {
    const position = line[key]
    if (position === null) continue
    if (!Number.isFinite(position))
      return refuse(`${fieldPath}.${key}`, 'not_a_number', `the line of ${name} has no position`)
    if (position <= 0 || position >= widthMm) {
      return refuse(
        `${fieldPath}.${key}`,
        'outside',
        `${name} at ${position} mm is outside the blank, 0 to ${widthMm} mm`,
      )
    }
  }
  if (!slants && Math.abs(endOf(line) - line.positionMm) > hundredthTolerance) {
    return refuse(
      `${fieldPath}.endPositionMm`,
      'contradicts',
      `${name} runs from ${places(line)}, but no flange of the profile is tapered`,
    )
  }
  if (line.direction !== 'up' && line.direction !== 'down') {
    return refuse(`${fieldPath}.direction`, 'unknown_value', `${name} goes "${line.direction}"`)
  }
  if ((line.direction === 'up') !== signedTurnDegOf(bend) > 0) {
    return refuse(
      `${fieldPath}.direction`,
      'contradicts',
      `${name} turns ${signedTurnDegOf(bend)}° in the profile, its line says ${line.direction}`,
    )
  }
  const statedDeg = signedTurnDegOf(line)
  if (!Number.isFinite(statedDeg)) {
    return refuse(`${fieldPath}.${angleField}`, 'not_a_number', `the line of ${name} has no angle`)
  }
  const turnDeg = turnDegOf(bend)
  if (Math.abs(statedDeg - turnDeg) > hundredthTolerance) {
    return refuse(
      `${fieldPath}.${angleField}`,
      'contradicts',
      `${name} turns ${turnDeg}° in the profile, its line says ${statedDeg}°`,
    )
  }
  return null
}

const endOf = ({ positionMm, endPositionMm }: StatedBendLine): Mm => endPositionMm ?? positionMm

const liesBeyond = (line: StatedBendLine, before: StatedBendLine | undefined): boolean =>
  before === undefined || (line.positionMm > before.positionMm && endOf(line) > endOf(before))

const places = (line: StatedBendLine): string =>
  endOf(line) === line.positionMm ? `${line.positionMm} mm` : `${line.positionMm} to ${endOf(line)} mm`
