// Modbus TCP around a PDU: its header of seven bytes, and frames cut out of a stream by it. Pure.

const headerLength = 7
/** Of the PDU and the unit. */
const longestBody = 254

export interface TcpFrame {
  readonly transaction: number
  readonly unit: number
  readonly pdu: Uint8Array
}

export function tcpFrame({ transaction, unit, pdu }: TcpFrame): Uint8Array {
  const length = pdu.length + 1
  return Uint8Array.of(transaction >> 8, transaction & 0xff, 0, 0, length >> 8, length & 0xff, unit, ...pdu)
}

/**
 * Cuts frames out of a stream, byte by byte. 'lost' where what should be a header is none: where the next one begins can no longer be
 * known, so that the line is of no more use. Keeps one frame.
 */
export function tcpFrameReader(): (byte: number) => TcpFrame | 'lost' | null {
  const bytes = new Uint8Array(headerLength - 1 + longestBody)
  let length = 0
  let lost = false
  return (byte) => {
    if (lost) return 'lost'
    bytes[length] = byte
    length += 1
    if (length < headerLength) return null
    const protocol = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
    const body = ((bytes[4] ?? 0) << 8) | (bytes[5] ?? 0)
    if (protocol !== 0 || body < 2 || body > longestBody) {
      lost = true
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

/** The one frame that `bytes` are; null where they are none. */
export function tcpPdu(bytes: Uint8Array): TcpFrame | null {
  const read = tcpFrameReader()
  for (const [at, byte] of bytes.entries()) {
    const frame = read(byte)
    if (frame === 'lost') return null
    if (frame !== null) return at === bytes.length - 1 ? frame : null
  }
  return null
}
