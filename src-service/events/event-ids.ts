// Ids of events: `evt_` and a ULID that is above the last one even if the clock is set back, so that `after` skips no event.
import { randomFillSync } from 'node:crypto'
import { decodeTime, encodeTime, incrementBase32 } from 'ulid'

const prefix = 'evt_'
const timeLength = 10
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The highest random part has no successor: the time part is incremented instead. */
const lastRandom = 'Z'.repeat(16)

/** The id of the next event, from the last stored id (null: none) and the time in milliseconds. */
export function nextEventId(lastId: string | null, nowMs: number): string {
  if (lastId === null) return prefix + encodeTime(nowMs, timeLength) + randomPart()
  const ulid = lastId.slice(prefix.length)
  const lastMs = decodeTime(ulid)
  if (nowMs > lastMs) return prefix + encodeTime(nowMs, timeLength) + randomPart()
  const random = ulid.slice(timeLength)
  if (random === lastRandom) return prefix + encodeTime(lastMs + 1, timeLength) + randomPart()
  return prefix + ulid.slice(0, timeLength) + incrementBase32(random)
}

/** The lowest id at a time: events from that time on have this id or a higher one. */
export function lowestEventId(epochMs: number): string {
  return prefix + encodeTime(Math.max(0, epochMs), timeLength) + '0'.repeat(16)
}

function randomPart(): string {
  // The top bit is zero, so that higher ids exist for more events of the same millisecond.
  return Array.from(randomBytes(), (byte, index) => alphabet.charAt(index === 0 ? byte % 16 : byte % 32)).join('')
}

/** Sixteen random bytes, from a pool: one system call fills it. */
function randomBytes(): Uint8Array {
  if (next === pool.length) randomFillSync(pool)
  next = (next % pool.length) + 16
  return pool.subarray(next - 16, next)
}
const pool = new Uint8Array(4_096)
let next = pool.length
