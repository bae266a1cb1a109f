// Strikes out what must not leave this computer, in whatever form it may stand in a text. Pure.

export interface Struck {
  text: string
  /** How often. */
  times: number
}

const mark = '•••'
/** A key of the service's, whoever's it is. */
const anyKey = /\b[a-z]{2,6}_(?:test|live)_[0-9A-Za-z_-]{20,}/g
/** A field that is called so, in JSON. */
const secretField = /("(?:key|token|pin|authorization|password|secret|salt|hash)"\s*:\s*)"[^"]+"/gi
const fewestCharacters = 6

/** `secrets`: those that are known; shorter ones would strike out half of the text. */
export function strikeSecrets(text: string, secrets: readonly string[]): Struck {
  let times = 0
  const struck = (): string => {
    times += 1
    return mark
  }
  let left = text
  for (const form of secrets.filter(({ length }) => length >= fewestCharacters).flatMap(formsOf))
    left = left.replaceAll(form, struck)
  left = left.replace(anyKey, struck).replace(secretField, (whole: string, name: string) => {
    if (whole.endsWith(`"${mark}"`)) return whole
    times += 1
    return `${name}"${mark}"`
  })
  return { text: left, times }
}

const formsOf = (secret: string): string[] => {
  const bytes = new TextEncoder().encode(secret)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const base64 = btoa(String.fromCodePoint(...bytes))
  // beside other bytes the last letters of base64 are others
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
