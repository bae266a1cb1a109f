// The contract between screen and station, and the protocol that carries it. The only entry point of this folder.
export * from './access.ts'
export * from './call-error.ts'
export * from './calls/index.ts'
export * from './channel/index.ts'
export * from './contract.ts'
export * from './views/index.ts'
export { addDays } from '../workshop-api/workshop-calendar.ts'
export type { PressBrake } from '../workshop-api/index.ts'
