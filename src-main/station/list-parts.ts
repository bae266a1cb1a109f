// Gives a long list out in parts that belong to one another: whatever changes meanwhile, the later parts are of the list that the first
// one was of. Keeps that list until its last part is taken.
import { listPart, type ListPart, type ListView } from '../../shared/station-api/index.ts'

export function createListParts(readList: (date: string) => ListView): (date: string, part?: ListPart) => ListView {
  let begun: ListView | null = null
  return (date, part) => {
    if (part === undefined) return readList(date)
    const list = part.from > 0 && begun?.date === date ? begun : readList(date)
    begun = part.from + part.most < list.entries.length ? list : null
    return listPart(list, part)
  }
}
