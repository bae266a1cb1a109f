// That this screen has just chosen a PIN and opens itself with it: what it has open stays in view meanwhile. Lives as long as the page.
import { useSyncExternalStore } from 'react'

let isSetting = false
const listeners = new Set<() => void>()

function become(next: boolean): void {
  isSetting = next
  for (const listener of listeners) listener()
}

/** Until `set` has ended, however it ended. */
export async function whileSettingPin(set: () => Promise<void>): Promise<void> {
  become(true)
  try {
    await set()
  } finally {
    become(false)
  }
}

export const useIsSettingPin = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => isSetting,
  )
