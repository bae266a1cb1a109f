// Computes a drawing's fingerprint independently of the station. Pure, except for Node's hash.
import { hash } from 'node:crypto'

interface Drawn {
  profile: unknown
  unfolding: unknown
  pieces: unknown
  quantity: number
  lengthMm: number
}

export function drawingOf({ profile, unfolding, pieces, quantity, lengthMm }: Drawn): string {
  const text = JSON.stringify({ lengthMm, pieces, profile, quantity, unfolding }, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
  return hash('sha256', text, 'hex')
}
