// The entry point of the plan.
export { keyOf } from './plan-fits.ts'
export { PlanCalls } from './plan-calls.ts'
