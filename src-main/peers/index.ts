// The entry point of the link to the other stations of the workshop.
export { factKeyOf, type NewFact } from './document/index.ts'
export type { PeersView } from './peers-view.ts'
export { openPeers, type Peers, type PeersChange, type PeersOptions } from './peers.ts'
