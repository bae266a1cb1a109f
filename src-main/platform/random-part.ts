// Random digits for ids. Reads a few thousand bytes from the system at a time, because each read takes as long as storing a row. Accesses
// the system's random source.
import { randomFillSync } from 'node:crypto'

/** Makes a function that returns a number from 0 to below 1, in steps of 1/256, which chooses a digit of an id. It uses each random byte once. */
export function createRandomPart(): () => number {
  const bytes = new Uint8Array(4_096)
  let used = bytes.length
  return () => {
    if (used === bytes.length) {
      randomFillSync(bytes)
      used = 0
    }
    const byte = bytes[used] ?? 0
    used += 1
    return byte / 256
  }
}
