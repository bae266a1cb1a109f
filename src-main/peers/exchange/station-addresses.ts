// The addresses at which this station looks for others: those that mDNS found and those that a technician typed. Pure, apart from the network
// that dials them.
import type { FoundStation } from '../discovery/index.ts'
import { addressKey, type PeerAddress } from './dialer.ts'
import type { AddressProblem, PeerNetwork } from './peer-network.ts'

export interface AddressView extends PeerAddress {
  /** As the station announces it, or of the station that is linked there; null: unknown. */
  name: string | null
  /** A technician typed it; otherwise mDNS found it. */
  isTyped: boolean
  isLinked: boolean
  problem: AddressProblem | null
}

interface StationAddressesOptions {
  network: Pick<PeerNetwork, 'addAddress' | 'removeAddress' | 'linkedAt' | 'problemOf'>
  /** The name of a paired station. */
  nameOf: (fingerprint: string) => string
  onChange: () => void
}

interface DiscoveredAddress extends PeerAddress {
  station: string
  name: string
}

export class StationAddresses {
  readonly #options: StationAddressesOptions
  /** By the address. */
  readonly #discovered = new Map<string, DiscoveredAddress>()
  readonly #typedAddresses = new Map<string, PeerAddress>()

  constructor(options: StationAddressesOptions) {
    this.#options = options
  }

  /** mDNS found a station, or the addresses of the station changed. */
  setFound({ key: station, name, addresses, port }: FoundStation): void {
    const { network, onChange } = this.#options
    const announced = addresses.map((address) => ({ address, port }))
    this.#forget(station, new Set(announced.map(addressKey)))
    for (const address of announced) {
      this.#discovered.set(addressKey(address), { ...address, station, name })
      // a typed address is dialled whatever is announced
      const others = this.#typedAddresses.has(addressKey(address)) ? [] : announced.filter((one) => one !== address)
      network.addAddress(address, others)
    }
    onChange()
  }

  /** The station is no longer announced. Its typed addresses stay. */
  removeFound(station: string): void {
    this.#forget(station, new Set())
    this.#options.onChange()
  }

  #forget(station: string, stillAnnounced: ReadonlySet<string>): void {
    for (const [key, { station: foundStation, address, port }] of this.#discovered) {
      if (foundStation !== station || stillAnnounced.has(key)) continue
      this.#discovered.delete(key)
      if (!this.#typedAddresses.has(key)) this.#options.network.removeAddress({ address, port })
    }
  }

  /** Typed addresses are dialled until they are no longer in this list. */
  setTyped(addresses: readonly PeerAddress[]): void {
    const { network, onChange } = this.#options
    const keys = new Set(addresses.map(addressKey))
    for (const [key, address] of this.#typedAddresses) {
      if (keys.has(key)) continue
      this.#typedAddresses.delete(key)
      if (!this.#discovered.has(key)) network.removeAddress(address)
    }
    for (const address of addresses) {
      const isNew = !this.#typedAddresses.has(addressKey(address))
      this.#typedAddresses.set(addressKey(address), address)
      if (isNew) network.addAddress(address)
    }
    onChange()
  }

  view(): AddressView[] {
    const { network, nameOf } = this.#options
    const addresses = new Map<string, PeerAddress>([...this.#shownOfDiscovered(), ...this.#typedAddresses])
    return [...addresses].map(([key, { address, port }]) => {
      const linked = network.linkedAt({ address, port })
      return {
        address,
        port,
        name: linked === null ? (this.#discovered.get(key)?.name ?? null) : nameOf(linked),
        isTyped: this.#typedAddresses.has(key),
        isLinked: linked !== null,
        problem: network.problemOf({ address, port }),
      }
    })
  }

  /** One address of each station that was found: the linked one, or one at which something answers, or the most likely one. */
  #shownOfDiscovered(): Map<string, PeerAddress> {
    const { network } = this.#options
    const shown = new Map<string, { key: string; address: PeerAddress; rank: number }>()
    for (const [key, { station, address, port }] of this.#discovered) {
      const one = { address, port }
      const rank = network.linkedAt(one) !== null ? 2 : network.problemOf(one) === 'no_answer' ? 0 : 1
      if (rank > (shown.get(station)?.rank ?? -1)) shown.set(station, { key, address: one, rank })
    }
    return new Map([...shown.values()].map(({ key, address }) => [key, address]))
  }
}
