// What the office is told of money that came in on the payment page, when it sends the invoice.
import type { Desk } from './desk.ts'

/** Nothing to say where nothing was paid there. */
export function paidOnline({ orders, inbox }: Desk, invoiceId: string): string[] {
  const { invoice, prepaidOre } = orders.issued(invoiceId)
  if (prepaidOre === 0) return []
  const leftOre = (invoice.totals.grossOre ?? 0) - prepaidOre
  return [
    leftOre === 0
      ? 'all of it was paid on the payment page: nothing is asked for, and it is paid'
      : `${prepaidOre} øre of it were paid on the payment page: ${leftOre} øre are left to pay`,
    ...invoice.orders.flatMap(({ numberDisplay }) => {
      const { totals } = orders.find(numberDisplay)
      const surplusOre = inbox.heldOre(numberDisplay) - (totals.grossOre ?? 0)
      return surplusOre > 0
        ? [`${numberDisplay} costs ${surplusOre} øre less than was paid for it: give them back with payment refund`]
        : []
    }),
  ]
}
