// The bends of a sheet as single steps, in bending order. Pure.
import { signedTurnDegOf, stageAfter, turnDegOf, type FoldStage } from '../../shared/bending/index.ts'
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import type { BrakeProgramView } from '../../shared/station-api/index.ts'
import type { Sheet } from './sheet.ts'

export interface BendStep {
  /** The index of the bend in the profile, from 0. */
  bend: number
  /** How the sheet moves at the machine; without a program and a plan, how it is drawn. */
  direction: 'up' | 'down'
  turnDeg: number
  hem: string | null
  /** Null: without a program and a plan, a hem is one step. */
  kind: PlanStep['kind'] | null
  /** The face that is up in this step; null without a program and a plan. */
  faceUp: PlanStep['pose']['faceUp'] | null
  /** Before this step the operator flips the blank over its long axis (`flipped`) or gives it a half turn (`turned`). */
  flipped: boolean
  turned: boolean
  /** Before this step the tools on the table are changed, as the bend plan says; false without a plan. */
  changesSetUp: boolean
  /** The edge that is then at the backgauge. */
  edge: 'first' | 'last'
}

interface Program {
  readonly steps: readonly Pick<
    BrakeProgramView['steps'][number],
    'bend' | 'kind' | 'faceUp' | 'flipped' | 'turned' | 'edge'
  >[]
}

/**
 * The bends in the order of the brake's program; without a program, in the order of the bend plan; without either, in the order of their
 * numbers on the drawing.
 */
export function bendSteps(
  { profile, unfolding }: Pick<Sheet, 'profile' | 'unfolding'>,
  program: Program | null,
  plan: readonly PlanStep[] | null = null,
): BendStep[] {
  const stepOf = (
    bend: number,
    step: Pick<BendStep, 'flipped' | 'turned' | 'changesSetUp' | 'edge' | 'kind' | 'faceUp'>,
  ): BendStep[] => {
    const profileBend = profile.bends[bend]
    if (profileBend === undefined) return []
    const line = unfolding.bendLines.find((candidate) => candidate.bend === bend)
    const isDrawnUp = line === undefined ? signedTurnDegOf(profileBend) > 0 : line.direction === 'up'
    // the drawing has face B up: with face A up the same bend goes the other way
    const isUp = isDrawnUp === (step.faceUp !== 'A')
    return [
      {
        bend,
        direction: isUp ? 'up' : 'down',
        turnDeg: line === undefined ? turnDegOf(profileBend) : signedTurnDegOf(line),
        hem: profileBend.hem,
        ...step,
      },
    ]
  }
  if (program === null && plan !== null)
    return plan.flatMap(({ kind, bendIndex, direction, handling, changesSetUp, pose }) =>
      stepOf(bendIndex, {
        kind,
        faceUp: pose.faceUp,
        flipped: handling === 'flip' || handling === 'flip_and_half_turn',
        turned: handling === 'half_turn' || handling === 'flip_and_half_turn',
        changesSetUp,
        edge: pose.edgeAtGauge,
      }).map((step) => ({ ...step, direction })),
    )
  if (program === null)
    return profile.bends.flatMap((_, bend) =>
      stepOf(bend, { kind: null, faceUp: null, flipped: false, turned: false, changesSetUp: false, edge: 'last' }),
    )
  // a program has no set-ups
  const isSetUpChange = (bend: number, kind: PlanStep['kind']): boolean =>
    (plan ?? []).some((step) => step.bendIndex === bend && step.kind === kind && step.changesSetUp)
  return program.steps
    .filter((step, stepIndex) => !isLaterStroke(step, program.steps[stepIndex - 1]))
    .flatMap(({ bend, kind, faceUp, flipped, turned, edge }) =>
      stepOf(bend - 1, { kind, faceUp, flipped, turned, changesSetUp: isSetUpChange(bend - 1, kind), edge }),
    )
}

/** A program has a step for each stroke of a bump; the sheet and its plan have one for all of them. */
const isLaterStroke = (step: Program['steps'][number], before: Program['steps'][number] | undefined): boolean =>
  step.kind === 'bump' && before?.kind === 'bump' && before.bend === step.bend

/** The fold stage after this number of steps. Undefined: completely folded, or the stage cannot be computed. */
export function stageOf(
  profile: Sheet['profile'],
  steps: readonly BendStep[],
  madeCount: number,
): FoldStage | undefined {
  if (madeCount >= steps.length) return undefined
  const order = steps.map(({ bend }) => bend)
  const stage = stageAfter(profile.bends, order, madeCount)
  return stage.ok ? stage.value : undefined
}
