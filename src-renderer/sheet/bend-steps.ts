// The bends of a sheet as single steps, in bending order. Pure.
import { signedTurnDegOf, stageAfter, turnDegOf, type FoldStage } from '../../shared/bending/index.ts'
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import type { BrakeProgramView } from '../../shared/station-api/index.ts'
import type { Sheet } from './sheet.ts'

export interface BendStep {
  /** The index of the bend in the profile, from 0. */
  bend: number
  direction: 'up' | 'down'
  turnDeg: number
  hem: string | null
  /** Before this step the operator flips the blank over its long axis (`flipped`) or gives it a half turn (`turned`). */
  flipped: boolean
  turned: boolean
  /** The edge that is then at the backgauge. */
  edge: 'first' | 'last'
}

type Program = Pick<BrakeProgramView, 'steps'>

/**
 * The bends in the order of the brake's program; without a program, in the order of the bend plan; without either, in the order of their
 * numbers on the drawing.
 */
export function bendSteps(
  { profile, unfolding }: Pick<Sheet, 'profile' | 'unfolding'>,
  program: Program | null,
  plan: readonly PlanStep[] | null = null,
): BendStep[] {
  const stepOf = (bend: number, handling: Pick<BendStep, 'flipped' | 'turned' | 'edge'>): BendStep[] => {
    const profileBend = profile.bends[bend]
    if (profileBend === undefined) return []
    const line = unfolding.bendLines.find((candidate) => candidate.bend === bend)
    const isUp = line === undefined ? signedTurnDegOf(profileBend) > 0 : line.direction === 'up'
    return [
      {
        bend,
        direction: isUp ? 'up' : 'down',
        turnDeg: line === undefined ? turnDegOf(profileBend) : signedTurnDegOf(line),
        hem: profileBend.hem,
        ...handling,
      },
    ]
  }
  if (program === null && plan !== null)
    return plan.flatMap(({ bendIndex, direction, handling, pose }) =>
      stepOf(bendIndex, {
        flipped: handling === 'flip' || handling === 'flip_and_half_turn',
        turned: handling === 'half_turn' || handling === 'flip_and_half_turn',
        edge: pose.edgeAtGauge,
      }).map((step) => ({ ...step, direction })),
    )
  if (program === null)
    return profile.bends.flatMap((_, bend) => stepOf(bend, { flipped: false, turned: false, edge: 'last' }))
  return program.steps.flatMap(({ bend, flipped, turned, edge }) => stepOf(bend - 1, { flipped, turned, edge }))
}

/** The fold stage after this number of steps. Undefined: completely folded, or the stage cannot be computed. */
export function stageOf(profile: Sheet['profile'], steps: readonly BendStep[], made: number): FoldStage | undefined {
  if (made >= steps.length) return undefined
  const order = steps.map(({ bend }) => bend)
  const stage = stageAfter(profile.bends, order, made)
  return stage.ok ? stage.value : undefined
}
