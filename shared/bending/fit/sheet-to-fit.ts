// The fields of a bending sheet that fitting uses, and the figures that are computed once for all machines. Pure.
import { ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'
import { refuse } from '../refusal.ts'
import type { Refusal } from '../refusal.ts'
import {
  flangeLength,
  outsideSetback,
  sheetConvention,
  validateProfile,
  signedTurnDegOf,
  turnDegOf,
} from '../profile/index.ts'
import type { BendProfile } from '../profile/index.ts'
import { validateSection } from '../section/index.ts'
import type { Deg, Mm } from '../units.ts'
import type { Mpa } from './bend-force.ts'
import type { BumpRow } from './bump.ts'
import { materialOf, strengthOf } from './material.ts'
import type { Material, MaterialTable } from './material.ts'
import type { FitWarning } from './reason.ts'
import { toMouldLine } from './smallest-flange.ts'

export interface SheetToFit {
  readonly lengthMm: Mm
  readonly pieces: readonly { readonly lengthMm: Mm; readonly endLengthMm: Mm | null }[]
  readonly profile: BendProfile & {
    readonly material: string
    readonly tensileStrengthMpa: Mpa | null
    /** 'face', 'back', 'both' or 'none'. */
    readonly film: string
    /** 'along' or 'across'; null where it is not stated. */
    readonly grain?: string | null
  }
  readonly unfolding: {
    readonly widthMm: Mm
    /** `bend` is counted from 0. */
    readonly bendLines: readonly { readonly bend: number; readonly positionMm: Mm }[]
  }
}

/** The turn of a hem before it is flattened. */
const hemPreBendDeg: Deg = 135

export interface BendToFit {
  /** Counted from 1. */
  readonly number: number
  /** The turn of a plain bend, or of the pre-bend of a hem. */
  readonly turnDeg: Deg
  readonly up: boolean
  readonly insideRadiusMm: Mm
  readonly hem: string | null
  /** The row of strokes that makes its radius on a press brake; null: one stroke. */
  readonly bump: BumpRow | null
  /** Distances from the edges and from the other bends: each possible position of a backgauge finger. */
  readonly gaugeMm: readonly Mm[]
}

export interface BlankToFit {
  readonly material: string
  readonly thicknessMm: Mm
  /** The longest bend of any piece. */
  readonly longestMm: Mm
  /** The sheet's own strength, else its material's; null where neither is known. */
  readonly strengthMpa: Mpa | null
  /** Null where the workshop's table does not have it. */
  readonly materialData: Material | null
  /** The shorter end of each, as the sheet states it. */
  readonly flangesMm: readonly Mm[]
  readonly bends: readonly BendToFit[]
  readonly warnings: readonly FitWarning[]
}

/** The figures for every machine, or a refusal of the first wrong field: an invalid profile, one that runs through itself, or bend lines of another profile. */
export function blankToFit(sheet: SheetToFit, materials: MaterialTable | null): Result<BlankToFit, Refusal> {
  const validProfile = validateProfile(sheet.profile)
  if (!validProfile.ok) return validProfile
  const validSection = validateSection(validProfile.value)
  if (!validSection.ok) return validSection
  const profile = validProfile.value
  const lengths = [
    sheet.lengthMm,
    ...sheet.pieces.flatMap((piece) => [piece.lengthMm, piece.endLengthMm ?? piece.lengthMm]),
  ]
  for (const length of lengths) {
    if (!(Number.isFinite(length) && length > 0)) {
      return refuse('lengthMm', 'not_positive', `a length is ${length} mm, it must be above 0`)
    }
  }
  const strength = profile.tensileStrengthMpa
  if (strength !== null && !(Number.isFinite(strength) && strength > 0)) {
    return refuse('profile.tensileStrengthMpa', 'not_positive', `the strength is ${strength} MPa, it must be above 0`)
  }
  const middles = bendMiddles(sheet)
  if (!middles.ok) return middles

  const materialData = materialOf(materials, profile)
  const bends = profile.bends.map((bend, index): BendToFit => ({
    number: index + 1,
    turnDeg: bend.hem === null ? turnDegOf(bend) : hemPreBendDeg,
    up: signedTurnDegOf(bend) > 0,
    insideRadiusMm: bend.insideRadiusMm,
    hem: bend.hem,
    bump: null,
    gaugeMm: gaugeDistances(middles.value, index, sheet.unfolding.widthMm),
  }))
  return ok({
    material: profile.material,
    thicknessMm: profile.thicknessMm,
    longestMm: Math.max(...lengths),
    strengthMpa: strengthOf(profile, materialData),
    materialData,
    flangesMm: profile.flanges.map((flange) => Math.min(flangeLength(flange, 'start'), flangeLength(flange, 'end'))),
    bends,
    warnings: warningsOf(profile, materialData, bends),
  })
}

function bendMiddles({ profile, unfolding }: SheetToFit): Result<Mm[], Refusal> {
  const middles: Mm[] = []
  for (const index of profile.bends.keys()) {
    const line = unfolding.bendLines.find(({ bend }) => bend === index)
    if (line === undefined || !Number.isFinite(line.positionMm)) {
      return refuse('unfolding.bendLines', 'contradicts', `the flat pattern has no bend line for bend ${index + 1}`)
    }
    middles.push(line.positionMm)
  }
  return ok(middles)
}

function gaugeDistances(middles: readonly Mm[], index: number, widthMm: Mm): Mm[] {
  const here = middles[index] ?? 0
  return [0, widthMm, ...middles.filter((_, other) => other !== index)].map((stop) => Math.abs(stop - here))
}

function warningsOf(
  profile: SheetToFit['profile'],
  materialData: Material | null,
  bends: readonly BendToFit[],
): FitWarning[] {
  const warnings: FitWarning[] = []
  for (const [index, flange] of profile.flanges.entries()) {
    const [startMm, endMm] = [flangeLength(flange, 'start'), flangeLength(flange, 'end')]
    if (startMm !== endMm) warnings.push({ code: 'tapered', params: { flange: index + 1, startMm, endMm } })
  }
  if (materialData === null) return warnings
  if (materialData.lowestTemperatureC !== null)
    warnings.push({ code: 'cold', params: { lowestC: materialData.lowestTemperatureC } })
  const { alongGrain, acrossGrain, painted } = materialData.smallestRadius
  const byGrain = profile.grain === 'across' ? acrossGrain : alongGrain
  const smallestMm = Math.max(byGrain, painted ?? 0) * profile.thicknessMm
  for (const bend of bends) {
    if (bend.hem === null && bend.insideRadiusMm < smallestMm - 1e-6) {
      warnings.push({
        code: 'small_radius',
        params: { bend: bend.number, radiusMm: bend.insideRadiusMm, smallestMm },
      })
    }
  }
  return warnings
}

export interface ShortFlange {
  /** Counted from 1. */
  readonly flange: number
  /** The length to the mould line of the bend for which the flange is too short, or to the nearest stroke of a bump row. */
  readonly lengthMm: Mm
  readonly bend: BendToFit
  readonly neededMm: Mm
}

/**
 * The flanges that are too short for a bend next to them; `lengthOf` is what the machine measures. A flange between two bends is too short
 * only if it is too short for both, because the first of the two is made while the blank beyond it is still flat.
 */
export function shortFlanges(
  blank: BlankToFit,
  needed: (bend: BendToFit) => Mm,
  lengthOf: (statedMm: Mm, bend: BendToFit, thicknessMm: Mm) => Mm,
): ShortFlange[] {
  return blank.flangesMm.flatMap((stated, index) => {
    const sides = [blank.bends[index - 1], blank.bends[index]].flatMap((bend) => {
      if (bend === undefined) return []
      const lengthMm = lengthOf(stated, bend, blank.thicknessMm)
      return [{ flange: index + 1, lengthMm, bend, neededMm: needed(bend) }]
    })
    const best = sides.toSorted((a, b) => b.lengthMm - b.neededMm - (a.lengthMm - a.neededMm))[0]
    return best !== undefined && best.lengthMm < best.neededMm - 1e-6 ? [best] : []
  })
}

/** What reaches over a shoulder of a V. The first and the last stroke of a bump row lie half a pitch inside the tangents. */
export function lengthOnShoulder(statedMm: Mm, { turnDeg, insideRadiusMm, bump }: BendToFit, thicknessMm: Mm): Mm {
  if (bump === null) return toMouldLine(statedMm, turnDeg, insideRadiusMm, thicknessMm)
  return statedMm - outsideSetback(turnDeg, insideRadiusMm, thicknessMm, sheetConvention(turnDeg)) + bump.pitchMm / 2
}
