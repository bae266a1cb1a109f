// Hears a scanner that types as a keyboard: many letters faster than a hand types them, then Enter. Pure; the time comes in.

/** A hand takes longer from one key to the next. */
const betweenKeysMs = 60
const fewestLetters = 8

/** `hear`: what was scanned, once Enter ends it; null until then. */
export function createScanner(): { hear: (key: string, atMs: number) => string | null } {
  let letters = ''
  let lastAt = -Infinity
  return {
    hear: (key, atMs) => {
      const isQuick = atMs - lastAt <= betweenKeysMs
      lastAt = atMs
      if (key === 'Enter') {
        const scanned = isQuick && letters.length >= fewestLetters ? letters : null
        letters = ''
        return scanned
      }
      // shift and its like come between the letters of some scanners
      if (key.length === 1) letters = isQuick ? letters + key : key
      return null
    },
  }
}
