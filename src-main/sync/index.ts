// Entry point of sync: keeps the cache up to date with the service.
export { Sync, readList } from './sync.ts'
export type { SyncStatus } from './sync.ts'
