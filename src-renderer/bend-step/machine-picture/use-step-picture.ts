// The picture of a shown step at its machine.
import { useMemo } from 'react'
import { stepPicture, type PlanRequest, type PlanStep, type StepPicture } from '../../../shared/bending/plan/index.ts'
import { orderOf } from '../../bend-plan/plan-order.ts'
import type { ShownStep } from '../shown-steps.ts'

/** Null: the plan does not describe the machine at this step. */
export function useStepPicture(
  request: PlanRequest | null,
  planSteps: readonly PlanStep[],
  step: ShownStep | undefined,
): StepPicture | null {
  const planIndex = step?.planIndex ?? null
  return useMemo(() => {
    const planned = planIndex === null ? undefined : planSteps[planIndex]
    if (request === null || planned === undefined || planIndex === null) return null
    return stepPicture(request, orderOf(planSteps.slice(0, planIndex)), planned)
  }, [request, planSteps, planIndex])
}
