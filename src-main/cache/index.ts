// Entry point of cache: the lists, sheets and counts of the workshop on this computer's disk.
export { openCache } from './cache.ts'
export type {
  Brake,
  Cache,
  CacheBoundary,
  CachedEntry,
  CachedSheet,
  Changes,
  Fingerprint,
  ListCounts,
  OrderName,
  PulledList,
  TallyRow,
} from './cache.ts'
