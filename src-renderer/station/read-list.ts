// Reads a day's list in parts, so that ten thousand sheets keep nobody waiting for the first of them, and no answer holds the
// screen up for long.
import { replaceEqualDeep } from '@tanstack/query-core'
import { joinedParts, type CallOut } from '../../shared/station-api/index.ts'
import type { ScreenLink } from './screen-link.ts'

const laterPart = 500

type List = CallOut<'list.read'>

export interface ListReading {
  /** What is shown already, and stays until all of it has been read anew; its entries are kept where they are as they were. */
  shown: List | undefined
  /** How many are read first where nothing is shown yet: no fewer than there is room for. */
  atFirst: number
  /** Told what is there so far, where nothing is shown yet. */
  tell: (soFar: List) => void
  /** Waits until what was told, and what was pressed meanwhile, is on the screen. */
  breathe: () => Promise<unknown>
}

export async function readListInParts(
  link: ScreenLink,
  date: string,
  { shown, atFirst, tell, breathe }: ListReading,
): Promise<List> {
  const read = async (from: number, most: number): Promise<List> => {
    const part = await link.call('list.read', { date, part: { from, most } })
    // part by part, so that no comparison of the whole holds the screen up
    const entries = part.entries.map((entry, index) => replaceEqualDeep(shown?.entries[from + index], entry))
    return { ...part, entries }
  }
  let list = await read(0, shown === undefined ? atFirst : laterPart)
  const isWhole = (): boolean => list.entries.length >= (list.entriesInAll ?? 0)
  if (!isWhole() && shown === undefined) tell(list)
  while (!isWhole()) {
    await breathe()
    const next = await read(list.entries.length, laterPart)
    if (next.entries.length === 0) break
    list = joinedParts(list, next)
  }
  return list
}
