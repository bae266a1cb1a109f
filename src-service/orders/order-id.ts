// Ids of orders: UUIDs that start with the time (RFC 9562, version 7), so that new rows are stored next to each other in the file.
import { randomUUID } from 'node:crypto'

/** A new id. `nowMs` is milliseconds since 1970. */
export function orderId(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0')
  // The part after the version number is the same in versions 4 and 7.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
