// What tells one answer from another, and whether a caller has this one already (RFC 9110, 8.8.3 and 13.1.2). Pure.
import { createHash } from 'node:crypto'

const length = 22

/** A strong validator: the same for the same bytes alone. */
export function etagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, length)}"`
}

const listed = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/** `If-None-Match`: `*`, or a list of tags of which one is ours; weak ones count. A header that is none is passed over. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || [...header.matchAll(listed)].some(([, tag]) => tag === etag)
}
