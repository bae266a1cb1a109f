// Reads a day's list in parts, so that ten thousand sheets keep nobody waiting for the first of them, and no answer holds the
// screen up for long.
import { joinedParts, type CallOut } from '../../shared/station-api/index.ts'
import type { ScreenLink } from './screen-link.ts'

/** As many as any screen shows before it is scrolled. */
const firstPart = 60
const laterPart = 500

type List = CallOut<'list.read'>

/** `tell`: what is there so far; null: it is shown already, and stays until all of it has been read anew. */
export async function readListInParts(
  link: ScreenLink,
  date: string,
  tell: ((soFar: List) => void) | null,
): Promise<List> {
  const read = (from: number, most: number): Promise<List> => link.call('list.read', { date, part: { from, most } })
  let list = await read(0, tell === null ? laterPart : firstPart)
  const isWhole = (): boolean => list.entries.length >= (list.entriesInAll ?? 0)
  if (!isWhole()) tell?.(list)
  while (!isWhole()) {
    const next = await read(list.entries.length, laterPart)
    if (next.entries.length === 0) break
    list = joinedParts(list, next)
  }
  return list
}
