// The public interface of the sandbox workshop in the desktop app.
export { keepSandbox } from './sandbox-keeper.ts'
export { sandboxUtilities } from './sandbox-utilities.ts'
