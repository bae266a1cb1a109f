// An address of a station as a technician types it: a name or an IPv4 address, with a port after a colon where it is not the usual one. Pure.
export interface TypedAddress {
  address: string
  port: number
}

/** Null: it is not an address. */
export function readTypedAddress(typed: string, usualPort: number): TypedAddress | null {
  const [, address, port = String(usualPort)] = /^\s*([\w.-]{1,200})(?::(\d{1,5}))?\s*$/.exec(typed) ?? []
  const isPort = Number(port) >= 1 && Number(port) <= 65_535
  return address === undefined || !isPort ? null : { address, port: Number(port) }
}

export const typedAddressText = ({ address, port }: TypedAddress): string => `${address}:${port}`

export const isSameAddress = (a: TypedAddress, b: TypedAddress): boolean => a.address === b.address && a.port === b.port
