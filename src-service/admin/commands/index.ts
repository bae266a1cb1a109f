// Entry point of the administration's command line.
export { readCommandLine } from './command-line.ts'
export { help, runCommand } from './run-command.ts'
export { runAdministration } from './run-program.ts'
