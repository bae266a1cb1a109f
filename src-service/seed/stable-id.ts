// UUIDs that are the same at every seeding: computed from a name (RFC 9562, version 5).
import { createHash } from 'node:crypto'

const namespace = Buffer.from('3f1d6c1e8a5b4c0f9d2e7b6a5c4d3e2f', 'hex')

export function stableId(...name: readonly string[]): string {
  const bytes = createHash('sha1').update(namespace).update(name.join('/')).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
