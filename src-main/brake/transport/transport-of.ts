// Selects the transport for an address.
import { ok, type Result } from '../../../shared/base/result.ts'
import type { Clock } from '../../platform/clock.ts'
import { readConnectionAddress } from './connection-address.ts'
import { serialTransport } from './serial-transport.ts'
import { tcpTransport } from './tcp-transport.ts'
import type { Transport } from './transport.ts'

/** The error is an English sentence about the address; it does not contain the address. Nothing is opened. */
export function transportOf(uri: string, clock: Clock): Result<Transport, string> {
  const address = readConnectionAddress(uri)
  if (!address.ok) return address
  return ok(
    address.value.kind === 'serial'
      ? serialTransport(uri, address.value, clock)
      : tcpTransport(uri, address.value, clock),
  )
}
