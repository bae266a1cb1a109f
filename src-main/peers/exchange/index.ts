// The entry point of the exchange between stations.
export type { PeerAddress } from './dialer.ts'
export { StationAddresses, type AddressView } from './station-addresses.ts'
export { clockWrongMs } from './known-stations.ts'
export { PairingDesk, type EnteredDigits, type PairingDeskView } from './pairing-desk.ts'
export { PeerNetwork, type AddressProblem } from './peer-network.ts'
