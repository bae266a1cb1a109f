// The outbox's face: what the station may use of it.
export type { Drain, DrainPorts } from './drain.ts'
export type { Job, Ledger, NewPieceEvent, PieceCount } from './ledger.ts'
export { fingerprintOf, markReasons, type MarkReason, type Sheet } from './mark.ts'
export type { Marked, MarkSummary, NewMark, Refusal } from './marks.ts'
export type { SetAside } from './outbox-file.ts'
export { openOutbox, type Outbox, type OutboxChange, type OutboxOptions } from './outbox.ts'
export type { QueueView } from './queue.ts'
export { StoreInUseError } from './station-lock.ts'
