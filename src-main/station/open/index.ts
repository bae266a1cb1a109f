// The entry point of opening a station.
export { openPreparedStation } from './prepared-station.ts'
