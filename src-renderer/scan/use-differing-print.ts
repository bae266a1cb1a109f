// The scanned print that differs from the drawing of a sheet.
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import type { ScannedPrint } from './print-state.ts'

/** Null: no difference between the operator's print and the drawing is known. */
export function useDifferingPrint(sheetId: string): ScannedPrint | null {
  const print = useSlice(useScreenStore().print.differing)
  return print?.sheetId === sheetId ? print : null
}
