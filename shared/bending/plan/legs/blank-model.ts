// The figures of a profile that the planner needs for every step: bend zones, flat parts, turns and the steps that make a bend.
// Pure. Units: mm and radians.
import { ok } from '../../../base/result.ts'
import type { Result } from '../../../base/result.ts'
import { foldCrossSection, middleLine, zoneLengths } from '../../section/index.ts'
import type { BendProfile } from '../../profile/index.ts'
import type { Refusal } from '../../refusal.ts'
import { foldRadius, signedTurnDegOf, straightLengths } from '../../profile/index.ts'
import { radians } from '../../units.ts'
import type { NeutralLine } from '../../section/index.ts'
import type { Mm } from '../../units.ts'
import type { PlanStepKind } from '../plan-part.ts'

/** A bend at one of its values: 0 flat, 1 made or pre-bent, 2 flattened. */
export interface BendState {
  /** The absolute angle by which the sheet turns. */
  readonly turn: number
  readonly radiusMm: Mm
  /** Flat part of its zone on either side; negative where the arc takes more than the zone. */
  readonly besideMm: Mm
}

interface ModelBend {
  readonly index: number
  readonly sign: 1 | -1
  readonly hem: string | null
  readonly zoneMm: Mm
  /** The strokes that make the bend: more than 1 for a bump row. */
  readonly strokes: number
  /** The state of the bend after each of its steps, at index value − 1: a plain bend has one, a hem its pre-bend and the flat hem. */
  readonly stepStates: readonly BendState[]
}

export interface ModelStep {
  readonly bend: number
  readonly kind: PlanStepKind
  /** The value of its bend after the step, 1 or 2. */
  readonly value: 1 | 2
}

export interface BlankModel {
  readonly thicknessMm: Mm
  readonly bends: readonly ModelBend[]
  /** The flat part of each flange between the bend zones. */
  readonly straightMm: readonly Mm[]
  /** Outer length as the sheet states it. */
  readonly outerMm: readonly Mm[]
  /** Sorted by bend, the pre-bend of a hem before its flattening: bit i of a mask is step i. */
  readonly steps: readonly ModelStep[]
  /** Flat width from the edge of the first flange to the middle of each bend, and in all. */
  readonly middleMm: readonly Mm[]
  readonly widthMm: Mm
}

/** The radius and the turn of a hem's pre-bend, which depend on the machine and its tools. */
export interface PreBend {
  readonly turn: number
  /** The least radius of a pre-bend; a hem with a larger radius keeps its own. */
  readonly radiusMm: Mm
}

/** `strokes`: the count of each bend, where a bend is bumped. */
export function blankModel(
  profile: BendProfile,
  neutral: NeutralLine | undefined,
  preBend: PreBend,
  strokes: readonly number[] = [],
): Result<BlankModel, Refusal> {
  const folded = foldCrossSection(profile)
  if (!folded.ok) return folded
  const straights = straightLengths(profile, 'start')
  if (!straights.ok) return straights
  const thicknessMm = profile.thicknessMm
  const finished = folded.value.bends.map(({ turnDeg }, index) => {
    const bend = profile.bends[index]
    return { turnDeg, radiusMm: bend === undefined ? 0 : foldRadius(bend) }
  })
  const zones = zoneLengths(finished, thicknessMm, neutral ?? middleLine)
  if (!zones.ok) return zones
  const bends = profile.bends.map((bend, index): ModelBend => {
    const { turnDeg, radiusMm } = finished[index] ?? { turnDeg: 0, radiusMm: 0 }
    const zoneMm = zones.value[index] ?? 0
    const turn = Math.abs(radians(turnDeg))
    const done: BendState = { turn, radiusMm, besideMm: 0 }
    const radius = Math.max(radiusMm, preBend.radiusMm)
    const arcMm = preBend.turn * (radius + thicknessMm / 2)
    const pre: BendState = { turn: preBend.turn, radiusMm: radius, besideMm: (zoneMm - arcMm) / 2 }
    return {
      index,
      sign: signedTurnDegOf(bend) > 0 ? 1 : -1,
      hem: bend.hem,
      zoneMm,
      strokes: strokes[index] ?? 1,
      stepStates: bend.hem === null ? [done] : [pre, done],
    }
  })
  const steps = bends.flatMap(({ index: bend, hem, strokes: count }): ModelStep[] =>
    hem === null
      ? [{ bend, kind: count > 1 ? 'bump' : 'bend', value: 1 }]
      : [
          { bend, kind: 'pre_bend', value: 1 },
          { bend, kind: 'flatten', value: 2 },
        ],
  )
  const middleMm: Mm[] = []
  let widthMm = straights.value[0] ?? 0
  for (const { index, zoneMm } of bends) {
    middleMm.push(widthMm + zoneMm / 2)
    widthMm += zoneMm + (straights.value[index + 1] ?? 0)
  }
  const outerMm = profile.flanges.map(({ lengthMm }) => lengthMm)
  return ok({ thicknessMm, bends, straightMm: straights.value, outerMm, steps, middleMm, widthMm })
}
