// Opens the bend step automatically once a program is read back, on a screen that shows its sheet.
import { useEffect, useRef } from 'react'
import type { BrakeState } from '../../shared/station-api/index.ts'
import type { Route } from '../route.ts'
import { useBrake } from '../station/station-context.tsx'
import { goTo } from '../use-route.ts'

/** The states of a program that was just read back. */
const newlyLoaded: readonly BrakeState[] = ['verified', 'running']

export function useOpenBendStep(route: Route): void {
  const { loaded, state } = useBrake()
  /** The program that was last in the brake; undefined: before the first look. It stays while the connection is lost. */
  const last = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = loaded?.programId ?? before ?? null
    if (before === undefined || loaded === null || loaded.programId === before) return
    if (loaded.needsConfirmation || !newlyLoaded.includes(state)) return
    const showsSheet = (route.screen === 'sheet' || route.screen === 'bend') && route.sheetId === loaded.sheetId
    if (!showsSheet) return
    goTo({ screen: 'bend', date: route.date, sheetId: loaded.sheetId, pieceNo: loaded.pieceNo })
  }, [loaded, state, route])
}
