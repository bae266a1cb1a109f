// The entry point of the keys that a station stores. `key-store-answer.ts` is not part of it: only a separate process may load the
// system's key store.
export { openFolderKeys } from './key-safe.ts'
export { StationKey } from './station-key.ts'
export * from './system-key-store.ts'
