// Fills a day with many sheets, made of the sandbox's templates one after the other: for trials and benches.
import { day as dayText, workshopDate } from '../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { receivedSlip } from '../orders/new-order.ts'
import { orderId } from '../orders/order-id.ts'
import type { Parts } from '../parts.ts'
import { addSheets } from '../sandbox/added-sheets.ts'
import { readSheetTemplates } from '../sandbox/sheet-templates.ts'
import { instantOf } from '../store/clock.ts'
import { Refusal } from '../store/refusal.ts'
import type { Workshop } from '../store/workshops.ts'

export interface SheetsWanted {
  count: number
  /** YYYY-MM-DD; today where it is left out. */
  day?: string
  /** They all go to this order; left out, to new ones of fifty each. */
  order?: EventOrder
  /** New orders are test orders. A sandbox has no others. */
  isTest: boolean
  /** Every sheet may be bent at once: none awaits a customer. */
  approved?: boolean
}

const sheetsPerOrder = 50

/** Returns the ids of the new sheets. */
export function makeSheets(parts: Parts, workshop: Workshop, wanted: SheetsWanted): string[] {
  const { store, clock, orders } = parts
  const { count, isTest, approved = false } = wanted
  if (!Number.isInteger(count) || count < 1) throw new Refusal('invalid', 'the number of sheets is a whole one from 1')
  const nowMs = clock.now()
  const day = wanted.day ?? workshopDate(nowMs)
  if (!dayText.safeParse(day).success) throw new Refusal('invalid', `${day} is no date: YYYY-MM-DD`)

  const live = readSheetTemplates().filter((template) => template.day !== 'past')
  const templates = Array.from({ length: count }, (_, index) => live[index % live.length]).filter(
    (each) => each !== undefined,
  )
  const made = templates.map((each) => (approved ? { ...each, approval: 'not_required' as const } : each))
  const newOrder = (): EventOrder => {
    const order = receivedSlip({
      id: orderId(nowMs),
      number: orders.nextNumber(workshop.id, isTest),
      isTest,
      customer: null,
      title: `Beslag, ${count} ark`,
      deliveryDate: day,
      at: instantOf(nowMs),
    })
    orders.receive(workshop.id, order, nowMs)
    return order
  }
  return store.write(() => {
    if (wanted.order !== undefined)
      return addSheets(parts, { workshop, order: wanted.order, templates: made, day }, nowMs)
    const ids: string[] = []
    for (let from = 0; from < made.length; from += sheetsPerOrder) {
      const part = made.slice(from, from + sheetsPerOrder)
      ids.push(...addSheets(parts, { workshop, order: newOrder(), templates: part, day }, nowMs))
    }
    return ids
  })
}
