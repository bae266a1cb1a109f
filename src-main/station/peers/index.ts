// The entry point of this station among the others of its workshop.
export { FactsElsewhere } from './facts-elsewhere.ts'
export { openStationPeers, type OpenedStationPeers } from './open-station-peers.ts'
