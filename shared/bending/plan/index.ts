// Entry point of planning bends: a sequence that is proven to work at a machine, or the reasons why none does. Pure.

export type { PlanRequest } from './plan-request.ts'
export type { OrderedStep, Plan, PlanAnswer, PlanRemedy, PlanMissing, PlanStation, PlanStep } from './plan.ts'
export type { PlanPart, PlanPiece, PlanStepKind } from './plan-part.ts'
export { isNotPlanned } from './plan-reason.ts'
export type { PlanReason } from './plan-reason.ts'
export { checkFurther } from './check-further.ts'
export { checkOrder, checkStep, orderCheck, planBends, planInOrder, planInOrderNow, planNow } from './plan-bends.ts'
export { inputsText } from './plan-inputs.ts'
export { isTight } from './step/index.ts'
export { stepPicture } from './picture/index.ts'
export type { PictureBlank, StepPicture } from './picture/index.ts'
