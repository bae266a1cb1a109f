// The code on a printed sheet: what it says, and its squares as rectangles to fill. Pure.
import { encodeQR } from 'qr'

/** Squares of a QR code, counted from its upper left. A reader wants four white ones on every side of it (ISO/IEC 18004). */
export interface QrCode {
  /** Squares along a side. */
  readonly size: number
  /** The dark ones, those of a row that touch made one. */
  readonly bars: readonly QrBar[]
}

export interface QrBar {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** What the code of a sheet says: which sheet, which drawing of it, and whether it is that drawing. ASCII. */
export const sheetCode = (
  sheet: { readonly id: string; readonly drawingVersion: number },
  drawingHash: string,
): string => `${sheet.id}:${sheet.drawingVersion}:${drawingHash.slice(0, 8)}`

/** A code that is read with a quarter of it soiled (error correction Q). Throws on a text that no code can hold. */
export function qrCode(text: string): QrCode {
  const framed = encodeQR(text, 'raw', { ecc: 'quartile', border: 1 })
  const squares = framed.slice(1, -1).map((row) => row.slice(1, -1))
  return { size: squares.length, bars: squares.flatMap((row, y) => barsOf(row).map((bar) => ({ ...bar, y }))) }
}

function barsOf(row: readonly boolean[]): { x: number; width: number }[] {
  const bars: { x: number; width: number }[] = []
  for (const [x, dark] of row.entries()) {
    const last = bars.at(-1)
    if (!dark) continue
    if (last !== undefined && last.x + last.width === x) last.width += 1
    else bars.push({ x, width: 1 })
  }
  return bars
}
