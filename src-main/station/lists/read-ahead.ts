// Reads the list before a screen asks for it, while the screen's page is still loading: the first read of a long day is slow. Pure, apart
// from ticks of the event loop.
import { setImmediate } from 'node:timers/promises'
import { calls, type Station } from '../../../shared/station-api/index.ts'

/** The number of entries that a screen shows first. */
const firstEntries = 24

/** Uses two ticks of the event loop, so that it never blocks a call for long. Does nothing once `isOver` is true. Never rejects. */
export async function readAhead(parts: {
  readList: Station['handlers']['list.read']
  today: () => string
  isOver: () => boolean
  onError: (error: unknown) => void
}): Promise<void> {
  try {
    await setImmediate()
    if (parts.isOver()) return
    const nobody = {}
    const list = await parts.readList({ date: parts.today(), part: { offset: 0, limit: firstEntries } }, nobody)
    await setImmediate()
    calls['list.read'].out.safeParse(list)
  } catch (error) {
    parts.onError(error)
  }
}
