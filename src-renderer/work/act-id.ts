// An id for one act of this screen, so that the station books it once though it should come twice.

/** 32 hex digits of the page's own random. Works without a secure context, which `crypto.randomUUID` does not. */
export function newActId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
