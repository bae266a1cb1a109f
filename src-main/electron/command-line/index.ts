// The public interface of the command `kant` in the packaged app.
export { kantArguments } from './kant-arguments.ts'
export { runKant } from './run-kant.ts'
