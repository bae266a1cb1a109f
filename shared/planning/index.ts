// Entry point of planning: the time of a sheet, the plan of a day, a better order, and the split of a long sheet. Pure.
export { bendPlanRequest } from './bend-plan-request.ts'
export type { NoPlanRequest } from './bend-plan-request.ts'
export { dayPlan, isDoneState } from './day-plan.ts'
export type { DayPlan, PlanLane, PlanRow } from './day-plan.ts'

export { laneOf } from './lane.ts'
export type { Job, Lane } from './lane.ts'
export { orderSteps, proposedOrder } from './order.ts'
export type { ProposedOrder } from './order.ts'
export { fitInOrder, orderInWords, orderReasons, proposedMachine } from './order-answer.ts'
export { minPieces, paceOf } from './pace.ts'

export { sheetWork, workInOrder } from './sheet-work.ts'
export type { SheetToEstimate } from './sheet-work.ts'
export { lengthOfPiece, madeOf, pieceName, split, splitLength, splitSheet, wholePieces } from './split.ts'
export type { Split } from './split.ts'
export { massKg, minutesOfSheet, secondsOfPiece, usualShiftMin, usualTimes } from './work-time.ts'
