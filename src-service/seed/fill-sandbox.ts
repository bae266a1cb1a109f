// Adds the contents that sandboxes of older versions do not have: the shop, the seller, and the invoices of invoiced orders. New sandboxes are
// filled in the same way.
import { addDays, eventOrder, paymentDays, workshopDate } from '../../shared/workshop-api/index.ts'
import type { EventOrder, Invoice } from '../../shared/workshop-api/index.ts'
import { documentFactsOf, invoiceLines, invoiceTotals, kidOf } from '../invoices/index.ts'
import { noTerms } from '../prices/index.ts'
import { listWorkshops } from '../store/index.ts'
import type { Workshop } from '../store/index.ts'
import type { SeedParts } from './seed-parts.ts'
import { seedIds } from './seed-orders.ts'
import { readWorkshopFile } from './workshop-file.ts'

export function fillSandbox(parts: SeedParts): void {
  parts.store.write(() => {
    for (const workshop of listWorkshops(parts.store)) if (workshop.sandbox) fillWorkshop(parts, workshop)
  })
}

/** The same for one sandbox, in an open transaction. */
export function fillWorkshop(parts: SeedParts, workshop: Workshop): void {
  fillShop(parts, workshop)
  fillSeller(parts, workshop)
  fillInvoices(parts, workshop)
}

function fillShop({ clock, shops }: SeedParts, { id, slug }: Workshop): void {
  if (shops.has(id)) return
  const { shop } = readWorkshopFile()
  const idOf = seedIds(slug)
  const today = workshopDate(clock.now())
  shops.set(id, {
    ...shop,
    deliveryOptions: shop.deliveryOptions.map(({ key, ...option }) => ({ id: idOf('delivery', key), ...option })),
    discountCodes: shop.discountCodes.map(({ validFromDaysAgo, validUntilInDays, ...code }) => ({
      ...code,
      validFrom: validFromDaysAgo === null ? null : addDays(today, -validFromDaysAgo),
      validUntil: validUntilInDays === null ? null : addDays(today, validUntilInDays),
    })),
  })
}

function fillSeller({ sellers }: SeedParts, { id, name }: Workshop): void {
  if (!sellers.has(id)) sellers.set(id, { name, ...readWorkshopFile().organization.seller })
}

/** Oldest first. */
function fillInvoices({ store, invoices, customers, sellers }: SeedParts, { id: workshopId }: Workshop): void {
  const rows = store.db
    .prepare<[string], { body: string }>(
      `SELECT body FROM work_order o WHERE workshop_id = ? AND seeded = 1 AND json_extract(body, '$.invoice.id') IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM invoice i WHERE i.id = json_extract(o.body, '$.invoice.id'))
       ORDER BY json_extract(body, '$.invoice.issuedAt')`,
    )
    .all(workshopId)
  for (const { body } of rows) {
    const order = eventOrder.parse(JSON.parse(body))
    if (order.invoice === null) continue
    const customerId = order.customer?.id ?? ''
    const document = documentFactsOf({
      orders: [order],
      customer: customers.find({ workshopId, isTest: 1, customerId: null }, customerId),
      seller: sellers.sellerOf(workshopId),
      roundingOre: 0,
    })
    const invoice = invoiceOf(order, order.invoice)
    const issueFacts = { prepaidOre: 0, buyer: null, document }
    invoices.add({ workshopId, isTest: order.isTest }, invoice, { paidAt: order.paidAt }, issueFacts)
  }
}

function invoiceOf(
  order: EventOrder,
  { id, kind, number, issuedAt, erpNo }: NonNullable<EventOrder['invoice']>,
): Invoice {
  const invoicedOrders = [{ order, terms: noTerms }]
  const dueDate = issuedAt === null ? null : addDays(workshopDate(Date.parse(issuedAt)), paymentDays)
  return {
    id,
    number,
    kind,
    status: order.status === 'betalt' ? 'betalt' : 'sendt',
    customer: order.customer,
    issuedAt,
    dueDate,
    kid: number === null ? null : kidOf(number),
    currency: 'NOK',
    lines: invoiceLines(invoicedOrders),
    totals: invoiceTotals(invoicedOrders),
    orders: [{ id: order.id, numberDisplay: order.numberDisplay }],
    erpNo,
    version: 1,
  }
}
