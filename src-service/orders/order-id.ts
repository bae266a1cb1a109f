// Ids of orders: UUIDs that begin with the time, so that what is stored under them lies together as it came, and not all over the
// file (RFC 9562, version 7).
import { randomUUID } from 'node:crypto'

/** A fresh id of an order that is made at `nowMs` since 1970. */
export function orderId(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0')
  // Behind its version number a random UUID is what the rest of one of time is.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
