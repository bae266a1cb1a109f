// Parses a number as a person types it. Pure.

/**
 * Accepts a comma or a point, either minus sign, spaces around it, and at most two decimals; null: not a number. `90,` is 90, because the
 * person may still be typing.
 */
export function parseDecimal(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d{1,5}(\.\d{0,2})?$/.test(plain) ? Number(plain) : null
}

/** As `parseDecimal`; null for zero and below as well: no length, no tolerance. */
export function parsePositive(text: string): number | null {
  const value = parseDecimal(text)
  return value !== null && value > 0 ? value : null
}

/** Adds a leading minus sign, or removes it. */
export const toggleSign = (text: string): string => (/^[-−]/.test(text) ? text.slice(1) : `−${text}`)
