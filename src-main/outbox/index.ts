// The outbox's face: what the station may use of it.
export { backUpOutbox, BackupRefused, restoreOutbox, type BackupFacts, type RestoredBackup } from './backup.ts'
export type { Corrections, KeptCorrection, NewCorrection } from './corrections.ts'
export type { Counting, Worked, WorkRefusal, WorkRefusalCode } from './counting.ts'
export { decisionKinds, type Decision, type DecisionKind, type DecisionRefusal, type MarkDetails } from './decisions.ts'
export { deviationReasons, type Deviation, type DeviationReason } from './deviations.ts'
export type { Drain, DrainPorts } from './drain.ts'
export type { HandOverCode } from './hand-over-code.ts'
export type { HandedOver, HandOverRefusal, HandOverRefusalCode } from './handing-over.ts'
export { pieceKinds, type Job, type Ledger, type NewPieceEvent, type PieceCount, type PieceKind } from './ledger.ts'
export { markReasons, type MarkReason, type Sheet } from './mark.ts'
export type { Marked, MarkSummary, NewMark, Refusal } from './marks.ts'
export { journalFiles } from './journal-files.ts'
export { rowAsJson } from './journal-line.ts'
export type { Row } from './kept-tables.ts'
export { prepareStore, type PreparedStore } from './prepare-store.ts'
export { rebuildOutbox } from './rebuild-outbox.ts'
export {
  madeAnew,
  NoStoreError,
  readStore,
  type JournalState,
  type MarkRecord,
  type StoreReader,
} from './store-reader.ts'
export type { SetAside } from './outbox-file.ts'
export { openOutbox, type Outbox, type OutboxChange, type OutboxOptions } from './outbox.ts'
export type { ActOfPerson, BookedHour, OversightBook, UndeliveredMark } from './oversight.ts'
export type { Operator, OperatorKept, OperatorRefusal } from './operators.ts'
export type { QueueView } from './queue.ts'
export type { Choice, NewChoice, PlanAct, Plans } from './plan.ts'
export type { LoadedProgram, NewProgramEvent, ProgramEventKind, Programs, SentProgram } from './programs.ts'
export { StoreInUseError } from './station-lock.ts'
export { backUpBeside, lookThrough, readBackups } from './store-tasks.ts'
export type { OutboxBoundary, OutboxWatch } from './watch.ts'
export { waitingMarks } from './waiting-marks.ts'
export { lines as transitionLines } from './transition.ts'
export type { Stop, Work } from './work.ts'
