// The network interfaces of this computer, and the address of the one that a technician chose. Reads the system's list.
import { networkInterfaces } from 'node:os'
import type { PeerSettings } from './peer-settings.ts'

interface LocalInterface {
  name: string
  /** IPv4. */
  address: string
}

/** The IPv4 interfaces of this computer on which a station can listen, with loopback last. */
export function localInterfaces(): LocalInterface[] {
  const all = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.filter(({ family }) => family === 'IPv4').map(({ address, internal }) => ({ name, address, internal })),
  )
  return all.toSorted((a, b) => Number(a.internal) - Number(b.internal)).map(({ name, address }) => ({ name, address }))
}

/**
 * The address of the chosen interface now: the stored one while the interface has it, because an interface may have several. Null: the
 * interface has no address.
 */
export function chosenAddress(
  { interfaceName, address }: Pick<PeerSettings, 'interfaceName' | 'address'>,
  interfaces: readonly LocalInterface[],
): string | null {
  const ofName = interfaces.filter(({ name }) => name === interfaceName)
  const candidates = interfaceName === '' ? interfaces : ofName
  const same = candidates.find((one) => one.address === address)
  return (same ?? ofName[0])?.address ?? null
}
