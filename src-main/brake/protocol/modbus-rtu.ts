// The framing of Modbus RTU: the unit before the PDU and the checksum after it; encodes frames and finds them in a stream of bytes. Pure.
//
// A frame is recognised by its length and checksum only, never by time: converters and operating systems deliver bytes in groups of up
// to 16 ms, so a silence of 1.5 characters within a frame cannot be detected. The client keeps the silence of 3.5 characters before
// each frame that it sends.
import { answerLength, readAnswer, readRequest, type Answer, type Request } from './modbus-pdu.ts'

/** The length of the longest frame, with unit and checksum. */
const maxRtuFrameBytes = 256
/** The bytes of unit and checksum. */
const framingLength = 3

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** The CRC-16 of Modbus over serial line V1.02, 6.2.2, of the bytes from `from` to before `to`. */
export function crc16(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = 0xffff
  for (let index = from; index < to; index++) crc = (crc >> 8) ^ (crcTable[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0)
  return crc
}

/** The low byte of the checksum comes first. */
export function rtuFrame(unit: number, pdu: Uint8Array): Uint8Array {
  const frame = new Uint8Array(pdu.length + framingLength)
  frame[0] = unit
  frame.set(pdu, 1)
  const crc = crc16(frame, 0, pdu.length + 1)
  frame[pdu.length + 1] = crc & 0xff
  frame[pdu.length + 2] = crc >> 8
  return frame
}

/** The last received bytes: at least as many as the longest frame has. */
class LastBytes {
  readonly bytes = new Uint8Array(2 * maxRtuFrameBytes)
  length = 0

  add(byte: number): void {
    if (this.length === this.bytes.length) {
      this.bytes.copyWithin(0, maxRtuFrameBytes)
      this.length = maxRtuFrameBytes
    }
    this.bytes[this.length] = byte
    this.length += 1
  }

  /** Whether the last `count` bytes end with their checksum. */
  endsWithChecksum(count: number): boolean {
    const end = this.length
    const crc = (this.bytes[end - 2] ?? 0) | ((this.bytes[end - 1] ?? 0) << 8)
    return count <= end && crc === crc16(this.bytes, end - count, end - 2)
  }
}

export type ReceivedAnswer =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** A valid answer to this request, but from another unit. */
  | { readonly kind: 'wrong_unit'; readonly unit: number }

/**
 * Returns a function that finds the answer to one request in the bytes after it, also after noise: for each byte it returns the answer
 * that ends with this byte, or null. Stores 512 bytes.
 */
export function rtuAnswerReader(unit: number, request: Request): (byte: number) => ReceivedAnswer | null {
  const last = new LastBytes()
  const lengths = [answerLength(request) + framingLength, 2 + framingLength]
  return (byte) => {
    last.add(byte)
    for (const length of lengths) {
      const from = last.length - length
      if (from < 0) continue
      const answer = readAnswer(request, last.bytes.subarray(from + 1, last.length - 2))
      if (answer === null || !last.endsWithChecksum(length)) continue
      const answeringUnit = last.bytes[from] ?? 0
      return answeringUnit === unit ? { kind: 'answer', answer } : { kind: 'wrong_unit', unit: answeringUnit }
    }
    return null
  }
}

export interface RtuRequest {
  readonly unit: number
  readonly request: Request
}

/** The length of the request frame at `start`, by its function code. Null if no frame starts there. */
function requestFrameLength(bytes: Uint8Array, start: number, end: number): number | null {
  const code = bytes[start + 1] ?? 0
  if (code >= 1 && code <= 6) return 8
  if (code !== 15 && code !== 16) return null
  return start + 6 < end ? 9 + (bytes[start + 6] ?? 0) : null
}

/**
 * Returns the controller's reader of requests: for each byte, the request to any unit that ends with this byte, or null. Stores 512
 * bytes. Ignores noise before a request.
 */
export function rtuRequestReader(): (byte: number) => RtuRequest | null {
  let last = new LastBytes()
  return (byte) => {
    last.add(byte)
    const { bytes, length } = last
    for (let start = Math.max(0, length - maxRtuFrameBytes); start <= length - 8; start++) {
      const frameLength = length - start
      if (requestFrameLength(bytes, start, length) !== frameLength || !last.endsWithChecksum(frameLength)) continue
      const request = readRequest(bytes.subarray(start + 1, length - 2))
      if (request === null) continue
      const unit = bytes[start] ?? 0
      last = new LastBytes()
      return { unit, request }
    }
    return null
  }
}

/** The unit and PDU of a complete frame; null if the checksum is wrong. */
export function rtuPdu(frame: Uint8Array): { readonly unit: number; readonly pdu: Uint8Array } | null {
  const end = frame.length - 2
  const crc = (frame[end] ?? 0) | ((frame[end + 1] ?? 0) << 8)
  return end >= 2 && crc === crc16(frame, 0, end) ? { unit: frame[0] ?? 0, pdu: frame.subarray(1, end) } : null
}
