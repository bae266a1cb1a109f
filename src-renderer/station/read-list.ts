// Reads a day's list in parts, so that the first of ten thousand sheets is shown early and no answer blocks the screen for long.
import { replaceEqualDeep } from '@tanstack/query-core'
import { joinedParts, type CallOut } from '../../shared/station-api/index.ts'
import type { ScreenLink } from './screen-link.ts'

const laterCount = 500

type List = CallOut<'list.read'>

export interface ListReading {
  /** The list on the screen. It stays until the whole list is read again; unchanged entries keep their identity. */
  shown: List | undefined
  /** How many entries are read first when nothing is shown yet: at least as many as fit on the screen. */
  firstCount: number
  /** Receives the entries that are read so far, when nothing is shown yet. */
  onFirstPart: (soFar: List) => void
  /** Waits until the screen has rendered and has handled input. */
  waitForIdle: () => Promise<unknown>
}

export async function readListInParts(
  link: ScreenLink,
  date: string,
  { shown, firstCount, onFirstPart, waitForIdle }: ListReading,
): Promise<List> {
  const readPart = async (offset: number, limit: number): Promise<List> => {
    const part = await link.call('list.read', { date, part: { offset, limit } })
    // part by part: a comparison of the whole list would block the screen
    const entries = part.entries.map((entry, index) => replaceEqualDeep(shown?.entries[offset + index], entry))
    return { ...part, entries }
  }
  let list = await readPart(0, shown === undefined ? firstCount : laterCount)
  const isWhole = (): boolean => list.entries.length >= (list.totalEntries ?? 0)
  if (!isWhole() && shown === undefined) onFirstPart(list)
  while (!isWhole()) {
    await waitForIdle()
    const next = await readPart(list.entries.length, laterCount)
    if (next.entries.length === 0) break
    list = joinedParts(list, next)
  }
  return list
}
