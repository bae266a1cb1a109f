// Reads the list before a screen asks, while its page is still being read: of a long day that takes longer than all else that the screen
// waits for, and the first time is the slowest. Pure but for the turns of the loop.
import { setImmediate } from 'node:timers/promises'
import { calls, type Station } from '../../shared/station-api/index.ts'

/** As many as a screen shows first. */
const shownFirst = 24

/** In two turns of the loop; does nothing once `isOver`. Never rejects. */
export async function readAhead(parts: {
  readList: Station['handlers']['list.read']
  today: () => string
  isOver: () => boolean
  onFault: (fault: unknown) => void
}): Promise<void> {
  try {
    await setImmediate()
    if (parts.isOver()) return
    const list = await parts.readList({ date: parts.today(), part: { from: 0, most: shownFirst } })
    await setImmediate()
    calls['list.read'].out.safeParse(list)
  } catch (fault) {
    parts.onFault(fault)
  }
}
