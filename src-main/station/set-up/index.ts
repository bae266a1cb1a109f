// The entry point of the technician's calls: the workshop's connection, the screens' access, tests and support.
export { makeBackup } from './backups.ts'
export * from './connect-workshop.ts'
export { LastCalls } from './diagnostics.ts'
export { openPins } from './pins.ts'
export { openScreenAccess, type ScreenAccess } from './screen-access.ts'
export * from './support-bundle.ts'
export { openTechnician, type Restart, type TechnicianHandlers } from './technician.ts'
