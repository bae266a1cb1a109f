// The entry point of pairing.
export {
  beginPairing,
  confirmPairing,
  pairingMessage,
  receivePairing,
  type PairingContext,
  type PairingMessage,
  type PairingState,
} from './pairing-exchange.ts'
export { PairingMode } from './pairing-mode.ts'
export { PairingsFile } from './pairings-file.ts'
export { isGenuine, memberFactOf, revocationFactOf, trustIn, type Member, type Pairing } from './members.ts'
