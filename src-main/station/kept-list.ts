// The list that was laid out last, handed out again for as long as nothing that it is made of has changed. Pure but for what it keeps.
import type { ListView } from '../../shared/station-api/index.ts'

/** `revision` is another after every change of what `readList` reads. */
export function keptList(readList: (date: string) => ListView, revision: () => string): (date: string) => ListView {
  let kept: { list: ListView; revision: string } | null = null
  return (date) => {
    const now = revision()
    if (kept === null || kept.list.date !== date || kept.revision !== now)
      kept = { list: readList(date), revision: now }
    return kept.list
  }
}
