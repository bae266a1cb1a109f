// The limits of keys, and the counts of calls and of wrong keys.
export { CallCounts, uncountedRate } from './call-counts.ts'
export type { Rate } from './call-counts.ts'
export { anonymousLimits, keyLimits } from './limits-of-key.ts'
export { wrongKeys } from './wrong-keys.ts'
export type { WrongKeys } from './wrong-keys.ts'
