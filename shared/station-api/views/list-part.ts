// Parts of a long list: a screen first shows one part, then adds the others. Pure.
import type { ListView } from './list-view.ts'

export interface ListPart {
  /** The number of entries before this part. */
  offset: number
  limit: number
}

/** A part of a list: at most `limit` entries from `offset`, with the number of all entries. The first part contains all malformed entries. */
export function listPart(list: ListView, { offset, limit }: ListPart): ListView {
  const { entries, malformed } = list
  return {
    ...list,
    entries: entries.slice(offset, offset + limit),
    malformed: offset === 0 ? malformed : [],
    totalEntries: entries.length,
  }
}

/** Joins consecutive parts of a list. */
export function joinedParts(first: ListView, next: ListView): ListView {
  return { ...first, entries: [...first.entries, ...next.entries] }
}
