// Reads an update of a shared document before Yjs does. Only what this program writes is accepted: facts, each one new entry of the map
// `facts`. Every count is checked against the bytes that are there, because Yjs trusts the counts that an update claims. Pure.
// Format: yjs V1, `src/utils/encoding.js` and `src/structs` of yjs 13.6.
import * as decoding from 'lib0/decoding'
import { factKey } from '../../../shared/peers/index.ts'
import { PeerFaultError } from '../peer-fault.ts'

export const factsName = 'facts'
/** The most bytes of one update. A day of 20 stations has about 1 MB. */
export const maxUpdateBytes = 16 * 1024 * 1024
/** The most entries that one gap, or one range of deleted entries, covers. */
const maxRange = 1_000_000
/** The most client ids of an update, and so of a document: a new station gets a document as one update. */
export const maxClients = 10_000
/** Yjs computes with ids and clocks. Above these limits its sums are inexact, and it writes an infinite number for ever. */
export const maxClientId = Number.MAX_SAFE_INTEGER
const maxClock = 2 ** 31

const contents = { gc: 0, deleted: 1, any: 8, skip: 10 } as const
const hasOrigin = 0x80
const hasRightOrigin = 0x40
const hasParentSub = 0x20

/** The update is not one of facts, or a document would be too large with it. */
export class BadUpdateError extends PeerFaultError {
  constructor(why: string) {
    super(`a bad update: ${why}`)
    this.name = 'BadUpdateError'
  }
}

/** A key and its value. */
export type Entry = readonly [key: string, value: unknown]

/** Returns the entries that the update adds, with their values; a key may be in several. Throws BadUpdateError. */
export function checkUpdate(update: Uint8Array): Entry[] {
  if (update.length > maxUpdateBytes) throw new BadUpdateError(`it has ${update.length} bytes`)
  const entries: Entry[] = []
  readWhole(update, (decoder) => {
    checkStructs(decoder, entries)
    checkDeletions(decoder)
  })
  return entries
}

/** Throws BadUpdateError for bytes that are not a state vector. */
export function checkStateVector(bytes: Uint8Array): void {
  readWhole(bytes, (decoder) => {
    const clients = readCount(decoder, 2)
    for (let client = 0; client < clients; client += 1) {
      readUint(decoder)
      readUint(decoder, maxClock)
    }
  })
}

function readWhole(bytes: Uint8Array, read: (decoder: decoding.Decoder) => void): void {
  const decoder = decoding.createDecoder(bytes)
  try {
    read(decoder)
  } catch (error) {
    if (error instanceof BadUpdateError) throw error
    throw new BadUpdateError('it ends too early')
  }
  if (decoding.hasContent(decoder)) throw new BadUpdateError('it has bytes after its end')
}

const bytesLeft = (decoder: decoding.Decoder): number => decoder.arr.length - decoder.pos

/** From many bytes, lib0 reads an infinite number, or NaN. */
function readUint(decoder: decoding.Decoder, most = maxClientId): number {
  const value = decoding.readVarUint(decoder)
  if (!Number.isSafeInteger(value) || value > most) throw new BadUpdateError('it has a number that is too large')
  return value
}

/** Reads a count of things that take at least `least` bytes each. */
function readCount(decoder: decoding.Decoder, least: number, most = Infinity): number {
  const count = readUint(decoder)
  if (count > most || count * least > bytesLeft(decoder)) throw new BadUpdateError('it claims more than it has')
  return count
}

function readRange(decoder: decoding.Decoder): number {
  const length = readUint(decoder)
  if (length > maxRange) throw new BadUpdateError('it covers too much')
  return length
}

function checkStructs(decoder: decoding.Decoder, entries: Entry[]): void {
  const clients = readCount(decoder, 3, maxClients)
  for (let client = 0; client < clients; client += 1) {
    const structs = readCount(decoder, 2)
    readUint(decoder)
    let clock = readUint(decoder, maxClock)
    for (let struct = 0; struct < structs; struct += 1) {
      clock += checkStruct(decoder, entries)
      checkClock(clock)
    }
  }
}

