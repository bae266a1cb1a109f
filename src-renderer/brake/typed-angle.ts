// An angle as somebody types it at the brake, and the keys for it. Pure: degrees.

export const angleKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ',', '0', '−'] as const

/** With a comma or a point, and either minus; null: it is no number yet. */
export function angleTyped(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  return /^-?\d{1,3}(\.\d{0,2})?$/.test(plain) ? Number(plain) : null
}

/** The minus goes to the front, or off again; any other key to the end. */
export function keyed(text: string, key: (typeof angleKeys)[number]): string {
  if (key !== '−') return text + key
  return /^[-−]/.test(text) ? text.slice(1) : `−${text}`
}
