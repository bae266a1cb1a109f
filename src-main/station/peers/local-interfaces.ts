// The interfaces of this computer on which a station can listen. Reads the system's list.
import { networkInterfaces } from 'node:os'

export interface LocalInterface {
  name: string
  /** IPv4. */
  address: string
}

/** IPv4 interfaces, with loopback last. */
export function localInterfaces(): LocalInterface[] {
  const all = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.filter(({ family }) => family === 'IPv4').map(({ address, internal }) => ({ name, address, internal })),
  )
  return all.toSorted((a, b) => Number(a.internal) - Number(b.internal)).map(({ name, address }) => ({ name, address }))
}
