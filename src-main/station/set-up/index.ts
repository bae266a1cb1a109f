// The entry point of the technician's calls: the workshop's connection, tests and support.
export { makeBackup } from './backups.ts'
export * from './connect-workshop.ts'
export { LastCalls } from './diagnostics.ts'
export * from './support-bundle.ts'
export { openTechnician, type Restart, type TechnicianHandlers } from './technician.ts'
