// Parses a typed angle. Pure; degrees.

/** Accepts a comma or a point, and either minus sign; null: not a number. */
export function parseAngle(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d{1,3}(\.\d{0,2})?$/.test(plain) ? Number(plain) : null
}

/** Adds a leading minus sign, or removes it. */
export const toggleSign = (text: string): string => (/^[-−]/.test(text) ? text.slice(1) : `−${text}`)
