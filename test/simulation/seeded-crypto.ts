// Makes every random byte of this program come from a seed: the ids that the service and the station draw affect orders and paths, and
// a run must be the same each time. Only for a program of its own, which needs no secrets.
import crypto, { type UUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { randomOf, type Random } from './random.ts'

let random: Random = randomOf('crypto')

/** Takes all random bytes from `seed` from now on. */
export function seedCrypto(seed: string | number): void {
  random = randomOf('crypto', seed)
}

const fill = (bytes: Uint8Array): void => {
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.below(256)
}
const randomUUID = (): UUID => {
  const bytes = Buffer.alloc(16)
  fill(bytes)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const text = bytes.toString('hex')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}
const randomBytes = (size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  fill(bytes)
  return bytes
}

const randomFillSync = (bytes: Uint8Array): Uint8Array => {
  fill(bytes)
  return bytes
}

export function replaceCrypto(): void {
  Object.assign(crypto, { randomUUID, randomBytes, randomFillSync })
  syncBuiltinESMExports()
  globalThis.crypto.getRandomValues = (array) => {
    if (array !== null) fill(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    return array
  }
}
