// Entry point of the plan: what a planner chose, the times of pieces, and the orders of bends that people keep.
export { openBendOrders } from './bend-orders.ts'
export type { BendOrders, KeptBendOrder } from './bend-orders.ts'
export { openPlanLearning } from './plan-learning.ts'
export type { PlanLearning } from './plan-learning.ts'
export { Plans } from './plan.ts'
export type { Choice, NewChoice } from './plan.ts'
