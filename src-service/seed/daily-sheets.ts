// Adds sheets to sandboxes (service decision 3): at the start and at each midnight of the workshop, today and the next working day get the spare
// sheets if they have none.
import { nextWorkingDay, workshopDate } from '../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { orderId, workshopOrder } from '../orders/index.ts'
import { instantOf, listWorkshops } from '../store/index.ts'
import type { Workshop } from '../store/index.ts'
import type { SeedParts } from './seed-parts.ts'
import { addSheets } from './add-sheets.ts'
import { readSheetTemplates } from './sheet-templates.ts'
import type { SheetTemplate } from './sheet-templates.ts'
import { stableId } from './stable-id.ts'

/** Returns the function that adds the sheets of today and of the next working day, if they have none. */
export function dailySheets(parts: SeedParts): (nowMs: number) => void {
  const countListedSheets = parts.store.db.prepare<[string, string, string], { count: number }>(
    `SELECT count(*) AS count FROM bending_sheet s JOIN work_order o ON o.id = s.order_id
     WHERE s.workshop_id = ? AND s.is_test = 1 AND (s.day = ? OR (s.day < ? AND s.bent = 0))
       AND o.status IN ('mottatt', 'i_arbeid') AND o.forwarded_at IS NULL`,
  )
  const isEmpty = (workshop: Workshop, day: string, today: string) =>
    countListedSheets.get(workshop.id, day, day === today ? day : '')?.count === 0

  return (nowMs) => {
    const today = workshopDate(nowMs)
    for (const workshop of listWorkshops(parts.store).filter(({ sandbox }) => sandbox)) {
      for (const day of [today, nextWorkingDay(today)]) {
        if (isEmpty(workshop, day, today)) {
          parts.store.write(() => {
            addSpareSheets(parts, workshop, day, nowMs)
          })
        }
      }
    }
  }
}

/** Adds each spare sheet to its own order if that is open, else to any open order, else to a new one. */
function addSpareSheets(parts: SeedParts, workshop: Workshop, day: string, nowMs: number): void {
  const open = parts.orders.open(workshop.id, true)
  const fallback = open[0] ?? newOrder(parts, workshop, day, nowMs)
  const byOrder = new Map<EventOrder, SheetTemplate[]>()
  for (const template of readSheetTemplates().filter((each) => each.day === 'spare')) {
    const orderIdOfTemplate = stableId(workshop.slug, 'order', template.orderKey)
    const order = open.find(({ id }) => id === orderIdOfTemplate) ?? fallback
    byOrder.set(order, [...(byOrder.get(order) ?? []), template])
  }
  for (const [order, templates] of byOrder) addSheets(parts, { workshop, order, templates, day }, nowMs)
}

function newOrder({ orders }: SeedParts, workshop: Workshop, day: string, nowMs: number): EventOrder {
  const order = workshopOrder({
    id: orderId(nowMs),
    number: orders.nextNumber(workshop.id, true),
    isTest: true,
    customer: null,
    title: 'Beslag til lager',
    deliveryDate: day,
    createdAt: instantOf(nowMs),
  })
  orders.receive(workshop.id, order, nowMs)
  return order
}
