// The sums of a month over HTTP equal those of its orders and invoices, for any actions and online payments.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedInvoice, monthReport, order, page, payment, paymentLink } from '../../../../shared/workshop-api/index.ts'
import type { Invoice } from '../../../../shared/workshop-api/index.ts'
import { ordersOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

/** Delivered orders of two customers, with a price. */
const [delivered, another] = ['T-000015', 'T-000016']

const orderNow = async ({ get }: RunningService, number: string) => order.parse((await get(`/orders/${number}`)).json)
const listInvoices = async ({ get }: RunningService) =>
  page(listedInvoice).parse((await get('/invoices?limit=100')).json).data
const report = async ({ get }: RunningService, month = '2026-11') =>
  monthReport.parse((await get(`/reports/months/${month}`)).json)

const gross = (invoices: readonly { totals: { grossOre: number | null } }[]) =>
  invoices.reduce((sum, { totals }) => sum + (totals.grossOre ?? 0), 0)
/** Whether a time is in the month, by the workshop's winter time. */
const isWithinMonth = (month: string) => (timestamp: string | null) =>
  timestamp !== null && new Date(Date.parse(timestamp) + 3_600_000).toISOString().startsWith(month)

const isBy = (timestamp: string | null, end: string | null) => timestamp !== null && end !== null && timestamp <= end

/** Presses the button of an order's payment page, if it has one. */
async function payOnline({ call }: RunningService, number: string): Promise<void> {
  const link = await call('POST', `/orders/${number}/payment-link`, { body: {} })
  if (link.status !== 201) return
  await fetch(paymentLink.parse(link.json).url, { method: 'POST', body: new URLSearchParams() })
}

/** The amounts that were paid online and not refunded when the invoices were issued. */
async function heldAtIssue({ get }: RunningService, those: readonly Omit<Invoice, 'lines'>[]): Promise<number> {
  const each = those.flatMap(({ orders, issuedAt }) =>
    orders.map(async ({ numberDisplay }) => {
      const { data } = page(payment).parse((await get(`/orders/${numberDisplay}/payments`)).json)
      return data
        .filter(({ paidAt }) => isBy(paidAt, issuedAt))
        .flatMap(({ amountOre, refunds }) => [
          amountOre,
          ...refunds.filter(({ refundedAt }) => isBy(refundedAt, issuedAt)).map((refund) => -refund.amountOre),
        ])
        .reduce((sum, ore) => sum + ore, 0)
    }),
  )
  return (await Promise.all(each)).reduce((sum, ore) => sum + ore, 0)
}

test('the sums of a month equal those of its orders and invoices after any sequence of actions', async () => {
  const service = await runningService()
  const { admin, clock } = service
  const moves = [
    'mottatt',
    'i_arbeid',
    'klar',
    'levert',
    'fakturert',
    'betalt',
    'levert',
    'paid online',
    'refund',
  ] as const
  const act = fc.record({
    // Ready and delivered orders are frequent enough to be paid, invoiced and credited.
    number: fc
      .oneof({ weight: 3, arbitrary: fc.integer({ min: 13, max: 17 }) }, fc.integer({ min: 1, max: 20 }))
      .map((no) => `T-${String(no).padStart(6, '0')}`),
    to: fc.constantFrom(...moves),
    days: fc.integer({ min: 0, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      for (const { number, to, days } of acts) {
        clock.nowMs += days * 86_400_000
        if (to === 'paid online') await payOnline(service, number)
        else {
          try {
            if (to === 'refund') admin.orders.refund(number, 100)
            else admin.orders.move(number, to)
          } catch {
            // A move that the ladder does not have, and a refund without a payment, change nothing.
          }
        }
      }
      const month = new Date(clock.nowMs).toISOString().slice(0, 7)
      const isWithin = isWithinMonth(month)
      const orders = ordersOf(await service.get('/orders?limit=100')).data
      const all = await listInvoices(service)
      const received = orders.filter(({ receivedAt, status }) => isWithin(receivedAt) && status !== 'avbrutt')
      const issued = all.filter(
        ({ issuedAt, kind, status }) => isWithin(issuedAt) && !(kind === 'external' && status === 'kreditert'),
      )
      const paidOrders = orders.filter(({ paidAt, invoice: by }) => isWithin(paidAt) && by?.kind === 'invoice')
      const open = all.filter(({ kind, status }) => kind === 'invoice' && ['sendt', 'forfalt'].includes(status))
      expect(await report(service, month)).toEqual({
        month,
        currency: 'NOK',
        orders: { count: received.length, netOre: received.reduce((sum, each) => sum + (each.totals.netOre ?? 0), 0) },
        invoiced: { count: issued.length, grossOre: gross(issued) },
        paid: { count: paidOrders.length, grossOre: gross(paidOrders) },
        outstanding: { count: open.length, grossOre: gross(open) - (await heldAtIssue(service, open)) },
      })
    }),
    { numRuns: 12 },
  )
})

test(
  'the part of an invoice that was not paid online is outstanding until it is paid or credited',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const { admin } = service
    const productId = admin.shop.products().find(({ name }) => name === 'Pipebeslag, side')?.id
    const ordered = fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      paid: fc.constantFrom('no', 'in part', 'whole'),
    })
    const orderArbitrary = fc.record({
      orders: fc.array(ordered, { minLength: 1, maxLength: 3 }),
      fate: fc.constantFrom('left', 'paid', 'taken back'),
    })
    /** Returns the order's number, its price, and the amount that was paid and not refunded. */
    const delivered = async ({ quantity, paid }: { quantity: number; paid: string }) => {
      const lines = [{ kind: 'product', productId, quantity }]
      const { numberDisplay: number, totals } = order.parse((await submit(service, { lines })).json)
      const grossOre = totals.grossOre ?? 0
      admin.orders.move(number, 'mottatt')
      if (paid !== 'no') await payOnline(service, number)
      if (paid === 'in part') admin.orders.refund(number, 5_001)
      for (const to of ['i_arbeid', 'klar', 'levert'] as const) admin.orders.move(number, to)
      return { number, grossOre, heldOre: { no: 0, 'in part': grossOre - 5_001, whole: grossOre }[paid] ?? 0 }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(orderArbitrary, { minLength: 1, maxLength: 3 }), async (invoices) => {
        const { invoiced, paid, outstanding } = await report(service)
        const expectedSums = { invoiced: { ...invoiced }, paid: { ...paid }, outstanding: { ...outstanding } }
        const count = (sum: keyof typeof expectedSums, grossOre: number) => {
          expectedSums[sum].count += 1
          expectedSums[sum].grossOre += grossOre
        }
        for (const { orders, fate } of invoices) {
          const covered = await Promise.all(orders.map(delivered))
          const grossOre = covered.reduce((sum, each) => sum + each.grossOre, 0)
          const open = covered.filter((each) => each.heldOre < each.grossOre)
          admin.orders.sendInvoice(admin.orders.draftInvoice(covered.map(({ number }) => number)).id)
          count('invoiced', grossOre)
          if (open.length === 0) count('paid', grossOre)
          else if (fate === 'paid') {
            for (const { number } of open) admin.orders.move(number, 'betalt')
            count('paid', grossOre)
          } else if (fate === 'taken back') {
            admin.orders.move(covered[0]?.number ?? '', 'levert')
            count('invoiced', -grossOre)
          } else count('outstanding', grossOre - covered.reduce((sum, each) => sum + each.heldOre, 0))
        }
        expect(await report(service)).toMatchObject(expectedSums)
      }),
      { numRuns: 15 },
    )
  },
)

