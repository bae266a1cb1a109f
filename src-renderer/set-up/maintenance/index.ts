// The parts of the set-up screen that keep the station running: its state, log, support file, backups and updates.
export { BackupPart } from './backup-part.tsx'
export { LogPart } from './log-part.tsx'
export { StatePart } from './state-part.tsx'
export { SupportPart } from './support-part.tsx'
export { UpdatePart } from './update-part.tsx'
