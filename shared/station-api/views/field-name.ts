// The translation keys for the name of a sheet's field: the field itself, or else what it is part of. Pure.

interface FieldName {
  /** 'field.profile_flanges_no_lengthMm': `no` replaces each index. */
  key: string
  /** The last index and the one before it, counted from 1; 0: none. */
  no: number
  of: number
}

/** The most specific name first: for 'unfolding.cutouts[1].points[3].x' the x of the corner, the cut-out, the unfolding. */
export function fieldNames(path: string): FieldName[] {
  const parts = path.split(/\.|(?=\[)/).filter((part) => part !== '')
  return parts.map((_, dropped) => nameOf(parts.slice(0, parts.length - dropped)))
}

function nameOf(parts: readonly string[]): FieldName {
  const [no = 0, of = 0] = parts.flatMap((part) => (isIndex(part) ? [Number(part.slice(1, -1)) + 1] : [])).toReversed()
  return { key: `field.${parts.map((part) => (isIndex(part) ? 'no' : part)).join('_')}`, no, of }
}

const isIndex = (part: string): boolean => /^\[\d+\]$/.test(part)

/** The translated name of a field; the path itself if there is none. `sentence` returns the translation of a key, or null. */
export function translatedFieldName(path: string, sentence: (key: string) => string | null): string {
  for (const { key, no, of } of fieldNames(path)) {
    const name = sentence(key)
    if (name !== null) return name.replace('{{no}}', String(no)).replace('{{of}}', String(of))
  }
  return path
}
