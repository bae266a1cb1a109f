// Detects a write-ahead log that lost committed frames. SQLite silently ignores a log from its first wrong checksum on, so the log is
// checked before SQLite opens it. Reads that one file. Format: sqlite.org/fileformat2.html, section 4.
import { existsSync, readFileSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24
const bigEndianSums = 0x377f0683
const littleEndianSums = 0x377f0682

/**
 * What is wrong; null: nothing. A bad frame counts only where a complete commit follows it: the log is synced at the end of each commit,
 * so the bad frame was on the disk before. Otherwise it is what a power loss or a full disk left of the last commit, whose tick was never
 * shown. SQLite writes the head of a frame and its page separately, so the last commit may have its end and lack its pages.
 */
export function walDamage(path: string): string | null {
  if (!existsSync(path)) return null
  const log = readFileSync(path)
  // the head is synced before the first frame is written
  if (log.length <= headerBytes) return null
  const magic = log.readUInt32BE(0)
  if (magic !== bigEndianSums && magic !== littleEndianSums) return 'its log does not begin as a log'
  const word =
    magic === bigEndianSums
      ? (offset: number) => log.readUInt32BE(offset)
      : (offset: number) => log.readUInt32LE(offset)
  const headSums = checksum(word, 0, 24, [0, 0])
  if (!isSame(sumsAt(log, 24), headSums)) return 'the head of its log is damaged'
  const size = frameHeaderBytes + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let before = headSums
  let bad: number | null = null
  let isWholeCommit = true
  for (let offset = headerBytes, frame = 1; offset + size <= log.length; offset += size, frame += 1) {
    const sums = checksum(word, offset + frameHeaderBytes, offset + size, checksum(word, offset, offset + 8, before))
    // what the frame states continues the chain, so that the frames after a bad one are checked, too
    before = sumsAt(log, offset + 16)
    if (!log.subarray(offset + 8, offset + 16).equals(salts) || !isSame(before, sums)) {
      bad ??= frame
      isWholeCommit = false
    }
    const endsCommit = log.readUInt32BE(offset + 4) !== 0
    if (!endsCommit) continue
    if (bad !== null && isWholeCommit) return `frame ${bad} of its log is damaged`
    isWholeCommit = true
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

const sumsAt = (log: Buffer, offset: number): Sums => [log.readUInt32BE(offset), log.readUInt32BE(offset + 4)]
const isSame = ([a, b]: Sums, [c, d]: Sums): boolean => a === c && b === d
