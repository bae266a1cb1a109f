// The administration of a workshop: its actions, and the command line that runs them.
export { openAdmin } from './workshop-admin.ts'
export type { WorkshopAdmin } from './workshop-admin.ts'
export { readCommandLine } from './commands/command-line.ts'
export { help, runCommand } from './commands/run-command.ts'
export type { NewWebhook } from './actions/webhook-actions.ts'
export { runAdministration } from './commands/run-program.ts'
