// ETags and `If-None-Match` (RFC 9110, 8.8.3 and 13.1.2). Pure.
import { createHash } from 'node:crypto'

const length = 22

/** A strong validator: equal for equal bytes only. */
export function etagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, length)}"`
}

const listed = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/** Whether `If-None-Match` is `*` or contains the tag, also as a weak tag. A malformed header does not match. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || [...header.matchAll(listed)].some(([, tag]) => tag === etag)
}
