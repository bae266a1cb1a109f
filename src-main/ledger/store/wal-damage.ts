// Detects a write-ahead log that lost committed frames. SQLite silently ignores a log from its first wrong checksum on, so the log is
// checked before SQLite opens it. Reads that one file. Format: sqlite.org/fileformat2.html, section 4.
import { existsSync, readFileSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24
const bigEndianSums = 0x377f0683
const littleEndianSums = 0x377f0682

/**
 * What is wrong; null: nothing. A bad frame counts where it, or a valid one after it, ends a commit. The rest of a commit that a power
 * loss or a full disk interrupted is no damage, and neither are frames of an earlier use of the log.
 */
export function walDamage(path: string): string | null {
  if (!existsSync(path)) return null
  const log = readFileSync(path)
  if (log.length === 0) return null
  if (log.length < headerBytes) return `its log has only ${log.length} bytes`
  const magic = log.readUInt32BE(0)
  if (magic !== bigEndianSums && magic !== littleEndianSums) return 'its log does not begin as a log'
  const word =
    magic === bigEndianSums
      ? (offset: number) => log.readUInt32BE(offset)
      : (offset: number) => log.readUInt32LE(offset)
  let sums = checksum(word, 0, 24, [0, 0])
  if (!sumsStandAt(log, 24, sums)) return 'the head of its log is damaged'
  const size = frameHeaderBytes + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let bad: number | null = null
  for (let offset = headerBytes, frame = 1; offset + size <= log.length; offset += size, frame += 1) {
    if (!log.subarray(offset + 8, offset + 16).equals(salts)) break
    sums = checksum(word, offset + frameHeaderBytes, offset + size, checksum(word, offset, offset + 8, sums))
    if (bad === null && !sumsStandAt(log, offset + 16, sums)) bad = frame
    const endsCommit = log.readUInt32BE(offset + 4) !== 0
    if (bad !== null && endsCommit) return `frame ${bad} of its log is damaged`
  }
  return null
}

type Sums = readonly [number, number]

/** Section 4.2: over 8-byte steps, in 32 bits. */
function checksum(word: (offset: number) => number, from: number, to: number, [first, second]: Sums): Sums {
  let a = first
  let b = second
  for (let offset = from; offset < to; offset += 8) {
    a = (a + word(offset) + b) >>> 0
    b = (b + word(offset + 4) + a) >>> 0
  }
  return [a, b]
}

const sumsStandAt = (log: Buffer, offset: number, [a, b]: Sums): boolean =>
  log.readUInt32BE(offset) === a && log.readUInt32BE(offset + 4) === b
