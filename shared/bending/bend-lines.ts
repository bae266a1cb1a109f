// The bend lines that an unfolding states: whether they are those of its profile, each in its place. Pure: mm and degrees.
// What only its figures are wrong by is the check's to show, not refused here.
import { badMeasure, good, refuse } from './outcome.ts'
import type { Outcome, Refused } from './outcome.ts'
import { isTapered } from './profile.ts'
import type { Bend, BendProfile } from './profile.ts'
import type { Deg, Mm } from './units.ts'

export interface StatedBendLine {
  /** Counted from 0, as the profile's bends are. */
  readonly bend: number
  readonly positionMm: Mm
  /** Null where the line runs straight along the piece. */
  readonly endPositionMm: Mm | null
  /** 'up' or 'down'. */
  readonly direction: string
  readonly angleDeg: Deg
}

export interface StatedLines<Line extends StatedBendLine = StatedBendLine> {
  readonly widthMm: Mm
  readonly bendLines: readonly Line[]
}

/** Within this two figures written to a hundredth are the same figure, in mm and in degrees. */
export const writtenAlike = 0.01 + 1e-9

/**
 * The lines in the order of the profile's bends, which must be sound. Refuses a width that is none; lines that are not one a
 * bend; a line outside the plate, not beyond the one before it at either end, slanted though no flange is tapered, or of
 * another direction or angle than its bend. A turn of 180° goes the way of its sign like any other.
 */
export function soundBendLines<Line extends StatedBendLine>(
  profile: BendProfile,
  { widthMm, bendLines }: StatedLines<Line>,
): Outcome<Line[]> {
  const badWidth = badMeasure('unfolding.widthMm', 'the width', widthMm)
  if (badWidth !== null) return badWidth
  if (bendLines.length !== profile.bends.length) {
    return refuse(
      'unfolding.bendLines',
      'wrong_count',
      `the profile has ${profile.bends.length} bends, the unfolding ${bendLines.length} bend lines`,
    )
  }
  const slants = isTapered(profile)
  const inOrder: Line[] = []
  for (const [at, line] of bendLines.entries()) {
    const bend = profile.bends[line.bend]
    if (bend === undefined || inOrder[line.bend] !== undefined) {
      const why = bend === undefined ? 'which the profile does not have' : 'which has a line already'
      return refuse(
        `unfolding.bendLines[${at}].bend`,
        'contradicts',
        `line ${at + 1} is of bend ${line.bend + 1}, ${why}`,
      )
    }
    const refusal = badLine(line, bend, `unfolding.bendLines[${at}]`, widthMm, slants)
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
  return good(inOrder)
}

function badLine(line: StatedBendLine, bend: Bend, at: string, widthMm: Mm, slants: boolean): Refused | null {
  const name = `bend ${line.bend + 1}`
  for (const key of ['positionMm', 'endPositionMm'] as const) {
    const position = line[key]
    if (position === null) continue
    if (!Number.isFinite(position)) return refuse(`${at}.${key}`, 'not_a_number', `the line of ${name} has no position`)
    if (position <= 0 || position >= widthMm) {
      return refuse(`${at}.${key}`, 'outside', `${name} at ${position} mm is outside the plate, 0 to ${widthMm} mm`)
    }
  }
  if (!slants && Math.abs(endOf(line) - line.positionMm) > writtenAlike) {
    return refuse(
      `${at}.endPositionMm`,
      'contradicts',
      `${name} runs from ${places(line)}, but no flange of the profile is tapered`,
    )
  }
  if (line.direction !== 'up' && line.direction !== 'down') {
    return refuse(`${at}.direction`, 'unknown_value', `${name} goes "${line.direction}"`)
  }
  if ((line.direction === 'up') !== bend.angleDeg > 0) {
    return refuse(
      `${at}.direction`,
      'contradicts',
      `${name} turns ${bend.angleDeg}° in the profile, its line says ${line.direction}`,
    )
  }
  if (!Number.isFinite(line.angleDeg)) {
    return refuse(`${at}.angleDeg`, 'not_a_number', `the line of ${name} has no angle`)
  }
  const turn = Math.abs(bend.angleDeg)
  if (Math.abs(line.angleDeg - turn) > writtenAlike) {
    return refuse(
      `${at}.angleDeg`,
      'contradicts',
      `${name} turns ${turn}° in the profile, its line says ${line.angleDeg}°`,
    )
  }
  return null
}

const endOf = ({ positionMm, endPositionMm }: StatedBendLine): Mm => endPositionMm ?? positionMm

const liesBeyond = (line: StatedBendLine, before: StatedBendLine | undefined): boolean =>
  before === undefined || (line.positionMm > before.positionMm && endOf(line) > endOf(before))

const places = (line: StatedBendLine): string =>
  endOf(line) === line.positionMm ? `${line.positionMm} mm` : `${line.positionMm} to ${endOf(line)} mm`
