// The calls about scanned codes on a station that a test holds: the station's own handlers, on the sheets in memory.
import type { Station } from '../../../../shared/station-api/index.ts'
import { createScanHandlers } from '../../../../src-main/station/lists/scan-handlers.ts'
import { today, type HeldStation } from './fake-station.ts'

type ScanCall = 'scan.read' | 'scanner.read' | 'scanner.set'

export function heldScanner(
  held: () => HeldStation,
  take: (name: string) => void,
): Pick<Station['handlers'], ScanCall> {
  const handlers = createScanHandlers({
    today: () => today,
    cache: {
      datesOf: (sheetId) =>
        [...held().lists.values()]
          .filter(({ entries }) => entries.some(({ entry }) => entry.sheetId === sheetId))
          .map(({ date }) => date),
      entryOf: (sheetId) =>
        [...held().lists.values()].flatMap(({ entries }) => entries).find(({ entry }) => entry.sheetId === sheetId)
          ?.entry ?? null,
      sheetOf: (sheetId) => {
        const view = held().sheets.get(sheetId)
        return view === undefined ? { sheet: null, readAt: null } : { sheet: view.sheet, readAt: view.readAt }
      },
    },
    screen: {
      now: () => ({ language: null, kiosk: false, scanner: held().scanner }),
      change: ({ scanner }) => {
        if (scanner !== undefined) held().scanner = scanner
      },
    },
  })
  return {
    'scan.read': (input) => {
      take('scan.read')
      return handlers['scan.read'](input)
    },
    'scanner.read': (input) => handlers['scanner.read'](input),
    'scanner.set': (input) => {
      take('scanner.set')
      return handlers['scanner.set'](input)
    },
  }
}
