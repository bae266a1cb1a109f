// The export calls of the fake station. An export makes progress only when a test sets it.
import { CallError, type ExportView, type SheetView, type Station } from '../../../../shared/station-api/index.ts'
import { sheetOf, type FakeParts } from './fake-station.ts'

export function fakeExports({
  station,
  admit,
  lists,
  sheets,
}: FakeParts): Pick<Station['handlers'], 'export.start' | 'export.cancel'> {
  return {
    'export.start': (request) => {
      admit('export.start')
      station().exportOrders.push(request)
      const { order } = request
      const [only] = order.kind === 'sheets' && order.sheetIds.length === 1 ? order.sheetIds : []
      const view: ExportView = {
        exportId: `export-${station().exportOrders.length}`,
        state: 'running',
        summary:
          order.kind === 'day'
            ? { ...order, sheets: lists.get(order.date)?.entries.length ?? 0 }
            : {
                kind: 'sheets',
                sheets: order.sheetIds.length,
                name: only === undefined ? null : nameOf(sheetOf(sheets, only)),
                formats: order.formats,
              },
        startedAt: new Date().toISOString(),
        done: 0,
        total: 0,
        folder: '/home/verksted/Kant/2026-11-23',
        files: [],
        refusals: [],
        failure: null,
      }
      station().pushExport(view)
      return view
    },
    'export.cancel': ({ exportId }) => {
      admit('export.cancel')
      const view = station().exports.find((each) => each.exportId === exportId)
      if (view === undefined) throw new CallError('export_unknown', exportId)
      station().pushExport({ ...view, state: 'cancelled' })
      return {}
    },
  }
}

const nameOf = ({ sheet }: SheetView): string =>
  sheet === null ? 'sheet' : `${sheet.order.numberDisplay}-${sheet.sheetNo}-v${sheet.drawingVersion}`