test('a month follows the workshop’s time zone, and an invalid month is refused', async () => {
  const service = await runningService()
  service.clock.nowMs = Date.parse('2026-11-30T22:59:00Z')
  service.admin.orders.move(delivered, 'fakturert')
  service.clock.nowMs = Date.parse('2026-11-30T23:01:00Z')
  service.admin.orders.move(another, 'fakturert')
  service.admin.orders.move(delivered, 'betalt')
  const gross = async (number: string) => (await orderNow(service, number)).totals.grossOre
  const [november, december] = [await report(service), await report(service, '2026-12')]
  const first = await gross(delivered)
  expect(december).toMatchObject({
    invoiced: { count: 1, grossOre: await gross(another) },
    paid: { count: 1, grossOre: first },
  })
  expect(november.paid.count).toBe(0)
  expect(november.outstanding.grossOre - (december.outstanding.grossOre - ((await gross(another)) ?? 0))).toBe(first)
  // April and November begin at different UTC times: April in summer time, November in winter time.
  const received = async (month: string) => (await report(service, month)).orders.count
  for (const [month, before, midnight] of [
    ['2027-04', '2027-03', '2027-03-31T22:00:00.000Z'],
    ['2027-11', '2027-10', '2027-10-31T23:00:00.000Z'],
  ] as const) {
    service.clock.nowMs = Date.parse(midnight) - 1
    for (const note of ['Den siste', 'Den første']) {
      const { numberDisplay } = order.parse((await submit(service, { note })).json)
      service.admin.orders.move(numberDisplay, 'mottatt')
      service.clock.nowMs += 1
    }
    expect([month, await received(before), await received(month)]).toEqual([month, 1, 1])
  }
  expect(await report(service, '2031-01')).toMatchObject({ orders: { count: 0, netOre: 0 }, invoiced: { count: 0 } })
  for (const none of ['2026-13', '2026-00', '2026-1', '1969-12', '3000-01', 'x']) {
    expect([none, (await service.get(`/reports/months/${none}`)).status]).toEqual([none, 404])
  }
})
