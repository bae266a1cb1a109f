// Under which keys a field of a sheet has its name in the translations: the field itself, else what it is part of. Pure.

interface FieldName {
  /** 'field.profile_flanges_no_lengthMm': each index is a `no`. */
  key: string
  /** The last index and the one before it, counted from 1, as people count; 0 where there is none. */
  no: number
  of: number
}

/** The nearest name first: of 'unfolding.cutouts[1].points[3].x' those of the corner's x, of the cut-out, of the unfolding. */
export function fieldNames(path: string): FieldName[] {
  const parts = path.split(/\.|(?=\[)/).filter((part) => part !== '')
  return parts.map((_, dropped) => nameOf(parts.slice(0, parts.length - dropped)))
}

function nameOf(parts: readonly string[]): FieldName {
  const [no = 0, of = 0] = parts.flatMap((part) => (isIndex(part) ? [Number(part.slice(1, -1)) + 1] : [])).toReversed()
  return { key: `field.${parts.map((part) => (isIndex(part) ? 'no' : part)).join('_')}`, no, of }
}

const isIndex = (part: string): boolean => /^\[\d+\]$/.test(part)

/** The name of a field by the translations that `sentence` finds, each by its whole key; the field itself where none has a name. */
export function fieldInWords(path: string, sentence: (key: string) => string | null): string {
  for (const { key, no, of } of fieldNames(path)) {
    const name = sentence(key)
    if (name !== null) return name.replace('{{no}}', String(no)).replace('{{of}}', String(of))
  }
  return path
}
