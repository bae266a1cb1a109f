// Whether the station's store refused what was asked of it last: the disk is full or faulty. Lives as long as the page.
import { useSyncExternalStore } from 'react'
import type { CallError, CallName } from '../../shared/station-api/index.ts'

const listeners = new Set<() => void>()
let refuses = false

/** Calls that are done without a row in the store of marks and counts, so that their success says nothing of it. */
const storesNothing: ReadonlySet<CallName> = new Set([
  'brake.choose',
  'export.cancel',
  'export.start',
  'handover.read',
  'sync.now',
])

/** Told how each call ended; `error` null: it was done. */
export function storeAnswered(name: CallName, error: CallError | null): void {
  const next = error === null ? refuses && storesNothing.has(name) : refuses || error.code === 'not_stored'
  if (next === refuses) return
  refuses = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** True until something is stored again. */
export const useStoreRefuses = (): boolean => useSyncExternalStore(subscribe, () => refuses)
