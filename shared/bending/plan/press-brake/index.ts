// Entry point of the press brake: the plan, the checks of a user's order and of further turns, and a blank on its sets of tools, for the pictures. Pure.
export { brakeBlanks, brakeShares, withHem } from './brake-blank.ts'
export type { BrakeBlank } from './brake-blank.ts'
export { slotOf } from './checks/index.ts'
export { blockedOnBrake } from './brake-further.ts'
export { checkOrderOnBrake } from './brake-order.ts'
export { planOnBrake } from './brake-plan.ts'
export type { ProblemKit } from './brake-problem.ts'
