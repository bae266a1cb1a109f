// The transport that an address names.
import type { Clock } from '../../platform/clock.ts'
import { readLineAddress } from './line-address.ts'
import { serialTransport } from './serial-transport.ts'
import { tcpTransport } from './tcp-transport.ts'
import type { Transport } from './transport.ts'

export type NamedTransport =
  { readonly ok: true; readonly transport: Transport } | { readonly ok: false; readonly message: string }

/** What the address says wrongly is told in English, without the address itself. Nothing is opened. */
export function transportOf(uri: string, clock: Clock): NamedTransport {
  const read = readLineAddress(uri)
  if (!read.ok) return read
  const { address } = read
  const transport = address.kind === 'serial' ? serialTransport(uri, address, clock) : tcpTransport(uri, address, clock)
  return { ok: true, transport }
}
