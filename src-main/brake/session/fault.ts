// Converts an error of a connection or of a driver into a fault of the link. Pure.
import type { BrakeFaultCode } from '../../../shared/station-api/index.ts'
import { BrakeError } from '../drivers/index.ts'
import { ConnectionError } from '../transport/index.ts'
import type { ConnectionEndCode } from '../transport/index.ts'
import type { BrakeFault } from './brake-event.ts'

const codes: Record<ConnectionEndCode, BrakeFaultCode> = {
  unplugged: 'unplugged',
  port_busy: 'port_busy',
  permission_denied: 'permission_denied',
  not_found: 'not_found',
  refused: 'line_refused',
  io_error: 'io_error',
  closed: 'line_closed',
}

/** `atMs`: since 1970. An error of neither a connection nor a driver is a defect of ours; it is reported as 'io_error'. */
export function faultOf(error: unknown, atMs: number): BrakeFault {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ConnectionError) return { code: codes[error.code], message, address: null, atMs }
  if (error instanceof BrakeError) return { code: error.code, message, address: error.address ?? null, atMs }
  const code =
    error instanceof Error && 'code' in error && error.code === 'not_read_back' ? 'not_read_back' : 'io_error'
  return { code, message, address: null, atMs }
}
