// Marks a sheet as bent (service decision 3). A sheet that is already bent stays unchanged, an outdated drawing is refused, and the order
// does not change.
import { bentAtLeadSeconds } from '../../shared/workshop-api/index.ts'
import type { BendingSheet } from '../../shared/workshop-api/index.ts'
import { Failure, invalid } from '../operation/index.ts'
import type { Operation } from '../operation/index.ts'
import type { EventLog } from '../events/index.ts'
import type { OrderStore } from '../orders/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import type { PressBrakes } from './press-brakes.ts'
import { reducedSheet } from './sheet-store.ts'
import type { SheetStore } from './sheet-store.ts'

/**
 * One transaction: stores the next version of the sheet and adds the event 'bending_sheet.bent'. Throws a `Failure`: 'not_found',
 * 'sheet_superseded', 'not_approved', or 'invalid_request' for an unknown brake and for a time more than five minutes ahead.
 */
export function reportBent({
  store,
  sheets,
  orders,
  brakes,
  events,
}: {
  store: Store
  sheets: SheetStore
  orders: OrderStore
  brakes: PressBrakes
  events: EventLog
}): Operation<'reportBent'> {
  return ({ key, accessScope, nowMs, params, body: report }) => {
    if (report.bentAt !== undefined && Date.parse(report.bentAt) > nowMs + bentAtLeadSeconds * 1000) {
      throw invalid(['bentAt'], 'Tidspunktet ligger mer enn fem minutter fram i tid.')
    }
    if (report.pressBrakeId !== undefined) brakes.require(key.workshop.id, report.pressBrakeId)
    return store.write(() => {
      const sheet = sheets.find(accessScope, params.id)
      if (sheet === null) throw new Failure('not_found')
      if (report.drawingVersion !== undefined && report.drawingVersion !== sheet.drawingVersion) {
        throw new Failure('sheet_superseded', { currentDrawingVersion: sheet.drawingVersion })
      }
      if (sheet.bent !== null) return { body: JSON.stringify(sheet) }
      if (sheet.approval.state === 'awaiting' || sheet.approval.state === 'change_requested') {
        throw new Failure('not_approved')
      }
      const instant = instantOf(nowMs)
      const bentSheet: BendingSheet = {
        ...sheet,
        version: sheet.version + 1,
        bent: {
          at: report.bentAt ?? instant,
          quantity: report.quantity ?? sheet.quantity,
          pressBrakeId: report.pressBrakeId ?? null,
          by: report.by ?? null,
        },
        updatedAt: instant,
      }
      sheets.save(bentSheet)
      const customerId = orders.findById(sheet.order.id)?.customer?.id ?? null
      const livemode = accessScope.isTest === 0
      const data = { bendingSheet: reducedSheet(bentSheet) }
      events.add({ type: 'bending_sheet.bent', workshopId: key.workshop.id, livemode, customerId, data }, nowMs)
      return { body: JSON.stringify(bentSheet) }
    })
  }
}
