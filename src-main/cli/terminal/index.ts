// The public interface of the functions that every command uses at the terminal.
export { isYes, openAnswers } from './answers.ts'
export { sandboxHint } from './sandbox-hint.ts'
export { age, momentAndAge } from './time.ts'
