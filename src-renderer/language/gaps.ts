// Finds texts that one language has and another lacks. Pure.

export interface WordTree {
  readonly [key: string]: string | WordTree
}

/** The keys of texts that `other` has and this language lacks or leaves empty, in the order of `other`. */
export function gapsIn(words: WordTree, other: WordTree, above = ''): string[] {
  return Object.entries(other).flatMap(([key, theirs]) => {
    const ours = words[key]
    if (typeof theirs === 'string') return typeof ours === 'string' && ours.trim() !== '' ? [] : [above + key]
    return gapsIn(typeof ours === 'object' ? ours : {}, theirs, `${above}${key}.`)
  })
}
