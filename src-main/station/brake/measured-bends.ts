// The bends of a program as a person measures them: a bump row is one bend, whatever its strokes. Pure.
import { roundCorrection, turnDegOf, type BendSetting, type Deg, type Mm } from '../../../shared/bending/index.ts'
import type { WorkshopView } from '../../../shared/station-api/index.ts'
import type { ProgramStep } from '../../brake/index.ts'
import type { Sheet } from '../../ledger/index.ts'

export interface MeasuredBend {
  /** The bend of the profile, from 1. */
  readonly bend: number
  /** The included angle of the bend when all its strokes are made; for a hem, that of its pre-bend. */
  readonly includedDeg: Deg
  /** The inside radius of a bump row; null for a bend in one stroke. */
  readonly bumpRadiusMm: Mm | null
  /** Its strokes, at least one, in the order of bending. */
  readonly strokes: readonly [ProgramStep, ...ProgramStep[]]
}

/** Every bend of the program once, in the order of bending, without the flattening of a hem. */
export function measuredBends(steps: readonly ProgramStep[], profile: Sheet['profile']): MeasuredBend[] {
  return [...new Set(steps.map(({ bend }) => bend))].flatMap((bend): MeasuredBend[] => {
    const [first, ...others] = strokesOf(steps, bend)
    if (first === undefined) return []
    const drawn = profile.bends[bend - 1]
    // the strokes' own angles are rounded
    return first.kind === 'bump' && drawn !== undefined
      ? [
          {
            bend,
            includedDeg: 180 - turnDegOf(drawn),
            bumpRadiusMm: drawn.insideRadiusMm,
            strokes: [first, ...others],
          },
        ]
      : [{ bend, includedDeg: first.includedDeg, bumpRadiusMm: null, strokes: [first, ...others] }]
  })
}

/** The steps that make this bend. A flattening does not: it is not corrected. */
export const strokesOf = (steps: readonly ProgramStep[], bend: number): readonly ProgramStep[] =>
  steps.filter((step) => step.bend === bend && step.kind !== 'flatten')

/** The correction of the whole bend, which its strokes share. */
export const correctionOfBend = (strokes: readonly ProgramStep[]): Deg =>
  roundCorrection(strokes.reduce((sum, { correctionDeg }) => sum + correctionDeg, 0))

/** Whether a bend of a loaded program was made as the program would make it now: with the same tools, kind, angle and number of strokes. */
export const isMadeAlike = (loaded: readonly ProgramStep[], now: readonly ProgramStep[]): boolean =>
  loaded.length === now.length &&
  loaded.every((stroke, index) => {
    const same = now[index]
    return (
      stroke.kind === same?.kind &&
      stroke.includedDeg === same.includedDeg &&
      stroke.toolName === same.toolName &&
      stroke.punchName === same.punchName
    )
  })

/** The material, tools and bump row for which a correction of this bend is valid. */
export function settingOf(
  { bumpRadiusMm, strokes: [{ material, thicknessMm, toolName, punchName }] }: MeasuredBend,
  { tools }: Pick<WorkshopView, 'tools'>,
): BendSetting {
  const lower = [...(tools?.dies ?? []), ...(tools?.hemmingTools ?? [])].find(({ id }) => id === toolName)
  const punch = tools?.punches.find(({ id }) => id === punchName)
  return {
    material,
    thicknessMm,
    tool: toolName,
    punch: punchName,
    vMm: lower?.vMm ?? null,
    punchRadiusMm: punch?.tipRadiusMm ?? null,
    bumpRadiusMm,
  }
}
