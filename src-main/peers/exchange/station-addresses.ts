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
  readonly #found = new Map<string, PeerAddress & { name: string }>()
  readonly #typed = new Map<string, PeerAddress>()

  constructor(options: StationAddressesOptions) {
    this.#options = options
  }

  addFound({ name, address, port }: PeerAddress & { name: string }): void {
    this.#found.set(addressKey({ address, port }), { name, address, port })
    this.#options.network.addAddress({ address, port })
    this.#options.onChange()
  }

  /** Typed addresses are dialled until they are typed no more. */
  setTyped(addresses: readonly PeerAddress[]): void {
    const { network, onChange } = this.#options
    const keys = new Set(addresses.map(addressKey))
    for (const [key, address] of this.#typed) {
      if (keys.has(key)) continue
      this.#typed.delete(key)
      if (!this.#found.has(key)) network.removeAddress(address)
    }
    for (const address of addresses) {
      const isNew = !this.#typed.has(addressKey(address))
      this.#typed.set(addressKey(address), address)
      if (isNew) network.addAddress(address)
    }
    onChange()
  }

  view(): AddressView[] {
    const { network, nameOf } = this.#options
    return [...new Map<string, PeerAddress>([...this.#found, ...this.#typed])].map(([key, { address, port }]) => {
      const linked = network.linkedAt({ address, port })
      return {
        address,
        port,
        name: linked === null ? (this.#found.get(key)?.name ?? null) : nameOf(linked),
        isTyped: this.#typed.has(key),
        isLinked: linked !== null,
        problem: network.problemOf({ address, port }),
      }
    })
  }
}
