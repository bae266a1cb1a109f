// The scanned print of the open sheet, where its drawing is not the one on the screen. Reset when the sheet is closed, or when an
// operator confirms that the sheet is bent by the screen.
import type { ScanAnswer } from '../../shared/station-api/index.ts'
import { Slice } from '../store/slice.ts'

type ScannedSheet = Extract<ScanAnswer, { kind: 'sheet' }>
export type ScannedPrint = Pick<ScannedSheet, 'sheetId' | 'printedVersion' | 'drawingVersion' | 'print'>

export class PrintState {
  readonly differing = new Slice<ScannedPrint | null>(null)

  /** A print of the current drawing is as good as the screen. */
  onScan(scanned: ScannedPrint): void {
    const isUsable = scanned.print === 'current' || scanned.print === 'unknown'
    this.differing.set(isUsable ? null : scanned)
  }

  dismiss(sheetId: string): void {
    if (this.differing.value?.sheetId === sheetId) this.differing.set(null)
  }

  /** The station's drawing of the sheet: a print that was newer may be current now. */
  onDrawing(sheetId: string, drawingVersion: number): void {
    const scanned = this.differing.value
    if (scanned?.sheetId !== sheetId || scanned.print !== 'newer' || drawingVersion < scanned.printedVersion) return
    this.onScan({ ...scanned, drawingVersion, print: drawingVersion === scanned.printedVersion ? 'current' : 'old' })
  }
}
