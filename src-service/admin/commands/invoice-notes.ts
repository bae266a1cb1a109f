// Notes for the office when it sends an invoice: payments on the payment page, and what the invoice lacks.
import type { WorkshopAdmin } from '../workshop-admin.ts'

/** Empty if nothing was paid there. */
export function prepaidNotes({ orders, inbox }: WorkshopAdmin, invoiceId: string): string[] {
  const { invoice, prepaidOre } = orders.issuedInvoice(invoiceId)
  if (prepaidOre === 0) return []
  const leftOre = (invoice.totals.grossOre ?? 0) - prepaidOre
  return [
    leftOre === 0
      ? 'all of it was paid on the payment page: the invoice is paid'
      : `${prepaidOre} øre of it were paid on the payment page: ${leftOre} øre remain to be paid`,
    ...invoice.orders.flatMap(({ numberDisplay }) => {
      const { totals } = orders.find(numberDisplay)
      const surplusOre = inbox.heldOre(numberDisplay) - (totals.grossOre ?? 0)
      return surplusOre > 0
        ? [`${numberDisplay} costs ${surplusOre} øre less than was paid for it: run payment refund`]
        : []
    }),
  ]
}

/** What the invoice must state and nobody has entered. A sent invoice does not change: it is credited and sent again. */
export function missingNotes({ orders }: WorkshopAdmin, invoiceId: string): string[] {
  return orders.issuedInvoice(invoiceId).missing.map((fact) => `the invoice lacks ${fact}`)
}
