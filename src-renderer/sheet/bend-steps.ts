// The bends of a sheet one by one, in the order in which they are made. Pure.
import { stageAfter, type FoldStage } from '../../shared/bending/index.ts'
import type { BrakeProgramView } from '../../shared/station-api/index.ts'
import type { Sheet } from './sheet.ts'

export interface BendStep {
  /** Of the profile, from 0. */
  bend: number
  direction: 'up' | 'down'
  angleDeg: number
  hem: string | null
  /** The plate is turned over, or half round, before this step. */
  flipped: boolean
  turned: boolean
}

type Program = Pick<BrakeProgramView, 'steps'>

/** As the brake's program has them; without one, by their numbers on the drawing. */
export function bendSteps(
  { profile, unfolding }: Pick<Sheet, 'profile' | 'unfolding'>,
  program: Program | null,
): BendStep[] {
  const stepOf = (bend: number, handling: { flipped: boolean; turned: boolean }): BendStep[] => {
    const made = profile.bends[bend]
    if (made === undefined) return []
    const line = unfolding.bendLines.find((one) => one.bend === bend)
    const isUp = line === undefined ? made.angleDeg > 0 : line.direction === 'up'
    return [
      {
        bend,
        direction: isUp ? 'up' : 'down',
        angleDeg: line?.angleDeg ?? Math.abs(made.angleDeg),
        hem: made.hem,
        ...handling,
      },
    ]
  }
  if (program === null) return profile.bends.flatMap((_, bend) => stepOf(bend, { flipped: false, turned: false }))
  return program.steps.flatMap(({ bend, flipped, turned }) => stepOf(bend - 1, { flipped, turned }))
}

/** How far the profile is folded after so many of the steps; undefined: wholly, or as far as can be told. */
export function stageOf(profile: Sheet['profile'], steps: readonly BendStep[], made: number): FoldStage | undefined {
  if (made >= steps.length) return undefined
  const order = steps.map(({ bend }) => bend)
  const stage = stageAfter(profile.bends, order, made)
  return stage.ok ? stage.value : undefined
}
