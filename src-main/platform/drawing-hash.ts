// The one hash of a sheet's drawing: the cache, the marks and the code on a print compare drawings by it. Pure except for Node's hash.
import { hash } from 'node:crypto'
import { once } from './once.ts'

/** What makes a drawing: exactly the fields whose change raises `drawingVersion`. */
export interface Drawing {
  profile: unknown
  unfolding: unknown
  pieces: unknown
  quantity: number
  lengthMm: number
}

/** SHA-256, in hex, of the drawing as canonical JSON: members sorted by name, no white space. */
export const drawingHash = once(({ profile, unfolding, pieces, quantity, lengthMm }: Drawing): string =>
  hash('sha256', canonicalJson({ profile, unfolding, pieces, quantity, lengthMm }), 'hex'),
)

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
