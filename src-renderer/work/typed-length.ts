// A length as somebody types it at the brake. Pure: mm.

/** With a comma or a point and two decimals at most; null: it is no length yet. */
export function lengthTyped(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  const length = /^\d{1,5}(\.\d{0,2})?$/.test(plain) ? Number(plain) : 0
  return length > 0 ? length : null
}
