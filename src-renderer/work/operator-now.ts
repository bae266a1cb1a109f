// Who stands at the brake as far as this screen knows: nobody after a start, and nobody again after 30 minutes without a touch.
// Lives as long as the page.

/** After so long without a touch or a key it may be somebody else. */
export const idleMs = 30 * 60_000

/** `asked`: somebody answered, be it without a name. */
export interface OperatorNow {
  asked: boolean
  operatorId: string | null
}

export interface OperatorStore {
  now: () => OperatorNow
  choose: (operatorId: string | null) => void
  /** Somebody touched the screen or a key. */
  touched: () => void
  subscribe: (listener: () => void) => () => void
}

/** `clock`: milliseconds, of any beginning. */
export function createOperatorStore(clock: () => number): OperatorStore {
  const nobody: OperatorNow = { asked: false, operatorId: null }
  const listeners = new Set<() => void>()
  let now = nobody
  let touchedAt = clock()
  const become = (next: OperatorNow): void => {
    now = next
    for (const listener of listeners) listener()
  }
  return {
    now: () => now,
    choose: (operatorId) => become({ asked: true, operatorId }),
    touched: () => {
      const before = touchedAt
      touchedAt = clock()
      if (now.asked && touchedAt - before >= idleMs) become(nobody)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
