// The entry point of the station's connection to the workshop's service.
export { createDrainPorts, createEventRequests, type EventRequests } from './drain-ports.ts'
export { createPollSchedule, observePersonCalls, stationsOfAWorkshop, type PollSchedule } from './poll-schedule.ts'
export { refreshSheet } from './refresh-sheet.ts'
export { createConnectionListener, openWorkshopConnection, type WorkshopConnection } from './workshop-connection.ts'
