// Hands the station to every part of the screen.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { BrakeView, ExportView, Grant, ShellView, StatusView } from '../../shared/station-api/index.ts'
import type { ScreenLink } from './screen-link.ts'
import type { StationNow, StationStore } from './station-store.ts'

const StationContext = createContext<StationStore | null>(null)
export const StationProvider = StationContext.Provider

function useStore(): StationStore {
  const store = useContext(StationContext)
  if (store === null) throw new Error('there is no station around this part of the screen')
  return store
}

export const useStationLink = (): ScreenLink => useStore().link

/** Each part of what is known by itself, so that an export's progress does not render the whole screen anew. */
function useNowPart<Part extends keyof StationNow>(part: Part): StationNow[Part] {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => store.now()[part])
}

export const useLinkState = (): StationNow['link'] => useNowPart('link')

/** Null until the station has spoken once. */
export const useFirstStatus = (): StatusView | null => useNowPart('status')

/** Below the point where the station has spoken once. */
export function useStatus(): StatusView {
  const status = useFirstStatus()
  if (status === null) throw new Error('the station has not spoken yet')
  return status
}

/** Whether this screen may do what needs the grant. */
export const useMay = (grant: Grant): boolean => useNowPart('grants').includes(grant)

/** Whether a PIN opened something on this screen that can be closed again. */
export const useUnlocked = (): boolean => useNowPart('unlocked')

/** What the window around the screen is told: kiosk, awake, idle, the language chosen at this station. */
export const useShell = (): ShellView => useNowPart('shell')

/** Every export that runs and the last few that have ended, oldest first. */
export const useExports = (): readonly ExportView[] => useNowPart('exports')

/** How the link to the brake stands; nothing of it is known while the link to the station is lost. */
export const useBrake = (): BrakeView => useNowPart('brake')
