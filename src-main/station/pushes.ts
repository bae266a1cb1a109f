// What screens are told without having asked. Many changes in one turn of the loop are one word about the status, which counts marks
// and days anew each time. Pure but for the turns of the loop.
import type { Push, StatusView } from '../../shared/station-api/index.ts'
import type { Changes } from '../cache/cache.ts'

export interface Pushes {
  tell: (push: Push) => void
  /** Days and sheets, and with them the status. */
  changed: (changes: Changes) => void
  /** Something on the status line may have changed: it is told as it is when the turn is over. */
  statusChanged: () => void
  /** A person's own act changed it: told before they have their answer. */
  tellStatus: () => void
  subscribe: (listener: (push: Push) => void) => () => void
  /** Nothing is told any more. */
  stop: () => void
}

export interface PushesOptions {
  /** Asked for once a turn in which it changed. */
  status: () => StatusView
  today: () => string
  /** Called after each word about the status. */
  onTold: () => void
  /** Told what either of them throws at the end of a turn. */
  onFault: (fault: unknown) => void
}

export function createPushes({ status, today, onTold, onFault }: PushesOptions): Pushes {
  const listeners = new Set<(push: Push) => void>()
  let planned: NodeJS.Immediate | null = null
  let stopped = false
  const tell = (push: Push): void => {
    for (const listener of listeners) listener(push)
  }
  const tellStatus = (): void => {
    tell({ name: 'status', data: status() })
    onTold()
  }
  const tellPlanned = (): void => {
    planned = null
    try {
      tellStatus()
    } catch (fault) {
      onFault(fault)
    }
  }
  const statusChanged = (): void => {
    if (!stopped) planned ??= setImmediate(tellPlanned)
  }
  return {
    tell,
    changed: (changes) => {
      tell({ name: 'changed', data: withToday(changes, today()) })
      statusChanged()
    },
    statusChanged,
    tellStatus,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => {
      stopped = true
      if (planned !== null) clearImmediate(planned)
    },
  }
}

/** On today's list stand sheets that left the lists, too: a change of a sheet may be seen there. */
const withToday = ({ dates, sheetIds }: Changes, today: string): Changes => ({
  dates: sheetIds.length === 0 ? dates : [...new Set([...dates, today])],
  sheetIds,
})
