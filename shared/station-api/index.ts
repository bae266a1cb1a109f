// The contract between screen and station, and how either side speaks it.
export * from './channel.ts'
export * from './contract.ts'
export * from './dispatch.ts'
export * from './link.ts'
export * from './memory-channel.ts'
export * from './views.ts'
export type { BendingListEntry, BendingSheet, PressBrake } from '../workshop-api/index.ts'
