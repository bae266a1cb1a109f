// The entry point of the plan.
export { PlanCalls } from './plan-calls.ts'
