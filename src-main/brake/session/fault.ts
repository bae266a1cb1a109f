// An error of a line or of a driver as what people are told. Pure.
import type { BrakeFaultCode } from '../../../shared/station-api/index.ts'
import { BrakeError } from '../drivers/driver.ts'
import { LineError, type LineEndCode } from '../transport/transport.ts'
import type { Fault } from './happening.ts'

const ofLine: Record<LineEndCode, BrakeFaultCode> = {
  unplugged: 'unplugged',
  port_busy: 'port_busy',
  permission_denied: 'permission_denied',
  not_found: 'not_found',
  refused: 'line_refused',
  io_error: 'io_error',
  closed: 'line_closed',
}

/** `at`: milliseconds since 1970. What is neither a line's nor a driver's is a fault of ours, and told as one of the line. */
export function faultOf(error: unknown, at: number): Fault {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof LineError) return { code: ofLine[error.code], message, address: null, at }
  if (error instanceof BrakeError) return { code: error.code, message, address: error.address ?? null, at }
  const code =
    error instanceof Error && 'code' in error && error.code === 'not_read_back' ? 'not_read_back' : 'io_error'
  return { code, message, address: null, at }
}
