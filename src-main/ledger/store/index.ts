// Entry point of the store: its file, its lock, its backups, and what reads it without a station.
export { BackupRefused, backUpOutbox, restoreOutbox } from './backup.ts'
export type { BackupFacts, RestoredBackup } from './backup.ts'
export { nothingElsewhere } from './elsewhere.ts'
export type {
  ChoiceElsewhere,
  CorrectedElsewhere,
  CorrectionElsewhere,
  Elsewhere,
  GaugeCorrectionElsewhere,
  OperatorElsewhere,
  Release,
} from './elsewhere.ts'
export { prepareStore } from './prepare-store.ts'
export type { PreparedStore } from './prepare-store.ts'
export { catchStorageError, refused } from './refusal.ts'
export type { NotStored, Refusal } from './refusal.ts'
export { StoreInUseError, holdFolder, isFolderHeld, hadStore, noteStore } from './station-lock.ts'
export { NoStoreError, forgetSetAside, openOutboxFile, readSetAside, rebuildHint, rebuildOutbox } from './store-file.ts'
export type { SetAside } from './store-file.ts'
export { readStore } from './store-reader.ts'
export type { JournalState, MarkRecord, StoreReader } from './store-reader.ts'
export { backUpBeside, checkFileIntegrity, readBackups } from './store-thread.ts'
export { startWalCheckpoints } from './wal-checkpoints.ts'
export type { WalCheckpoints } from './wal-checkpoints.ts'
