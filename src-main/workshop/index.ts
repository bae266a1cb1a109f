// Entry point of workshop: calls the service within the limits of its key.
export { Budget } from './budget.ts'
export { HttpWorkshopClient } from './client.ts'
export type { ClientOptions, WorkshopClient } from './client.ts'
export { downloadFile } from './download.ts'
export { pollPauseMs } from './poll-pause.ts'
export { createServiceClock } from './service-clock.ts'
