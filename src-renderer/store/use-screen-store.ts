// Gives components the screen's store and renders them again when a slice that they read changes.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ScreenStore } from './screen-store.ts'
import type { ReadonlySlice } from './slice.ts'

const ScreenStoreContext = createContext<ScreenStore | null>(null)
export const ScreenStoreProvider = ScreenStoreContext.Provider

export function useScreenStore(): ScreenStore {
  const store = useContext(ScreenStoreContext)
  if (store === null) throw new Error('this component is outside the ScreenStoreProvider')
  return store
}

export const useSlice = <Value>(slice: ReadonlySlice<Value>): Value =>
  useSyncExternalStore(slice.subscribe, () => slice.value)
