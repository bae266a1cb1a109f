// The public interface of the ledger.
export { backUpOutbox, BackupRefused, restoreOutbox, type BackupFacts, type RestoredBackup } from './store/backup.ts'
export type { Corrections, StoredCorrectionRow, NewCorrection } from './work/corrections.ts'
export type { Worked } from './work/counting.ts'
export { decisionKinds, type Decision, type DecisionKind, type MarkDetails } from './outbox/decisions.ts'
export { deviationReasons, type Deviation } from './work/deviations.ts'
export type { Drain, DrainPorts } from './outbox/drain.ts'

export type { HandedOver } from './work/hand-overs.ts'
export { type Jobs, type PieceKind } from './work/jobs.ts'
export { markReasons, type Sheet } from './outbox/mark.ts'
export type { Marks, NewMark } from './outbox/marks.ts'
export { journalFiles } from './journal/journal-files.ts'
export { rowAsJson } from './journal/journal-line.ts'
export type { Row } from './journal/journaled-tables.ts'
export { prepareStore, type PreparedStore } from './store/prepare-store.ts'
export { rebuildOutbox } from './store/rebuild-on-request.ts'
export {
  rebuildHint,
  NoStoreError,
  readStore,
  type JournalState,
  type MarkRecord,
  type StoreReader,
} from './store/store-reader.ts'
export type { SetAside } from './store/store-file.ts'
export { openLedger, type Ledger } from './ledger.ts'
export type { BookedHour, UndeliveredMark } from './work/oversight.ts'

export type { QueueView } from './outbox/queue.ts'
export type { Choice, NewChoice, Plans } from './plan/plan.ts'
export type { NewProgramEvent, ProgramEventKind, Programs, SentProgram } from './work/programs.ts'
export { StoreInUseError } from './store/station-lock.ts'
export { backUpBeside, checkFileIntegrity, readBackups } from './store/store-tasks.ts'
export type { LedgerBoundary, LedgerTestHooks } from './test-hooks.ts'
export { waitingMarks } from './outbox/waiting-marks.ts'
export { transitionRules } from './outbox/transition.ts'
export type { Work } from './work/work.ts'
