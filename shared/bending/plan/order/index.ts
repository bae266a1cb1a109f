// Entry point of the order: the search for the cheapest order of steps, the cost of a plan, and the poses of its steps. Pure.
export { withBlocked } from './blocked-ways.ts'
export { stepIndexOf, stepIndexes } from './order-steps.ts'
export { costOf, handlingBetween, unit } from './plan-cost.ts'
export { edgeOf, poseOf, sideOf } from './pose.ts'
export { anyOrder, leastCost, orderCost, searchOrder, someOrderWorks } from './search.ts'
export type { FoundOrder, SearchProblem, StepOption } from './search.ts'
