// The public interface of the technician's commands.
export { runCommand } from './run-command.ts'
