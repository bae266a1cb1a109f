// Modbus RTU around a PDU: the unit before it, the checksum behind it, and both cut out of a stream of bytes again. Pure.
//
// Cut by length and checksum alone, never by time: converters and systems hand bytes on in lumps of up to 16 ms, so that a silence of
// 1.5 characters within a frame cannot be told from ours. The 3.5 characters before each frame that we send are kept where it is sent.
import { answerLength, readAnswer, readRequest, type Answer, type Request } from './modbus-pdu.ts'

/** Of a whole frame, unit and checksum with it. */
export const longestRtuFrame = 256
const around = 3

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** CRC-16 of Modbus over serial line V1.02, 6.2.2, of `bytes` from `from` up to `to`. */
export function crc16(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = 0xffff
  for (let at = from; at < to; at++) crc = (crc >> 8) ^ (crcTable[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  return crc
}

export function rtuFrame(unit: number, pdu: Uint8Array): Uint8Array {
  const frame = new Uint8Array(pdu.length + around)
  frame[0] = unit
  frame.set(pdu, 1)
  const crc = crc16(frame, 0, pdu.length + 1)
  frame[pdu.length + 1] = crc & 0xff
  frame[pdu.length + 2] = crc >> 8
  return frame
}

/** The bytes that came last, no more than a frame can have. */
class LastBytes {
  readonly bytes = new Uint8Array(2 * longestRtuFrame)
  length = 0

  add(byte: number): void {
    if (this.length === this.bytes.length) {
      this.bytes.copyWithin(0, longestRtuFrame)
      this.length = longestRtuFrame
    }
    this.bytes[this.length] = byte
    this.length += 1
  }

  /** Whether the last `count` bytes close with their own checksum. */
  closesWithChecksum(count: number): boolean {
    const end = this.length
    const crc = (this.bytes[end - 2] ?? 0) | ((this.bytes[end - 1] ?? 0) << 8)
    return count <= end && crc === crc16(this.bytes, end - count, end - 2)
  }
}

export type Heard =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** A sound answer to this very request, from another unit. */
  | { readonly kind: 'wrong_unit'; readonly unit: number }

/**
 * Looks for the answer to one request in what comes after it, behind any noise and cut anywhere: at each byte, whether the bytes
 * up to it are the answer. Keeps 512 bytes.
 */
export function rtuAnswerReader(unit: number, request: Request): (byte: number) => Heard | null {
  const last = new LastBytes()
  const lengths = [answerLength(request) + around, 2 + around]
  return (byte) => {
    last.add(byte)
    for (const length of lengths) {
      const from = last.length - length
      if (from < 0) continue
      const answer = readAnswer(request, last.bytes.subarray(from + 1, last.length - 2))
      if (answer === null || !last.closesWithChecksum(length)) continue
      const who = last.bytes[from] ?? 0
      return who === unit ? { kind: 'answer', answer } : { kind: 'wrong_unit', unit: who }
    }
    return null
  }
}

export interface RtuRequest {
  readonly unit: number
  readonly request: Request
}

/** How long the frame that begins at `at` is, by its function code; null where it begins none. */
function requestFrameLength(bytes: Uint8Array, at: number, end: number): number | null {
  const code = bytes[at + 1] ?? 0
  if (code >= 1 && code <= 6) return 8
  if (code !== 15 && code !== 16) return null
  return at + 6 < end ? 9 + (bytes[at + 6] ?? 0) : null
}

/** What a controller hears: each request that ends with a byte, to any unit. Keeps 512 bytes; noise before a request is passed over. */
export function rtuRequestReader(): (byte: number) => RtuRequest | null {
  let last = new LastBytes()
  return (byte) => {
    last.add(byte)
    const { bytes, length } = last
    for (let at = Math.max(0, length - longestRtuFrame); at <= length - 8; at++) {
      if (requestFrameLength(bytes, at, length) !== length - at || !last.closesWithChecksum(length - at)) continue
      const request = readRequest(bytes.subarray(at + 1, length - 2))
      if (request === null) continue
      const unit = bytes[at] ?? 0
      last = new LastBytes()
      return { unit, request }
    }
    return null
  }
}

/** The PDU of a whole frame; null where its checksum is wrong. */
export function rtuPdu(frame: Uint8Array): { readonly unit: number; readonly pdu: Uint8Array } | null {
  const end = frame.length - 2
  const crc = (frame[end] ?? 0) | ((frame[end + 1] ?? 0) << 8)
  return end >= 2 && crc === crc16(frame, 0, end) ? { unit: frame[0] ?? 0, pdu: frame.subarray(1, end) } : null
}
