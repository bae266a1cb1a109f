// The running export, or the result of the last one until it is dismissed. A complete result is dismissed when the user continues.
import { useState } from 'react'
import type { ExportView } from '../../shared/station-api/index.ts'
import { useExports } from '../station/station-context.tsx'
import { useDismissOnLeave } from '../ui/use-dismiss-on-leave.ts'

export interface ShownExport {
  view: ExportView
  /** The number of exports that wait. */
  waiting: number
}

/** `bar`: the selector of what shows it. */
export function useShownExport(bar: string): { shown: ShownExport | null; dismiss: () => void } {
  const exports = useExports()
  const [dismissedUntil, dismissUntil] = useDismissedUntil()
  const running = exports.filter(({ state }) => state === 'running')
  const ended = exports.findLast(({ state, startedAt }) => state !== 'running' && startedAt > dismissedUntil)
  const [first] = running
  const dismiss = (): void => {
    if (ended !== undefined) dismissUntil(ended.startedAt)
  }
  useDismissOnLeave(first === undefined && ended?.state === 'done' && ended.refusals.length === 0, bar, dismiss)
  const view = first ?? ended
  return { shown: view === undefined ? null : { view, waiting: Math.max(0, running.length - 1) }, dismiss }
}

const storedUnder = 'kant-exports-put-away'

/** Dismissed exports stay dismissed after a reload of this window. */
function useDismissedUntil(): [startedAt: string, dismissUntil: (startedAt: string) => void] {
  const [startedAt, setStartedAt] = useState(() => window.sessionStorage.getItem(storedUnder) ?? '')
  return [
    startedAt,
    (until) => {
      window.sessionStorage.setItem(storedUnder, until)
      setStartedAt(until)
    },
  ]
}
