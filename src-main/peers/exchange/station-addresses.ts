// The addresses at which this station looks for others: those that mDNS found and those that a technician typed. Pure, apart from the network
// that dials them.
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

export class StationAddresses {
  readonly #options: StationAddressesOptions
  readonly #discovered = new Map<string, PeerAddress & { name: string }>()
  readonly #typedAddresses = new Map<string, PeerAddress>()

  constructor(options: StationAddressesOptions) {
    this.#options = options
  }

  addFound({ name, address, port }: PeerAddress & { name: string }): void {
    this.#discovered.set(addressKey({ address, port }), { name, address, port })
    this.#options.network.addAddress({ address, port })
    this.#options.onChange()
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
    const addresses = new Map<string, PeerAddress>([...this.#discovered, ...this.#typedAddresses])
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
}
