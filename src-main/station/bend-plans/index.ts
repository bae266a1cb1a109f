// Entry point of bend plans: their search in a worker, the calls about them, and planning a day ahead.
export { bendPlanHandlers, type BendPlanHandlers } from './bend-plan-handlers.ts'
export { BendPlans, planThread, type PlanOutcome } from './bend-plans.ts'
export { DayAhead } from './day-ahead.ts'
export { orderReader, ordersOfSheet, reasonView, storedPlanOf } from './order-answer.ts'
export type { SheetChoices } from './chosen-request.ts'
export { programPlan, type ProgramPlan } from './program-plan.ts'
export { planRequestOf, type KeyedPlanRequest } from './plan-request.ts'
