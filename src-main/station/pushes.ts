// What screens are told without having asked. Many changes in one turn of the loop are one word about the status, which counts marks
// and days anew each time. Pure but for the turns of the loop.
import type { Push, StatusView } from '../../shared/station-api/index.ts'

export interface Pushes {
  tell: (push: Push) => void
  /** Something on the status line may have changed: it is told as it is when the turn is over. */
  statusChanged: () => void
  /** A person's own act changed it: told before they have their answer. */
  tellStatus: () => void
  subscribe: (listener: (push: Push) => void) => () => void
  /** Nothing is told any more. */
  stop: () => void
}

/** `status` is asked for once a turn in which it changed; what it throws then goes to `onFault`. */
export function createPushes(status: () => StatusView, onFault: (fault: unknown) => void): Pushes {
  const listeners = new Set<(push: Push) => void>()
  let planned: NodeJS.Immediate | null = null
  let stopped = false
  const tell = (push: Push): void => {
    for (const listener of listeners) listener(push)
  }
  const tellStatus = (): void => tell({ name: 'status', data: status() })
  const tellPlanned = (): void => {
    planned = null
    try {
      tellStatus()
    } catch (fault) {
      onFault(fault)
    }
  }
  return {
    tell,
    statusChanged: () => {
      if (!stopped) planned ??= setImmediate(tellPlanned)
    },
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
