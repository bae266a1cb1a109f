// The administration of a workshop: its actions, and the command line that runs them.
export { openAdmin } from './workshop-admin.ts'
export type { WorkshopAdmin } from './workshop-admin.ts'
export { readCommandLine, help, runCommand, runAdministration } from './commands/index.ts'
export type { NewWebhook } from './actions/index.ts'
