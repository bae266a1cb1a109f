// What the screens show of the other stations: each with its connection, its clock and what it lacks. Types only.
import type { BendingNow } from '../../shared/peers/index.ts'
import type { DiscoveryState } from './discovery/index.ts'
import type { AddressProblem, AddressView, PairingDeskView } from './exchange/index.ts'
import type { ListenProblem } from './listening.ts'
import type { Member } from './pairing/index.ts'

export interface PeerStationView extends Member {
  isLinked: boolean
  /** ms since 1970; null: never. */
  lastSeenMs: number | null
  /** This station's facts that the other one does not have yet. */
  backlog: number
  /** The other clock minus this one's, ms; 0 where the difference does not matter. */
  clockOffsetMs: number
  /** Two programs use this station's certificate. */
  isCopied: boolean
  /** Why it is not linked although it connects; null: it is linked, or does not connect. */
  problem: AddressProblem | null
  /** Another station has the same name. */
  hasSameName: boolean
  bending: BendingNow | null
}

export interface PeersView {
  stationId: string
  fingerprint: string
  port: number
  /** Why it does not listen; null: it does. */
  problem: ListenProblem | null
  isFolderCopied: boolean
  stations: PeerStationView[]
  pairing: PairingDeskView
  discovery: DiscoveryState
  /** Those that mDNS found, and typed ones. */
  addresses: AddressView[]
}
