// The entry point of the link to the other stations of the workshop.
export { factKeyOf, type NewFact } from './document/index.ts'
export { openPeers, type Peers, type PeersChange, type PeersOptions, type PeersView } from './peers.ts'
