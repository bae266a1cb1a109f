// The stage of a piece in words. Pure.
import { bendAngleText } from '../../shared/bending/index.ts'
import type { PlanStep } from '../../shared/bending/plan/index.ts'
import type { Texts } from '../language/texts.ts'
import { stageAt, type Timeline } from './scene/index.ts'

type Words = Pick<Texts, 't' | 'language'>
type StepWords = Pick<PlanStep, 'kind' | 'bendIndex' | 'turnDeg'>

/** `steps`: those of the plan; null: the piece folds without a machine. */
export function stageText(
  { t, language }: Words,
  timeline: Timeline,
  steps: readonly StepWords[] | null,
  position: number,
): string {
  const bends = timeline.length
  if (position <= 0) return t('fold.stage_flat')
  if (position >= bends) return t('fold.stage_folded')
  const stage = stageAt(timeline, position)
  const step = steps?.[stage?.stepIndex ?? -1]
  if (stage === null || step === undefined || position === stage.stepIndex)
    return t('fold.stage_bend', { done: Math.ceil(position), bends })
  const phase =
    stage.kind !== 'bend'
      ? t(`fold.phase.${stage.kind}`)
      : step.kind === 'flatten'
        ? t('fold.phase.flatten', { bend: step.bendIndex + 1 })
        : t('fold.phase.bend', { bend: step.bendIndex + 1, angle: bendAngleText(step.turnDeg, language) })
  return `${t('bend_plan.step_of', { step: stage.stepIndex + 1, steps: bends })}: ${phase}`
}
