// What the stations of a workshop share with each other. The entry point of this folder. Pure.
export * from './days.ts'
export * from './fact.ts'
export * from './fact-kinds.ts'
export * from './hand-overs.ts'
export * from './hybrid-clock.ts'
export * from './presence.ts'
export * from './work-elsewhere.ts'
