// The entry point of the station's connection to the workshop's service.
export { createConnectionListener } from './connection-changes.ts'
export { createDrainPorts } from './drain-ports.ts'
export { createEventRequests, type EventRequests } from './event-requests.ts'
export { createPollSchedule, observePersonCalls, stationsOfAWorkshop, type PollSchedule } from './poll-schedule.ts'
export { refreshSheet } from './refresh-sheet.ts'
export { openWorkshopConnection, type WorkshopConnection } from './workshop-connection.ts'
