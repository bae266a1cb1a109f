// The entry point of opening a station.
export { openingSteps } from './opening-steps.ts'
export type { OpeningBoundary } from './opening-steps.ts'
export { openPreparedStation } from './prepared-station.ts'
