// The entry point of the link to the other stations of the workshop.
export { factKeyOf, type NewFact } from './document/index.ts'
export type { PeersView } from './peers-view.ts'
export type { PeersOptions } from './peers-options.ts'
export { openPeers, type Peers, type PeersChange } from './peers.ts'
