// Entry point of the work: operators, jobs, counts of pieces, deviations, programs and hand-overs.
export { openApprovalOverrides } from './approval-overrides.ts'
export { openCorrections } from './corrections.ts'
export type { Corrections, KnownCorrection, NewCorrection, StoredCorrectionRow } from './corrections.ts'
export { Counting, trimmedOrNone } from './counting.ts'
export type { Worked } from './counting.ts'
export { deviationReasons, openDeviations } from './deviations.ts'
export type { Deviation, Deviations } from './deviations.ts'
export { openGaugeCorrections } from './gauge-corrections.ts'
export type { GaugeCorrections, KnownGaugeCorrection, NewGaugeCorrection } from './gauge-corrections.ts'
export { openHandOvers } from './hand-over-rows.ts'
export { HandingOver } from './hand-overs.ts'
export type { HandOverResult } from './hand-overs.ts'
export { Jobs, isAnything } from './jobs.ts'
export type { AlreadyRead, Job, PieceCount, PieceKind } from './jobs.ts'
export { openOperators } from './operators.ts'
export type { Operators } from './operators.ts'
export { OversightBook } from './oversight.ts'
export type { BookedHour, UndeliveredMark } from './oversight.ts'
export { openPrograms } from './programs.ts'
export type { NewProgramEvent, ProgramEventKind, Programs, SentProgram } from './programs.ts'
export { openShareableRows } from './shareable-rows.ts'
export type {
  ShareableChoice,
  ShareableCorrection,
  ShareableDeviation,
  ShareableGaugeCorrection,
  ShareableHandOver,
  ShareableMark,
  ShareableOperator,
  ShareableOverride,
  ShareablePiece,
  ShareableRows,
} from './shareable-rows.ts'
export { WorkBook } from './work.ts'
export type { JobRefusal, Work } from './work.ts'
