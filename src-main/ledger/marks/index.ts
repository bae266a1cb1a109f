// Entry point of the stored marks: their rows, and the meaning of their states.
export { MarkRows } from './mark-rows.ts'
export {
  holdMs,
  isApprovedForMark,
  markReasons,
  maxPauseMs,
  probePauseMs,
  remainingHoldMs,
  undeliveredStates,
  viewOf,
} from './mark.ts'
export type { Mark, MarkReason } from './mark.ts'
export type { ReadSheet as Sheet } from '../../../shared/workshop-api/index.ts'
