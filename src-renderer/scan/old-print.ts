// The print that the open sheet was scanned from, where it is not of the drawing on the screen. Lives until the sheet is left, or a
// person has said that it is bent by the screen.
import { useSyncExternalStore } from 'react'
import type { ScanAnswer } from '../../shared/station-api/index.ts'

type Scanned = Extract<ScanAnswer, { kind: 'sheet' }>
export type OldPrint = Pick<Scanned, 'sheetId' | 'printedVersion' | 'drawingVersion' | 'print'>

const listeners = new Set<() => void>()
let now: OldPrint | null = null

function become(next: OldPrint | null): void {
  now = next
  for (const listener of listeners) listener()
}

/** A print of the drawing that the station has is as good as the screen. */
export function printScanned(scanned: OldPrint): void {
  become(scanned.print === 'current' || scanned.print === 'unknown' ? null : scanned)
}

/** It stands in the way of this sheet no more. */
export function printForgotten(sheetId: string): void {
  if (now?.sheetId === sheetId) become(null)
}

/** The drawing that the station has now: one that was waited for settles what was scanned before it came. */
export function printOfDrawing(sheetId: string, drawingVersion: number): void {
  if (now?.sheetId !== sheetId || now.print !== 'newer' || drawingVersion < now.printedVersion) return
  printScanned({ ...now, drawingVersion, print: drawingVersion === now.printedVersion ? 'current' : 'old' })
}

/** Null: nothing is known against the print in the operator's hand. */
export function useOldPrint(sheetId: string): OldPrint | null {
  const print = useSyncExternalStore(subscribe, () => now)
  return print?.sheetId === sheetId ? print : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
