// Marks a sheet as bent (decision 3). An existing marker is kept, an outdated drawing is refused, and the order does not change.
import { bentAtLeadSeconds } from '../../shared/workshop-api/index.ts'
import type { BendingSheet } from '../../shared/workshop-api/index.ts'
import { Failure, invalid } from '../http/failure.ts'
import type { Operation } from '../http/operation.ts'
import type { Parts } from '../parts.ts'
import { instantOf } from '../store/clock.ts'
import { reducedSheet } from './sheet-store.ts'

export function reportBent({
  store,
  sheets,
  orders,
  brakes,
  events,
}: Pick<Parts, 'store' | 'sheets' | 'orders' | 'brakes' | 'events'>): Operation<'reportBent'> {
  return ({ key, accessScope, nowMs, params, body: report }) => {
    if (report.bentAt !== undefined && Date.parse(report.bentAt) > nowMs + bentAtLeadSeconds * 1000) {
      throw invalid(['bentAt'], 'Tidspunktet ligger mer enn fem minutter fram i tid.')
    }
    if (report.pressBrakeId !== undefined && !brakes.has(key.workshop.id, report.pressBrakeId)) {
      throw invalid(['pressBrakeId'], 'Verkstedet har ingen kantpresse med denne id-en.')
    }
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
