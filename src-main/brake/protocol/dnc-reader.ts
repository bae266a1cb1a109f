// What comes from a controller that talks in text, cut anywhere: lines, control characters, XON and XOFF. Holds at most one line. Pure.

export type DncToken =
  | { readonly kind: 'line'; readonly text: string }
  /** A control character that ends no line: ACK, NAK, STX, ETX. */
  | { readonly kind: 'control'; readonly text: string }
  | { readonly kind: 'xon' }
  | { readonly kind: 'xoff' }
  /** No 7-bit text: another parity or speed, or noise. Once until the end of its line, which is thrown away. */
  | { readonly kind: 'noise'; readonly text: string }

export const xon = 0x11
export const xoff = 0x13
const [nul, del, carriageReturn, lineFeed] = [0x00, 0x7f, 0x0d, 0x0a]

export interface DncReader {
  /** What these bytes complete, in their order. */
  readonly feed: (bytes: Uint8Array) => readonly DncToken[]
  /** Characters of the line that is not complete yet; never more than the longest line. */
  readonly held: () => number
  /** Begins anew: what of a line came so far is thrown away. */
  readonly forget: () => void
}

/** NUL and DEL are a tape's leader, and empty lines nothing. A control character ends the line before it. */
export function createDncReader(longestLine: number): DncReader {
  let line = ''
  let isNoise = false

  const noise = (text: string): DncToken[] => {
    line = ''
    const first = !isNoise
    isNoise = true
    return first ? [{ kind: 'noise', text }] : []
  }
  const ended = (): DncToken[] => {
    const text = line
    line = ''
    isNoise = false
    return text === '' ? [] : [{ kind: 'line', text }]
  }
  const read = (byte: number): DncToken[] => {
    if (byte === xon) return [{ kind: 'xon' }]
    if (byte === xoff) return [{ kind: 'xoff' }]
    if (byte === nul || byte === del) return []
    if (byte === carriageReturn || byte === lineFeed) return ended()
    if (byte > del) return noise(`0x${byte.toString(16)} is no 7-bit character`)
    if (byte < 0x20 && byte !== 0x09) return [...ended(), { kind: 'control', text: String.fromCharCode(byte) }]
    if (isNoise) return []
    if (line.length >= longestLine) return noise(`a line of more than ${longestLine} characters`)
    line += String.fromCharCode(byte)
    return []
  }
  return {
    feed: (bytes) => {
      const tokens: DncToken[] = []
      for (const byte of bytes) tokens.push(...read(byte))
      return tokens
    },
    held: () => line.length,
    forget: () => {
      line = ''
      isNoise = false
    },
  }
}
