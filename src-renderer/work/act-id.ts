// An id for one action of this screen, so that the station books it once even if the call arrives twice.

/** 32 random hex digits. Works without a secure context, unlike `crypto.randomUUID`. */
export function newActId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
