// The scan calls of the fake station, with the handlers of the real station on the sheets in memory.
import { defaultScanner, type ScannerSettings, type Station } from '../../../../shared/station-api/index.ts'
import { createScanHandlers } from '../../../../src-main/station/lists/scan-handlers.ts'
import { newFakePapers, type FakePapers } from './fake-orders.ts'
import { today, type FakeStation } from './fake-station.ts'

/** What a scan can open, and the settings of the scanner. */
export interface FakeScans extends FakePapers {
  scanner: ScannerSettings
}

export const newFakeScans = (): FakeScans => ({ ...newFakePapers(), scanner: defaultScanner })

type ScanCall = 'scan.read' | 'scanner.read' | 'scanner.set'

export function fakeScanner(
  station: () => FakeStation,
  admit: (name: string) => void,
): Pick<Station['handlers'], ScanCall> {
  const handlers = createScanHandlers({
    today: () => today,
    orderWithSticker: async (sticker) =>
      [...station().papers.values()].find(({ order }) => order?.stickerNumbers.includes(sticker))?.orderNumber ?? null,
    cache: {
      datesOf: (sheetId) =>
        [...station().lists.values()]
          .filter(({ entries }) => entries.some(({ entry }) => entry.sheetId === sheetId))
          .map(({ date }) => date),
      entryOf: (sheetId) =>
        [...station().lists.values()].flatMap(({ entries }) => entries).find(({ entry }) => entry.sheetId === sheetId)
          ?.entry ?? null,
      sheetOf: (sheetId) => {
        const view = station().sheets.get(sheetId)
        return view === undefined ? { sheet: null, readAt: null } : { sheet: view.sheet, readAt: view.readAt }
      },
    },
    screen: {
      now: () => ({ language: null, kiosk: false, scanner: station().scanner }),
      change: ({ scanner }) => {
        if (scanner !== undefined) station().scanner = scanner
      },
    },
  })
  return {
    'scan.read': (input) => {
      admit('scan.read')
      return handlers['scan.read'](input)
    },
    'scanner.read': (input) => handlers['scanner.read'](input),
    'scanner.set': (input) => {
      admit('scanner.set')
      return handlers['scanner.set'](input)
    },
  }
}
