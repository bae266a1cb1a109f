// The entry point of the counts over days.
export { createOversightHandlers, type OversightParts } from './oversight-handlers.ts'
export { isStuckElsewhere } from './oversight-elsewhere.ts'
