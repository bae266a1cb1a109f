// Hands the station to every part of the screen.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { StatusView } from '../../shared/station-api/index.ts'
import type { ScreenLink } from './station-link.ts'
import type { StationNow, StationStore } from './station-store.ts'

const StationContext = createContext<StationStore | null>(null)
export const StationProvider = StationContext.Provider

function useStore(): StationStore {
  const store = useContext(StationContext)
  if (store === null) throw new Error('there is no station around this part of the screen')
  return store
}

export const useStationLink = (): ScreenLink => useStore().link

export function useStationNow(): StationNow {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, store.now)
}

/** Below the point where the station has spoken once. */
export function useStatus(): StatusView {
  const { status } = useStationNow()
  if (status === null) throw new Error('the station has not spoken yet')
  return status
}
