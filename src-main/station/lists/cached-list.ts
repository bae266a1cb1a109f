// Caches the last list, and returns it again while nothing that it is computed from has changed. Pure.
import type { ListView } from '../../../shared/station-api/index.ts'

/** `revision` must return a text that changes with everything that `readList` reads. */
export function cachedList(readList: (date: string) => ListView, revision: () => string): (date: string) => ListView {
  let last: { list: ListView; revision: string } | null = null
  return (date) => {
    const now = revision()
    if (last === null || last.list.date !== date || last.revision !== now)
      last = { list: readList(date), revision: now }
    return last.list
  }
}
