// What the link to the other stations needs from the station. Types only.
import type { BendingNow } from '../../shared/peers/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { PeerAddress } from './exchange/index.ts'

export interface PeersOptions {
  /** The folder of this part; made where it is absent. */
  folder: string
  clock: Clock
  today: () => string
  name: () => string
  /** A hash of the workshop; null: not known yet. */
  workshop: () => string | null
  /** The IPv4 address of the chosen interface now; null: it has none. */
  address: () => string | null
  /** 0: any free port. */
  port: number
  /** Addresses that a technician typed. */
  addresses: readonly PeerAddress[]
  bending: () => BendingNow | null
  log: (message: string, details: object) => void
  onError: (error: unknown) => void
}
