// Parses a typed length. Pure. Units: mm.

/** Accepts a comma or a point and at most two decimals; null: not a length. */
export function parseLength(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  const length = /^\d{1,5}(\.\d{0,2})?$/.test(plain) ? Number(plain) : 0
  return length > 0 ? length : null
}
