// The entry point of the station's brake.
export * from './brake-commissions.ts'
export type { BrakeHandlers } from './brake-handlers.ts'
export * from './brake-link.ts'
export { openStationBrake, type StationBrake } from './station-brake.ts'
