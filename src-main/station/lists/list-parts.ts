// Returns a long list in parts that belong together: the later parts come from the same list as the first one, even if the list changes
// in between. Keeps the lists that are partly read in memory.
import { listPart, type ListPart, type ListView } from '../../../shared/station-api/index.ts'

/** `part` undefined: the whole list. Throws for a part without a screen, because screens must not share a list that is partly read. */
export type ReadListPart = (date: string, part: ListPart | undefined, screen: object | undefined) => ListView

/** Keeps a list for each screen until that screen has read its last part, or reads another list, or disconnects. */
export function createListParts(readList: (date: string) => ListView): ReadListPart {
  const partlyRead = new WeakMap<object, ListView>()
  return (date, part, screen) => {
    if (part === undefined) return readList(date)
    if (screen === undefined) throw new Error('a part of a list needs a screen')
    const last = partlyRead.get(screen)
    const list = part.offset > 0 && last?.date === date ? last : readList(date)
    if (part.offset + part.limit < list.entries.length) partlyRead.set(screen, list)
    else partlyRead.delete(screen)
    return listPart(list, part)
  }
}
