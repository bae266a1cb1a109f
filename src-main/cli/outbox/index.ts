// The public interface of the outbox commands.
export { outboxUsage, runOutbox } from './outbox-command.ts'
