// The framing of Modbus TCP: a header of seven bytes before the PDU; encodes frames and splits a stream into frames. Pure.

const headerLength = 7
/** The greatest length of unit and PDU together. */
const maxBodyBytes = 254

export interface TcpFrame {
  readonly transaction: number
  readonly unit: number
  readonly pdu: Uint8Array
}

/** The length in the header counts the unit and the PDU. */
export function tcpFrame({ transaction, unit, pdu }: TcpFrame): Uint8Array {
  const length = pdu.length + 1
  return Uint8Array.of(transaction >> 8, transaction & 0xff, 0, 0, length >> 8, length & 0xff, unit, ...pdu)
}

/**
 * Returns a function that splits a stream into frames, byte by byte. 'lost': a header is invalid, so the start of the next frame is
 * unknown and the connection cannot be used any more. Stores one frame.
 */
export function tcpFrameReader(): (byte: number) => TcpFrame | 'lost' | null {
  const bytes = new Uint8Array(headerLength - 1 + maxBodyBytes)
  let length = 0
  let isLost = false
  return (byte) => {
    if (isLost) return 'lost'
    bytes[length] = byte
    length += 1
    if (length < headerLength) return null
    const protocol = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
    const body = ((bytes[4] ?? 0) << 8) | (bytes[5] ?? 0)
    if (protocol !== 0 || body < 2 || body > maxBodyBytes) {
      isLost = true
      return 'lost'
    }
    if (length < headerLength - 1 + body) return null
    const frame = bytes.slice(0, length)
    length = 0
    return {
      transaction: ((frame[0] ?? 0) << 8) | (frame[1] ?? 0),
      unit: frame[6] ?? 0,
      pdu: frame.subarray(headerLength),
    }
  }
}

/** The frame in `bytes`; null if they are not exactly one frame. */
export function tcpPdu(bytes: Uint8Array): TcpFrame | null {
  const read = tcpFrameReader()
  for (const [index, byte] of bytes.entries()) {
    const frame = read(byte)
    if (frame === 'lost') return null
    if (frame !== null) return index === bytes.length - 1 ? frame : null
  }
  return null
}
