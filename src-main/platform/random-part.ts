// Randomness for the many small parts of ids: the system is asked for a few thousand bytes at a time, since each asking takes as long as
// a store takes for a row. Touches the system's source of randomness.
import { randomFillSync } from 'node:crypto'

const bytes = new Uint8Array(4_096)
let used = bytes.length

/** From 0 up to but not 1, in steps of 1/256: what a digit of an id is drawn by. Each byte of the system's is used once. */
export function randomPart(): number {
  if (used === bytes.length) {
    randomFillSync(bytes)
    used = 0
  }
  const byte = bytes[used] ?? 0
  used += 1
  return byte / 256
}
