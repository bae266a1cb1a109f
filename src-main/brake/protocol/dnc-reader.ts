// Splits the bytes of a controller that communicates in text into lines, control characters, XON and XOFF. The bytes may arrive in
// parts of any size. Stores at most one line. Pure.

export type DncToken =
  | { readonly kind: 'line'; readonly text: string }
  /** A control character that is not an end of line: ACK, NAK, STX, ETX. */
  | { readonly kind: 'control'; readonly text: string }
  | { readonly kind: 'xon' }
  | { readonly kind: 'xoff' }
  /** Not 7-bit text: another parity or speed, or noise. Reported once per line; the line is discarded. */
  | { readonly kind: 'noise'; readonly text: string }

const xon = 0x11
const xoff = 0x13
const [nul, del, carriageReturn, lineFeed] = [0x00, 0x7f, 0x0d, 0x0a]

export interface DncReader {
  /** The tokens that these bytes complete, in order. */
  readonly feed: (bytes: Uint8Array) => readonly DncToken[]
  /** The number of characters of the incomplete line; at most the longest line. */
  readonly pendingLength: () => number
  /** Discards the incomplete line. */
  readonly reset: () => void
}

/** Ignores NUL and DEL, which are the leader of a tape, and empty lines. A control character ends the line before it. */
export function createDncReader(longestLine: number): DncReader {
  let line = ''
  let isNoise = false

  const noise = (text: string): DncToken[] => {
    line = ''
    const isFirst = !isNoise
    isNoise = true
    return isFirst ? [{ kind: 'noise', text }] : []
  }
  const endLine = (): DncToken[] => {
    const text = line
    line = ''
    isNoise = false
    return text === '' ? [] : [{ kind: 'line', text }]
  }
  const readByte = (byte: number): DncToken[] => {
    if (byte === xon) return [{ kind: 'xon' }]
    if (byte === xoff) return [{ kind: 'xoff' }]
    if (byte === nul || byte === del) return []
    if (byte === carriageReturn || byte === lineFeed) return endLine()
    if (byte > del) return noise(`0x${byte.toString(16)} is not a 7-bit character`)
    if (byte < 0x20 && byte !== 0x09) return [...endLine(), { kind: 'control', text: String.fromCharCode(byte) }]
    if (isNoise) return []
    if (line.length >= longestLine) return noise(`a line of more than ${longestLine} characters`)
    line += String.fromCharCode(byte)
    return []
  }
  return {
    feed: (bytes) => {
      const tokens: DncToken[] = []
      for (const byte of bytes) tokens.push(...readByte(byte))
      return tokens
    },
    pendingLength: () => line.length,
    reset: () => {
      line = ''
      isNoise = false
    },
  }
}
