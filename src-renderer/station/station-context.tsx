// Gives components the station's link and its latest state.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { BrakeView, ExportView, Grant, ShellView, StatusView } from '../../shared/station-api/index.ts'
import type { ScreenLink } from './screen-link.ts'
import type { StationNow, StationStore } from './station-store.ts'

const StationContext = createContext<StationStore | null>(null)
export const StationProvider = StationContext.Provider

function useStore(): StationStore {
  const store = useContext(StationContext)
  if (store === null) throw new Error('this component is outside the StationProvider')
  return store
}

export const useStationLink = (): ScreenLink => useStore().link

/** One part of the state, so that an export's progress does not render the whole screen again. */
function useNowPart<Part extends keyof StationNow>(part: Part): StationNow[Part] {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => store.now()[part])
}

export const useLinkState = (): StationNow['link'] => useNowPart('link')

/** Null until the first snapshot. */
export const useFirstStatus = (): StatusView | null => useNowPart('status')

/** For components that are rendered after the first snapshot. */
export function useStatus(): StatusView {
  const status = useFirstStatus()
  if (status === null) throw new Error('the station has sent no snapshot yet')
  return status
}

/** Whether this screen has the grant. */
export const useMay = (grant: Grant): boolean => useNowPart('grants').includes(grant)

/** Whether a PIN has opened a grant on this screen that can be closed again. */
export const useUnlocked = (): boolean => useNowPart('unlocked')

/** The settings of the window: kiosk, awake, idle, the station's language. */
export const useShell = (): ShellView => useNowPart('shell')

/** The running exports and the last ended ones, oldest first. */
export const useExports = (): readonly ExportView[] => useNowPart('exports')

/** The connection to the brake; unknown while the connection to the station is lost. */
export const useBrake = (): BrakeView => useNowPart('brake')
