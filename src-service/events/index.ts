// The event log, its pages, and which events a key can read.
export { eventGroups, parseTypes, visibleTypes } from './event-audience.ts'
export { nextEventId } from './event-ids.ts'
export { eventLog } from './event-log.ts'
export type { EventLog } from './event-log.ts'
export { listEvents } from './event-pages.ts'
