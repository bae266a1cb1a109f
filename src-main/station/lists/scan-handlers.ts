// The calls about scanned codes and the scanner's settings. Reads the cache; writes only the scanner's settings.
import {
  looksLikeHandOver,
  readPrintedCode,
  readStickerNumber,
  type ScanAnswer,
  type Station,
} from '../../../shared/station-api/index.ts'
import type { Cache, CachedSheet } from '../../cache/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { ScreenSettingsFile } from '../settings/index.ts'

export interface ScanParts {
  cache: Pick<Cache, 'datesOf'> & {
    entryOf: (sheetId: string) => object | null
    sheetOf: (sheetId: string) => Pick<CachedSheet, 'sheet' | 'readAt'>
  }
  screen: ScreenSettingsFile
  today: () => string
  /** The number of the order that has the sticker; null: no stored order has it. */
  orderWithSticker: (sticker: number) => Promise<string | null>
}

export function createScanHandlers({
  cache,
  screen,
  today,
  orderWithSticker,
}: ScanParts): Pick<Station['handlers'], 'scan.read' | 'scanner.read' | 'scanner.set'> {
  return {
    'scan.read': async ({ text }) => {
      if (looksLikeHandOver(text)) return { kind: 'hand_over' }
      const sticker = readStickerNumber(text)
      if (sticker === null) return readSheetCode(cache, today(), text)
      const orderNumber = await orderWithSticker(sticker)
      return orderNumber === null ? { kind: 'unknown_sticker' } : { kind: 'order', orderNumber }
    },
    'scanner.read': () => screen.now().scanner,
    'scanner.set': (scanner) => {
      screen.change({ scanner })
      return {}
    },
  }
}

function readSheetCode(cache: ScanParts['cache'], today: string, text: string): ScanAnswer {
  const code = readPrintedCode(text)
  if (code === null) return { kind: 'not_ours' }
  const { sheetId, drawingVersion: printedVersion, hash8 } = code
  const dates = cache.datesOf(sheetId).toSorted()
  const { sheet, readAt } = cache.sheetOf(sheetId)
  if (sheet === null && readAt === null && cache.entryOf(sheetId) === null)
    return { kind: 'unknown_sheet', printedVersion }
  const date = dates.includes(today) ? today : (dates.find((one) => one > today) ?? dates.at(-1) ?? null)
  const scannedSheet = { kind: 'sheet', sheetId, date, printedVersion } as const
  if (sheet === null) return { ...scannedSheet, drawingVersion: null, print: 'unknown' }
  const { drawingVersion } = sheet
  if (printedVersion !== drawingVersion)
    return { ...scannedSheet, drawingVersion, print: printedVersion < drawingVersion ? 'old' : 'newer' }
  return { ...scannedSheet, drawingVersion, print: drawingHash(sheet).startsWith(hash8) ? 'current' : 'differs' }
}
