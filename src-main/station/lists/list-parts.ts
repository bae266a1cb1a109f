// Returns a long list in parts that belong together: the later parts come from the same list as the first one, even if the list changes
// in between. Pure.
import { listPart, type ListPart, type ListView } from '../../../shared/station-api/index.ts'

export type ReadListPart = (date: string, part?: ListPart, screen?: object) => ListView

/** Calls that name no screen share one list. */
const unnamedScreen = {}

/** Keeps a list for each screen until that screen has read its last part, or reads another list, or disconnects. */
export function createListParts(readList: (date: string) => ListView): ReadListPart {
  const partlyRead = new WeakMap<object, ListView>()
  return (date, part, screen = unnamedScreen) => {
    if (part === undefined) return readList(date)
    const last = partlyRead.get(screen)
    const list = part.offset > 0 && last?.date === date ? last : readList(date)
    if (part.offset + part.limit < list.entries.length) partlyRead.set(screen, list)
    else partlyRead.delete(screen)
    return listPart(list, part)
  }
}
