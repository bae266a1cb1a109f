// Redacts secrets in a text, also in encoded forms. Pure.

export interface RedactedText {
  text: string
  /** The number of redactions. */
  times: number
}

const mark = '•••'
/** Any key of the service. */
const anyKey = /\b[a-z]{2,6}_(?:test|live)_[0-9A-Za-z_-]{20,}/g
/** A JSON field with the name of a secret. */
const secretField = /("(?:key|token|pin|authorization|password|secret|salt|hash)"\s*:\s*)"[^"]+"/gi
const minCharacters = 6

/** `secrets`: the known secrets. Secrets below six characters are ignored, because they would redact ordinary text. */
export function redactSecrets(text: string, secrets: readonly string[]): RedactedText {
  let times = 0
  const redacted = (): string => {
    times += 1
    return mark
  }
  let cleaned = text
  for (const form of secrets.filter(({ length }) => length >= minCharacters).flatMap(formsOf))
    cleaned = cleaned.replaceAll(form, redacted)
  cleaned = cleaned.replace(anyKey, redacted).replace(secretField, (whole: string, name: string) => {
    if (whole.endsWith(`"${mark}"`)) return whole
    times += 1
    return `${name}"${mark}"`
  })
  return { text: cleaned, times }
}

const formsOf = (secret: string): string[] => {
  const bytes = new TextEncoder().encode(secret)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const base64 = btoa(String.fromCodePoint(...bytes))
  // next to other bytes the last characters of base64 differ
  const whole = base64.replace(/=+$/, '').slice(0, -1)
  return [
    secret,
    encodeURIComponent(secret),
    hex,
    hex.toUpperCase(),
    whole,
    whole.replaceAll('+', '-').replaceAll('/', '_'),
  ]
}