function checkClock(clock: number): void {
  if (clock > maxClock) throw new BadUpdateError('it has a number that is too large')
}

/** Returns the length of the struct. */
function checkStruct(decoder: decoding.Decoder, entries: Entry[]): number {
  const info = decoding.readUint8(decoder)
  const content = info & 0x1f
  if (info === contents.gc || info === contents.skip) return readRange(decoder)
  if (content !== contents.any && content !== contents.deleted) throw new BadUpdateError('it has other content')
  // an origin means that it replaces an entry, and a fact is written once
  if ((info & (hasOrigin | hasRightOrigin)) !== 0 || (info & hasParentSub) === 0)
    throw new BadUpdateError('it does not add a fact')
  if (readUint(decoder) !== 1 || readText(decoder) !== factsName)
    throw new BadUpdateError('it is not of the map of facts')
  const key = readText(decoder)
  if (!factKey.safeParse(key).success) throw new BadUpdateError('a key is malformed')
  if (content === contents.deleted) return readRange(decoder)
  if (readUint(decoder) !== 1) throw new BadUpdateError('a fact has several values')
  const start = decoder.pos
  skipAny(decoder, 0)
  const end = decoder.pos
  decoder.pos = start
  entries.push([key, decoding.readAny(decoder)])
  if (decoder.pos !== end) throw new BadUpdateError('a value is malformed')
  return 1
}

/** A text whose length is checked before it is read. */
function readText(decoder: decoding.Decoder): string {
  const start = decoder.pos
  const length = readCount(decoder, 1, 4_000)
  decoder.pos = start
  const text = decoding.readVarString(decoder)
  if (decoder.pos !== start + length + (length < 128 ? 1 : 2)) throw new BadUpdateError('a text is malformed')
  return text
}

const maxDepth = 6
const anyType = {
  undefined: 127,
  null: 126,
  integer: 125,
  float32: 124,
  float64: 123,
  bigint: 122,
  false: 121,
  true: 120,
  string: 119,
  object: 118,
  array: 117,
} as const

/** Moves over a value of lib0's `any`: what JSON has, and nothing else. */
function skipAny(decoder: decoding.Decoder, depth: number): void {
  if (depth > maxDepth) throw new BadUpdateError('a value is nested too deeply')
  switch (decoding.readUint8(decoder)) {
    case anyType.null:
    case anyType.false:
    case anyType.true:
      return
    case anyType.integer:
      decoding.readVarInt(decoder)
      return
    case anyType.float32:
      return skip(decoder, 4)
    case anyType.float64:
      return skip(decoder, 8)
    case anyType.string:
      return skip(decoder, readCount(decoder, 1))
    case anyType.object: {
      const fields = readCount(decoder, 2)
      for (let field = 0; field < fields; field += 1) {
        skip(decoder, readCount(decoder, 1))
        skipAny(decoder, depth + 1)
      }
      return
    }
    case anyType.array: {
      const items = readCount(decoder, 1)
      for (let item = 0; item < items; item += 1) skipAny(decoder, depth + 1)
      return
    }
    default:
      throw new BadUpdateError('a value is not JSON')
  }
}

function skip(decoder: decoding.Decoder, bytes: number): void {
  if (bytes > bytesLeft(decoder)) throw new BadUpdateError('it ends too early')
  decoder.pos += bytes
}

function checkDeletions(decoder: decoding.Decoder): void {
  const clients = readCount(decoder, 2, maxClients)
  for (let client = 0; client < clients; client += 1) {
    readUint(decoder)
    const ranges = readCount(decoder, 2)
    for (let range = 0; range < ranges; range += 1) {
      const clock = readUint(decoder, maxClock)
      checkClock(clock + readRange(decoder))
    }
  }
}
