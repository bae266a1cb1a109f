// The public interface of the packaged app's updates.
export { updatesOff } from './update-state.ts'
export { watchUpdates, type Updates } from './updates.ts'
