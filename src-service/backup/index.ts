// Backup of a data folder into one file, and restoring it.
export { backUp } from './back-up.ts'
export type { BackupContents } from './backup-file.ts'
export { restore } from './restore.ts'
