// Entry point of planning bends: a sequence that is proven to work at a machine, or the reasons why none does. Pure.
export { defaultPlanSettings } from './plan-request.ts'
export type { PlanProgress, PlanRequest, PlanSettings, ToolPair } from './plan-request.ts'
export type {
  BlockedStep,
  CheckedOrder,
  OrderedStep,
  Plan,
  PlanAnswer,
  PlanClearance,
  PlanCost,
  PlanEdge,
  PlanGauge,
  PlanHandling,
  PlanHelp,
  PlanMissing,
  PlanPose,
  PlanProof,
  PlanStation,
  PlanStep,
} from './plan.ts'
export type { PlanPart, PlanPiece, PlanStepKind } from './plan-part.ts'
export type { PlanReason } from './plan-reason.ts'
export { checkOrder, checkStep, planBends, planNow } from './plan-bends.ts'
export { planHelpInWords, planMissingInWords, planReasonInWords } from './plan-texts.ts'
export type { PlanLanguage } from './plan-texts.ts'
export { inputsText } from './plan-inputs.ts'
