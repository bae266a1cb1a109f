// Adds many sheets to a day, from the sandbox's templates in turn. For tests and benchmarks.
import { day as dayText, workshopDate } from '../../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../../shared/workshop-api/index.ts'
import { orderId, workshopOrder } from '../../orders/index.ts'
import type { Parts } from '../../parts.ts'
import { addSheets, readSheetTemplates } from '../../seed/index.ts'
import { Refusal, busyRetryMs, instantOf } from '../../store/index.ts'
import type { Workshop } from '../../store/index.ts'

export interface SheetBatch {
  count: number
  /** YYYY-MM-DD. Default: today. */
  day?: string
  /** The order of all sheets. Default: new orders of fifty sheets each. */
  order?: EventOrder
  /** Whether new orders are test orders. A sandbox has only test orders. */
  isTest: boolean
  /** All sheets may be bent at once: none awaits a customer's approval. */
  approved?: boolean
}

const sheetsPerOrder = 50

/** Returns the ids of the new sheets. Fifty sheets are one transaction: a call of a running service waits for one transaction at most. */
export function addSheetBatch(parts: Parts, workshop: Workshop, batch: SheetBatch): string[] {
  const { store, clock, orders } = parts
  const { count, isTest, approved = false } = batch
  if (!Number.isInteger(count) || count < 1)
    throw new Refusal('invalid', 'the number of sheets must be a whole number from 1')
  const nowMs = clock.now()
  const day = batch.day ?? workshopDate(nowMs)
  if (!dayText.safeParse(day).success) throw new Refusal('invalid', `${day} is not a date: YYYY-MM-DD`)

  const usableTemplates = readSheetTemplates().filter((template) => template.day !== 'past')
  const templates = Array.from({ length: count }, (_, index) => usableTemplates[index % usableTemplates.length]).filter(
    (each) => each !== undefined,
  )
  const adjustedTemplates = templates.map((each) => (approved ? { ...each, approval: 'not_required' as const } : each))
  const newOrder = (): EventOrder => {
    const order = workshopOrder({
      id: orderId(nowMs),
      number: orders.nextNumber(workshop.id, isTest),
      isTest,
      customer: null,
      title: `Beslag, ${count} ark`,
      deliveryDate: day,
      createdAt: instantOf(nowMs),
    })
    orders.receive(workshop.id, order, nowMs)
    return order
  }
  const ids: string[] = []
  for (let start = 0; start < adjustedTemplates.length; start += sheetsPerOrder) {
    const orderTemplates = adjustedTemplates.slice(start, start + sheetsPerOrder)
    if (start > 0) letOthersWrite()
    ids.push(
      ...store.write(() =>
        addSheets(parts, { workshop, order: batch.order ?? newOrder(), templates: orderTemplates, day }, nowMs),
      ),
    )
  }
  return ids
}

/** A running service tries again every `busyRetryMs` to write into the file that this process has just released. */
function letOthersWrite(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * busyRetryMs)
}
