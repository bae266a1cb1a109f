// The QR code of a printed sheet: its text, and its squares as rectangles. Pure.
import { encodeQR } from 'qr'

/** Squares of a QR code, counted from its upper left. A reader needs four white squares on every side (ISO/IEC 18004). */
export interface QrCode {
  /** Squares along a side. */
  readonly size: number
  /** The dark squares; neighbours in a row are one bar. */
  readonly bars: readonly QrBar[]
}

interface QrBar {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** The text of a sheet's code: the sheet, its drawing version and the start of the drawing hash. ASCII. */
export const sheetCode = (
  sheet: { readonly id: string; readonly drawingVersion: number },
  drawingHash: string,
): string => `${sheet.id}:${sheet.drawingVersion}:${drawingHash.slice(0, 8)}`

/** A code that is readable if a quarter of it is soiled (error correction Q). Throws if the text is too long for a code. */
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
