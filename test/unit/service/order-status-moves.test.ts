// The status ladder of orders (specification 3.1).
import { describe, expect, test } from 'vitest'
import { orderStatuses } from '../../../shared/workshop-api/index.ts'
import { moveBetween } from '../../../src-service/orders/order-status-moves.ts'
import { totalsOf } from '../../../src-service/orders/order-totals.ts'

const line = (netOre: number | null, vatBp = 2500) => ({
  lineNo: 1,
  kind: 'text' as const,
  description: null,
  quantity: 1,
  unit: 'stk',
  lengthMm: null,
  productId: null,
  agreementPositionId: null,
  profile: null,
  priceStatus: netOre === null ? ('pending' as const) : ('priced' as const),
  unitPriceOre: netOre,
  netOre,
  vatBp,
})

describe('the ladder', () => {
  test('has the ten moves of the specification and no other', () => {
    const moves = orderStatuses.flatMap((from) =>
      orderStatuses.flatMap((to) => moveBetween(from, to)?.event.concat(` ${from} ${to}`) ?? []),
    )
    expect(moves.toSorted()).toEqual([
      'order.cancelled mottatt avbrutt',
      'order.declined forespurt avbrutt',
      'order.delivered klar levert',
      'order.in_work mottatt i_arbeid',
      'order.invoice_undone fakturert levert',
      'order.invoiced levert fakturert',
      'order.paid fakturert betalt',
      'order.ready i_arbeid klar',
      'order.ready_undone klar mottatt',
      'order.received forespurt mottatt',
    ])
  })
})

describe('sums', () => {
  test('no lines are pending, one line without a price is partial; both have null sums', () => {
    const open = { netOre: null, vatOre: null, grossOre: null, currency: 'NOK' }
    expect(totalsOf([])).toEqual({ ...open, priceStatus: 'pending' })
    expect(totalsOf([line(100), line(null)])).toEqual({ ...open, priceStatus: 'partial' })
  })

  test('with all lines priced, sums are whole øre with VAT per line', () => {
    expect(totalsOf([line(101), line(1000, 1500)])).toEqual({
      netOre: 1101,
      vatOre: 25 + 150,
      grossOre: 1101 + 25 + 150,
      currency: 'NOK',
      priceStatus: 'priced',
    })
  })
})
