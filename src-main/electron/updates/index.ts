// The public interface of the packaged app's updates.
export { highestVersionIn } from './highest-version.ts'
export { withoutUpdates } from './update-state.ts'
export { watchUpdates, type Updates } from './updates.ts'
