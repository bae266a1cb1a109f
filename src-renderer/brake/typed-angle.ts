// An angle as somebody types it at the brake. Pure: degrees.

/** With a comma or a point, and either minus; null: it is no number yet. */
export function angleTyped(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d{1,3}(\.\d{0,2})?$/.test(plain) ? Number(plain) : null
}

/** With a minus at its front, or without it again. */
export const turned = (text: string): string => (/^[-−]/.test(text) ? text.slice(1) : `−${text}`)
