// Makes the sandbox's orders from the file: days become dates, keys become ids, and lines get their sums. Pure.
import { dayMs, hourMs } from '../../shared/base/durations.ts'
import { addDays, eventOrder, orderStatusLabels, workshopDate } from '../../shared/workshop-api/index.ts'
import type { EventOrder } from '../../shared/workshop-api/index.ts'
import { numberDisplay, totalsOf } from '../orders/index.ts'
import { instantOf } from '../store/index.ts'
import { stableId } from './stable-id.ts'
import type { SeedOrder, WorkshopFile } from './workshop-file.ts'

/** Makes an id from the kind and the key of a resource: the same at every seeding of a workshop. */
export type IdOf = (kind: string, ...key: string[]) => string

export function seedIds(slug: string): IdOf {
  return (...name) => stableId(slug, ...name)
}

/** Milestones of today are an hour before the seeding, so that a sync does not omit them as too new. */
export function seedOrders(file: WorkshopFile, idOf: IdOf, seededAtMs: number): EventOrder[] {
  const nowMs = seededAtMs - hourMs
  return file.orders.map((order, index) => {
    const customer = file.customers.find(({ key }) => key === order.customerKey)
    if (customer === undefined) throw new Error(`${order.key}: there is no customer ${order.customerKey}`)
    const embedded = { id: idOf('customer', customer.key), number: customer.number, name: customer.name }
    return orderOf(order, index + 1, embedded, idOf, nowMs, workshopDate(seededAtMs))
  })
}

function orderOf(
  order: SeedOrder,
  number: number,
  customer: NonNullable<EventOrder['customer']>,
  idOf: IdOf,
  nowMs: number,
  today: string,
): EventOrder {
  const instantDaysAgo = (days: number | null) => (days === null ? null : instantOf(nowMs - days * dayMs))
  const dateInDays = (days: number | null) => (days === null ? null : addDays(today, days))
  const { created, ...later } = order.milestonesDaysAgo
  const passedMilestones = Object.values(later).filter((days) => days !== null)
  const lastChange = instantOf(nowMs - Math.min(created, ...passedMilestones) * dayMs)
  const lines = order.lines.map((line, index) => lineOf(line, index + 1, order.agreementKey, idOf))
  return eventOrder.parse({
    id: idOf('order', order.key),
    number,
    numberDisplay: numberDisplay(number, true),
    isTest: true,
    source: order.source,
    channel: order.channel,
    status: order.status,
    statusLabel: orderStatusLabels[order.status],
    statusChangedAt: lastChange,
    customer,
    contact: order.contact,
    projectNo: order.projectNo,
    orderer: order.orderer,
    customerPo: order.customerPo,
    title: order.title,
    note: order.note,
    agreement: order.agreementKey === null ? null : { id: idOf('agreement', order.agreementKey) },
    delivery: {
      mode: order.delivery.mode,
      requestedDate: dateInDays(order.delivery.requestedInDays),
      deliveryDate: dateInDays(order.delivery.deliveryInDays),
      address: order.delivery.address,
    },
    lines,
    totals: totalsOf(lines),
    hasKalkyle: order.hasKalkyle,
    stickerNumbers: order.stickerNumbers,
    readyWithoutReceipt: order.readyWithoutReceipt,
    readySms:
      order.readySms === null
        ? null
        : {
            status: order.readySms.status,
            sendAfter: instantDaysAgo(order.readySms.sendAfterDaysAgo),
            sentAt: instantDaysAgo(order.readySms.sentDaysAgo),
          },
    invoice:
      order.invoice === null
        ? null
        : {
            id: idOf('invoice', order.key),
            kind: order.invoice.kind,
            number: order.invoice.number,
            issuedAt: instantDaysAgo(order.invoice.issuedDaysAgo),
            erpNo: order.invoice.erpNo,
          },
    attachments: [],
    externalRef: order.externalRef,
    createdAt: instantOf(nowMs - created * dayMs),
    receivedAt: instantDaysAgo(later.received),
    inWorkAt: instantDaysAgo(later.inWork),
    readyAt: instantDaysAgo(later.ready),
    deliveredAt: instantDaysAgo(later.delivered),
    invoicedAt: instantDaysAgo(later.invoiced),
    paidAt: instantDaysAgo(later.paid),
    cancelledAt: instantDaysAgo(later.cancelled),
    updatedAt: lastChange,
    cancelReason: order.cancelReason,
    version: 1 + passedMilestones.length,
  })
}

function lineOf(
  line: SeedOrder['lines'][number],
  lineNo: number,
  agreementKey: string | null,
  idOf: IdOf,
): EventOrder['lines'][number] {
  const { productKey, positionKey, unitPriceOre } = line
  return {
    lineNo,
    kind: line.kind,
    description: line.description,
    quantity: line.quantity,
    unit: line.unit,
    lengthMm: line.lengthMm,
    productId: productKey === null ? null : idOf('product', productKey),
    agreementPositionId:
      positionKey === null || agreementKey === null ? null : idOf('position', agreementKey, positionKey),
    profile: line.profile,
    priceStatus: unitPriceOre === null ? 'pending' : 'priced',
    unitPriceOre,
    netOre: unitPriceOre === null ? null : Math.round(unitPriceOre * line.quantity),
    vatBp: line.vatBp,
  }
}
