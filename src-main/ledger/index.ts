// The public interface of the ledger.
export {
  BackupRefused,
  NoStoreError,
  StoreInUseError,
  backUpBeside,
  backUpOutbox,
  checkFileIntegrity,
  holdFolder,
  isFolderHeld,
  prepareStore,
  readBackups,
  readStore,
  rebuildHint,
  rebuildOutbox,
  restoreOutbox,
} from './store/index.ts'
export type {
  BackupFacts,
  ChoiceElsewhere,
  CorrectionElsewhere,
  Elsewhere,
  GaugeCorrectionElsewhere,
  JournalState,
  MarkRecord,
  OperatorElsewhere,
  Release,
  PreparedStore,
  RestoredBackup,
  SetAside,
  StoreReader,
} from './store/index.ts'
export { deviationReasons } from './work/index.ts'
export type {
  BookedHour,
  Corrections,
  Deviation,
  GaugeCorrections,
  HandOverResult,
  Jobs,
  KnownCorrection,
  KnownGaugeCorrection,
  NewCorrection,
  NewGaugeCorrection,
  NewProgramEvent,
  PieceKind,
  ProgramEventKind,
  Programs,
  SentProgram,
  ShareableChoice,
  ShareableCorrection,
  ShareableDeviation,
  ShareableGaugeCorrection,
  ShareableHandOver,
  ShareableMark,
  ShareableOperator,
  ShareableOverride,
  ShareablePiece,
  StoredCorrectionRow,
  UndeliveredMark,
  Work,
  Worked,
} from './work/index.ts'
export { decisionKinds, transitionRules, waitingMarks } from './outbox/index.ts'
export type {
  Decision,
  DecisionKind,
  Drain,
  DrainPorts,
  MarkDetails,
  Marks,
  NewMark,
  QueueView,
} from './outbox/index.ts'
export { markReasons } from './marks/index.ts'
export type { Sheet } from './marks/index.ts'
export { journalFiles, rowAsJson } from './journal/index.ts'
export type { Row } from './journal/index.ts'
export { openLedger, type Ledger } from './ledger.ts'
export type { BendOrders, Choice, KeptBendOrder, NewChoice, Plans } from './plan/index.ts'
export type { LedgerBoundary, LedgerTestHooks } from './test-hooks.ts'
