// A hand-over as text for a QR code: sheet and drawing, the count of each piece, the operator and station, and the earlier codes that it
// includes. Pure except for Node's hash.
//
// Uses only A–Z and 0–9, because a scanner that types as a keyboard sends these alike in every layout, unlike '-' and ':'. Base 32 in
// Crockford's alphabet (crockford.com/base32.html), which reads O as 0 and I and L as 1. The last five bytes are the beginning of the
// SHA-256 of the rest, which detects a mistyped code. This is not a signature: anyone who can read a code can create one.
import { hash } from 'node:crypto'
import { failed, ok, type Result } from '../../../shared/base/result.ts'

/** Ids of stations and codes: five bytes in hex. */
export const idBytes = 5

export interface HandOverCode {
  /** The `workshopId` of the workshop's fingerprint, so that pieces of one workshop are never counted in another. */
  workshop: string
  sheetId: string
  /** The first 8 of the drawing's hash. */
  drawingHash8: string
  reworkCount: number
  station: string
  nonce: string
  /** Good pieces of each piece number, including those taken over. */
  pieces: { pieceNo: number; done: number }[]
  by: string | null
  /** Nonces of the codes whose pieces are included. */
  includes: string[]
}

export type HandOverRead = Result<HandOverCode, { code: 'code_unreadable' | 'code_from_newer_program' }>

const prefix = 'KH'
const version = '1'
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const checkBytes = 5
const maxNameBytes = 24
const maxTextLength = 2_000

/** The workshop in a code: the first bytes of the SHA-256 of its fingerprint, as hex digits. */
export const workshopId = (fingerprint: string): string => hash('sha256', fingerprint, 'hex').slice(0, idBytes * 2)

const check = (body: Uint8Array): string => hash('sha256', body, 'hex').slice(0, checkBytes * 2)

/** Throws RangeError for an id of the wrong length or a count below zero. */
export function handOverText(code: HandOverCode): string {
  const body = Buffer.concat([
    hex(code.workshop, idBytes),
    hex(code.sheetId.replaceAll('-', ''), 16),
    hex(code.drawingHash8, 4),
    number(code.reworkCount),
    hex(code.station, idBytes),
    hex(code.nonce, idBytes),
    number(code.pieces.length),
    ...code.pieces.flatMap(({ pieceNo, done }) => [number(pieceNo), number(done)]),
    ...nameBytes(code.by),
    number(code.includes.length),
    ...code.includes.map((nonce) => hex(nonce, idBytes)),
  ])
  return `${prefix}${version}${base32(Buffer.concat([body, hex(check(body), checkBytes)]))}`
}

/** Accepts upper and lower case, and ignores blanks and signs between the letters. */
export function readHandOver(text: string): HandOverRead {
  const unreadable = failed({ code: 'code_unreadable' } as const)
  const letters = text
    .slice(0, maxTextLength)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  if (!letters.startsWith(prefix)) return unreadable
  const codeVersion = letters.slice(prefix.length, prefix.length + 1).replaceAll(/[IL]/g, '1')
  if (codeVersion !== version)
    return /[2-9]/.test(codeVersion) ? failed({ code: 'code_from_newer_program' }) : unreadable
  const bytes = bytesOf(letters.slice(prefix.length + 1))
  if (bytes === null || bytes.length <= checkBytes) return unreadable
  const body = bytes.subarray(0, -checkBytes)
  if (check(body) !== bytes.subarray(-checkBytes).toString('hex')) return unreadable
  try {
    return ok(parse(body))
  } catch (error) {
    if (error instanceof RangeError) return unreadable
    throw error
  }
}

function parse(body: Buffer): HandOverCode {
  let offset = 0
  const readBytes = (count: number): Buffer => {
    if (offset + count > body.length) throw new RangeError('the code ends too early')
    offset += count
    return body.subarray(offset - count, offset)
  }
  const readNumber = (): number => {
    for (let value = 0, scale = 1; scale <= 2 ** 28; scale *= 128) {
      const byte = readBytes(1).readUInt8()
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
    throw new RangeError('a number is too large')
  }
  const id = (): string => readBytes(idBytes).toString('hex')
  const times = <T>(read: () => T): T[] => {
    const length = readNumber()
    if (length > body.length) throw new RangeError('the code cannot hold so much')
    return Array.from({ length }, read)
  }
  const read = {
    workshop: id(),
    sheetId: readBytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    drawingHash8: readBytes(4).toString('hex'),
    reworkCount: readNumber(),
    station: id(),
    nonce: id(),
    pieces: times(() => ({ pieceNo: readNumber(), done: readNumber() })),
    by: readBytes(readNumber()).toString('utf8') || null,
    includes: times(id),
  }
  if (offset !== body.length) throw new RangeError('there is more than a hand-over')
  return read
}

function hex(text: string, bytes: number): Buffer {
  const read = Buffer.from(text, 'hex')
  if (read.length !== bytes || text.length !== bytes * 2) throw new RangeError(`${text} is not ${bytes} bytes in hex`)
  return read
}

function number(value: number): Buffer {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 28) throw new RangeError(`${value} cannot be handed over`)
  const bytes: number[] = []
  for (let remaining = value; bytes.length === 0 || remaining > 0; remaining = Math.floor(remaining / 128))
    bytes.push((remaining % 128) + (remaining >= 128 ? 128 : 0))
  return Buffer.from(bytes)
}

/** A long name is cut after a whole letter. */
function nameBytes(by: string | null): Buffer[] {
  let name = ''
  for (const { segment } of new Intl.Segmenter().segment(by ?? '')) {
    if (Buffer.byteLength(name + segment) > maxNameBytes) break
    name += segment
  }
  const bytes = Buffer.from(name)
  return [number(bytes.length), bytes]
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

/** Null where a letter is not in the alphabet, or the remaining bits are not padding. */
function bytesOf(letters: string): Buffer | null {
  const digits = Array.from(letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1'), (letter) => alphabet.indexOf(letter))
  if (digits.some((digit) => digit < 0)) return null
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  const whole = bits.length - (bits.length % 8)
  if (/1/.test(bits.slice(whole)) || bits.length - whole >= 5) return null
  return Buffer.from((bits.slice(0, whole).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
