// A part of a long list: what a screen shows first, and what it adds then. Pure.
import type { ListView } from './views.ts'

export interface ListPart {
  /** How many entries come before it. */
  from: number
  most: number
}

/** So many of its entries, beside how many there are; what could not be read comes with the first part. */
export function listPart(list: ListView, { from, most }: ListPart): ListView {
  const { entries, malformed } = list
  return {
    ...list,
    entries: entries.slice(from, from + most),
    malformed: from === 0 ? malformed : [],
    entriesInAll: entries.length,
  }
}

/** One list out of the parts of it, in order. */
export function joinedParts(first: ListView, next: ListView): ListView {
  return { ...first, entries: [...first.entries, ...next.entries] }
}
