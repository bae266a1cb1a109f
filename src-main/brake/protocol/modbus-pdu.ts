// The contents of Modbus requests and answers (PDUs), without the framing: function codes 1 to 6, 15 and 16 of the application protocol
// V1.1b3. Pure.

export type ReadCode = 1 | 2 | 3 | 4
export type WriteCode = 5 | 6 | 15 | 16
/** The first two have one bit at each address, the others one 16-bit word. */
export type Table = 'coils' | 'discrete_inputs' | 'holding_registers' | 'input_registers'

export interface ReadRequest {
  readonly kind: 'read'
  readonly code: ReadCode
  /** Counted from 0, as in the frame. */
  readonly address: number
  readonly count: number
}
export interface WriteRequest {
  readonly kind: 'write'
  readonly code: WriteCode
  readonly address: number
  /** Each is 0 or 1 if the code writes coils. */
  readonly words: readonly number[]
}
export type Request = ReadRequest | WriteRequest

export type Answer =
  | { readonly kind: 'values'; readonly words: readonly number[] }
  | { readonly kind: 'written' }
  | { readonly kind: 'exception'; readonly exception: number }

const tables: Readonly<Record<ReadCode | WriteCode, Table>> = {
  1: 'coils',
  5: 'coils',
  15: 'coils',
  2: 'discrete_inputs',
  3: 'holding_registers',
  6: 'holding_registers',
  16: 'holding_registers',
  4: 'input_registers',
}
export const tableOf = (code: ReadCode | WriteCode): Table => tables[code]
export const holdsBits = (table: Table): boolean => table === 'coils' || table === 'discrete_inputs'

/** The greatest number of values in one frame. */
export const maxCount: Readonly<Record<ReadCode | WriteCode, number>> = {
  1: 2_000,
  2: 2_000,
  3: 125,
  4: 125,
  5: 1,
  6: 1,
  15: 1_968,
  16: 123,
}

export const readCodes = [1, 2, 3, 4] as const
export const writeCodes = [5, 6, 15, 16] as const

const high = (word: number): number => (word >> 8) & 0xff
const low = (word: number): number => word & 0xff
const wordAt = (bytes: Uint8Array, offset: number): number => ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0)

const packedBits = (bits: readonly number[]): number[] => {
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, () => 0)
  for (const [index, bit] of bits.entries()) {
    if (bit !== 0) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7))
  }
  return bytes
}
const bitsAt = (bytes: Uint8Array, from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => ((bytes[from + (index >> 3)] ?? 0) >> (index & 7)) & 1)
const wordsAt = (bytes: Uint8Array, from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => wordAt(bytes, from + 2 * index))
const packed = (table: Table, words: readonly number[]): number[] =>
  holdsBits(table) ? packedBits(words) : words.flatMap((word) => [high(word), low(word)])
const unpacked = (table: Table, bytes: Uint8Array, from: number, count: number): number[] =>
  holdsBits(table) ? bitsAt(bytes, from, count) : wordsAt(bytes, from, count)
const bytesFor = (table: Table, count: number): number => (holdsBits(table) ? Math.ceil(count / 8) : 2 * count)

/** Does not check the limits of a request. A coil is on for every word except 0. */
export function requestBytes(request: Request): Uint8Array {
  const head = [request.code, high(request.address), low(request.address)]
  if (request.kind === 'read') return Uint8Array.of(...head, high(request.count), low(request.count))
  const { code, words } = request
  const [first = 0] = words
  if (code === 6) return Uint8Array.of(...head, high(first), low(first))
  if (code === 5) return Uint8Array.of(...head, first === 0 ? 0 : 0xff, 0)
  const body = packed(tableOf(code), words)
  return Uint8Array.of(...head, high(words.length), low(words.length), body.length, ...body)
}

/** Null if the bytes are not one complete and valid request with one of these function codes. */
export function readRequest(pdu: Uint8Array): Request | null {
  const address = wordAt(pdu, 1)
  const readCode = readCodes.find((candidate) => candidate === pdu[0])
  if (readCode !== undefined) {
    const count = wordAt(pdu, 3)
    const isValid = pdu.length === 5 && count >= 1 && count <= maxCount[readCode] && address + count <= 0x1_0000
    return isValid ? { kind: 'read', code: readCode, address, count } : null
  }
  const code = writeCodes.find((candidate) => candidate === pdu[0])
  if (code === undefined) return null
  if (code === 5 || code === 6) {
    const word = wordAt(pdu, 3)
    if (pdu.length !== 5 || (code === 5 && word !== 0 && word !== 0xff00)) return null
    return { kind: 'write', code, address, words: [code === 6 ? word : word === 0 ? 0 : 1] }
  }
  const count = wordAt(pdu, 3)
  const length = bytesFor(tableOf(code), count)
  const isValid = count >= 1 && count <= maxCount[code] && address + count <= 0x1_0000
  if (!isValid || pdu[5] !== length || pdu.length !== 6 + length) return null
  return { kind: 'write', code, address, words: unpacked(tableOf(code), pdu, 6, count) }
}

/** The length of the answer's PDU if the controller accepts the request. The PDU of an exception has two bytes. */
export const answerLength = (request: Request): number =>
  request.kind === 'read' ? 2 + bytesFor(tableOf(request.code), request.count) : 5

/** The answer of a controller. `words`: the values of a read; ignored for a write. */
export function answerBytes(request: Request, words: readonly number[]): Uint8Array {
  // codes 5 and 6 repeat the value, 15 and 16 the count: both are the first five bytes of the request
  if (request.kind === 'write') return requestBytes(request).slice(0, 5)
  const body = packed(tableOf(request.code), words)
  return Uint8Array.of(request.code, body.length, ...body)
}

/** The answer that refuses a request. `code`: the function code of the request. */
export const exceptionBytes = (code: number, exception: number): Uint8Array => Uint8Array.of(code | 0x80, exception)

/** Null if the bytes are not an answer to this request: another function, another length, or a write that repeats other values. */
export function readAnswer(request: Request, pdu: Uint8Array): Answer | null {
  if (pdu.length === 2 && pdu[0] === (request.code | 0x80)) return { kind: 'exception', exception: pdu[1] ?? 0 }
  if (pdu[0] !== request.code || pdu.length !== answerLength(request)) return null
  if (request.kind === 'write') {
    const repeated = requestBytes(request).subarray(0, 5)
    return repeated.every((byte, index) => byte === pdu[index]) ? { kind: 'written' } : null
  }
  if (pdu[1] !== pdu.length - 2) return null
  return { kind: 'values', words: unpacked(tableOf(request.code), pdu, 2, request.count) }
}

const exceptions: ReadonlyMap<number, string> = new Map([
  [1, 'illegal function'],
  [2, 'illegal data address'],
  [3, 'illegal data value'],
  [4, 'device failure'],
  [5, 'acknowledged, not done yet'],
  [6, 'busy'],
  [8, 'memory parity error'],
  [10, 'gateway path unavailable'],
  [11, 'gateway target did not answer'],
])
/** "exception 2, illegal data address". */
export const exceptionText = (exception: number): string =>
  `exception ${exception}${exceptions.has(exception) ? `, ${exceptions.get(exception)}` : ''}`
