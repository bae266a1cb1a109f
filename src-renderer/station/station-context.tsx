// Gives components the station's link and its latest state.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { BrakeView, ExportView, Grant, ShellView, StatusView } from '../../shared/station-api/index.ts'
import type { ScreenLink } from './screen-link.ts'
import type { StationState, StationStore } from './station-store.ts'

const StationContext = createContext<StationStore | null>(null)
export const StationProvider = StationContext.Provider

function useStore(): StationStore {
  const store = useContext(StationContext)
  if (store === null) throw new Error('this component is outside the StationProvider')
  return store
}

export const useStationLink = (): ScreenLink => useStore().link

/** One part of the state, so that an export's progress does not render the whole screen again. */
function useStatePart<Part extends keyof StationState>(part: Part): StationState[Part] {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => store.state()[part])
}

export const useLinkState = (): StationState['link'] => useStatePart('link')

/** Null until the first snapshot. */
export const useFirstStatus = (): StatusView | null => useStatePart('status')

/** The status for components that are rendered after the first snapshot. Throws before it. */
export function useStatus(): StatusView {
  const status = useFirstStatus()
  if (status === null) throw new Error('the station has sent no snapshot yet')
  return status
}

/** Whether this screen has the grant. */
export const useMay = (grant: Grant): boolean => useStatePart('grants').includes(grant)

/** Whether a PIN has opened a grant on this screen that can be closed again. */
export const useUnlocked = (): boolean => useStatePart('unlocked')

/** The settings of the window: kiosk, awake, idle, the station's language. */
export const useShell = (): ShellView => useStatePart('shell')

/** The running exports and the last ended ones, oldest first. */
export const useExports = (): readonly ExportView[] => useStatePart('exports')

/** The connection to the brake; unknown while the connection to the station is lost. */
export const useBrake = (): BrakeView => useStatePart('brake')

interface MeasuredPiece {
  readonly sheetId: string
  readonly drawingVersion: number
  readonly pieceNo: number
}

/** The program in the brake, if the piece was bent with it. Null: it was not, or that is in doubt. */
export function useBentWith({ sheetId, drawingVersion, pieceNo }: MeasuredPiece): BrakeView['loaded'] {
  const { loaded } = useBrake()
  if (loaded === null || loaded.needsConfirmation) return null
  const isSame = loaded.sheetId === sheetId && loaded.drawingVersion === drawingVersion && loaded.pieceNo === pieceNo
  return isSame ? loaded : null
}
