// Finds texts that one language has and another lacks. Pure.

export interface TextTree {
  readonly [key: string]: string | TextTree
}

/** The keys of texts that `other` has and this language lacks or leaves empty, in the order of `other`. */
export function gapsIn(texts: TextTree, other: TextTree, prefix = ''): string[] {
  return Object.entries(other).flatMap(([key, otherText]) => {
    const text = texts[key]
    if (typeof otherText === 'string') return typeof text === 'string' && text.trim() !== '' ? [] : [prefix + key]
    return gapsIn(typeof text === 'object' ? text : {}, otherText, `${prefix}${key}.`)
  })
}
