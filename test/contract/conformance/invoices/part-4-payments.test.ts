// Part 4.4: the flow of a custom shop, and the payment page with its effects; payments of 2.2, 4.2 and 6.3.
import { expect } from 'vitest'
import * as z from 'zod'
import { startListener } from '../webhooks/webhook-listener.ts'
import * as reading from '../readings.ts'
import type { Order } from '../readings.ts'
import { ruleOfOneService, testScopes, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import { errorOf, refusalOf } from '../world.ts'

const rule = ruleOfOneService()

/** Creates a request for a product with a price. */
async function priced(run: Run, key?: string): Promise<Order> {
  const products = (await run.all('/catalog/products')).map((each) => reading.product.parse(each))
  const { id, minLengthMm } = products.find(({ unitPriceOre }) => unitPriceOre !== null) ?? {}
  const lines = [{ kind: 'product', productId: id, quantity: 2, lengthMm: minLengthMm }]
  const order = await run.newOrder({ lines }, key)
  expect(order.totals.priceStatus).toBe('priced')
  return order
}

async function payable(run: Run): Promise<Order> {
  const { numberDisplay } = await priced(run)
  await run.workshop.moveOrder(numberDisplay, 'mottatt')
  return run.read(numberDisplay)
}

const linkTo = async ({ call }: Run, number: string) =>
  reading.paymentLink.parse((await call('POST', `/orders/${number}/payment-link`, { body: {} })).json)
const paymentsOf = async ({ all }: Run, number: string) =>
  (await all(`/orders/${number}/payments`)).map((each) => reading.payment.parse(each))

/** Presses the button of the page, if it has one. */
async function press(url: string): Promise<string> {
  const html = await (await fetch(url)).text()
  const form = /<form[^>]*method="post"[^>]*>/i.test(html)
  if (form) await fetch(url, { method: 'POST', body: new URLSearchParams() })
  return html
}

/** The order as in events: without `production`. */
const bare = (order: Order) => Object.fromEntries(Object.entries(order).filter(([name]) => name !== 'production'))

rule('4.4 · the flow of a custom shop', async (run) => {
  const { numberDisplay } = await priced(run)
  const early = await run.call('POST', `/orders/${numberDisplay}/payment-link`, { body: {} })
  expect(refusalOf(early)).toBe('409 invalid_transition')
  await run.call('POST', `/orders/${numberDisplay}/confirm`, { body: {} })
  const order = await run.read(numberDisplay)
  const link = await linkTo(run, numberDisplay)
  expect(link.amountOre).toBe(order.totals.grossOre)
  expect(await paymentsOf(run, numberDisplay)).toMatchObject([{ status: 'awaiting', amountOre: link.amountOre }])
  await press(link.url)
  expect(await paymentsOf(run, numberDisplay)).toMatchObject([{ status: 'paid', amountOre: link.amountOre }])
})

rule('4.2 · POST /orders/{number}/payment-link', async (run) => {
  const { numberDisplay, totals } = await payable(run)
  const answer = await run.call('POST', `/orders/${numberDisplay}/payment-link`, { body: {} })
  const { url, amountOre, expiresAt } = reading.paymentLink.parse(answer.json)
  expect([answer.status, amountOre]).toEqual([201, totals.grossOre])
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(answer.headers.get('date') ?? ''))
  const page = await fetch(url)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).not.toMatch(/<script/i)
  const unknown = await run.call('POST', `/orders/${numberDisplay}/payment-link`, { body: { ukjent: 1 } })
  expect(refusalOf(unknown)).toBe('400 invalid_request')
  expect(refusalOf(await run.call('POST', '/orders/T-999999/payment-link', { body: {} }))).toBe('404 not_found')
  // an expired link accepts no payment
  await run.workshop.advance((Date.parse(expiresAt) - Date.parse(answer.headers.get('date') ?? '')) / 1000 + 1)
  await press(url)
  expect(await paymentsOf(run, numberDisplay)).toMatchObject([{ status: 'awaiting' }])
})

rule(
  '4.4 · a request, a paid order, a cancelled order and an order without a price get no payment link',
  async (run) => {
    const ask = async (number: string) =>
      refusalOf(await run.call('POST', `/orders/${number}/payment-link`, { body: {} }))
    expect(await ask((await priced(run)).numberDisplay)).toBe('409 invalid_transition')
    const { numberDisplay } = await payable(run)
    for (const to of ['i_arbeid', 'klar', 'levert', 'fakturert', 'betalt'])
      await run.workshop.moveOrder(numberDisplay, to)
    expect(await ask(numberDisplay)).toBe('409 invalid_transition')
    const cancelledOrder = await payable(run)
    await run.workshop.cancelOrder(cancelledOrder.numberDisplay)
    expect(await ask(cancelledOrder.numberDisplay)).toBe('409 invalid_transition')
    const open = await run.newOrder({ lines: [textLine] })
    await run.workshop.moveOrder(open.numberDisplay, 'mottatt')
    expect(await ask(open.numberDisplay)).toBe('422 price_unavailable')
  },
)

rule('4.4 · a payment is made once, even if its button is pressed several times', async (run) => {
  const { numberDisplay } = await payable(run)
  const mark = await run.latest()
  const { url } = await linkTo(run, numberDisplay)
  await Promise.all(Array.from({ length: 5 }, () => press(url)))
  expect((await run.eventsAfter(mark)).map(({ type }) => type)).toEqual(['order.prepaid'])
  expect(await paymentsOf(run, numberDisplay)).toMatchObject([{ status: 'paid' }])
  const secondAnswer = await run.call('POST', `/orders/${numberDisplay}/payment-link`, { body: {} })
  expect(refusalOf(secondAnswer)).toBe('409 invalid_transition')
})

for (const sentence of [
  '4.2 · GET /orders/{number}/payments',
  '2.2 · payments and refunds, without an identifier of the card processor',
] as const) {
  rule(sentence, async (run) => {
    const { numberDisplay } = await payable(run)
    expect(await paymentsOf(run, numberDisplay)).toEqual([])
    await press((await linkTo(run, numberDisplay)).url)
    const { amountOre } = (await paymentsOf(run, numberDisplay))[0] ?? { amountOre: 0 }
    await run.workshop.refund(numberDisplay, 100)
    const [part] = await paymentsOf(run, numberDisplay)
    expect([part?.status, part?.refunds.map((each) => each.amountOre)]).toEqual(['paid', [100]])
    await run.workshop.refund(numberDisplay)
    const [whole] = await paymentsOf(run, numberDisplay)
    expect([whole?.status, whole?.refunds.map((each) => each.amountOre)]).toEqual(['refunded', [100, amountOre - 100]])
    const raw = z.object({ data: z.array(z.record(z.string(), z.unknown())) })
    const [shown] = raw.parse((await run.get(`/orders/${numberDisplay}/payments`)).json).data
    expect(Object.keys(shown ?? {}).toSorted()).toEqual(Object.keys(reading.payment.shape).toSorted())
    expect(refusalOf(await run.get('/orders/T-999999/payments'))).toBe('404 not_found')
  })
}

rule('6.3 · order.sms_failed, order.prepaid and order.refunded', async (run) => {
  const { numberDisplay, status } = await payable(run)
  const mark = await run.latest()
  await press((await linkTo(run, numberDisplay)).url)
  const prepaid = await run.read(numberDisplay)
  await run.workshop.refund(numberDisplay)
  const refunded = await run.read(numberDisplay)
  expect([prepaid.status, refunded.status]).toEqual([status, status])
  const [payment] = await paymentsOf(run, numberDisplay)
  const events = await run.eventsAfter(mark)
  expect(events.map(({ type, data }) => [type, 'change' in data, data['order']])).toEqual([
    ['order.prepaid', false, bare(prepaid)],
    ['order.refunded', false, bare(refunded)],
  ])
  const { id, amountOre, method, paidAt, refunds } = payment ?? {}
  expect(events[0]?.data['payment']).toEqual({ id, status: 'paid', amountOre, method, paidAt })
  expect(events[1]?.data['refund']).toEqual(refunds?.[0])
  expect(refunded.version).toBeGreaterThan(prepaid.version)
  for (const to of ['i_arbeid', 'klar']) await run.workshop.moveOrder(numberDisplay, to)
  const ready = await run.latest()
  await run.workshop.smsFailed(numberDisplay)
  const [event] = await run.eventsAfter(ready)
  expect([event?.type, event?.data['order']]).toEqual(['order.sms_failed', bare(await run.read(numberDisplay))])
  expect((await run.read(numberDisplay)).readySms?.status).toBe('failed')
})

rule(
  '6.3 · order.sms_failed, order.prepaid and order.refunded',
  async (run) => {
    const [ownCustomer, other] = await run.customers()
    const { numberDisplay } = await priced(run, ownCustomer.key)
    const { waitForDeliveries } = await startListener(run, { customer: ownCustomer.number, ofCustomer: true })
    const mark = await run.latest()
    await run.workshop.moveOrder(numberDisplay, 'mottatt')
    await press((await linkTo(run, numberDisplay)).url)
    await run.workshop.refund(numberDisplay)
    for (const to of ['i_arbeid', 'klar']) await run.workshop.moveOrder(numberDisplay, to)
    await run.workshop.smsFailed(numberDisplay)
    const typesAfter = async (key?: string) => (await run.eventsAfter(mark, key)).map(({ type }) => type)
    const reach = ['order.received', 'order.prepaid', 'order.refunded', 'order.in_work', 'order.ready']
    expect(await typesAfter()).toEqual([...reach, 'order.sms_failed'])
    expect([await typesAfter(ownCustomer.key), await typesAfter(other.key)]).toEqual([reach, []])
    expect((await waitForDeliveries(reach.length)).map(({ type }) => type).toSorted()).toEqual(reach.toSorted())
  },
  'to a customer',
)

for (const sentence of [
  '4.4 · without card payment 403 feature_not_in_plan with shop_payments',
  '7 · 403 feature_not_in_plan with shop and shop_payments',
] as const) {
  rule(sentence, async (run) => {
    const { numberDisplay } = await payable(run)
    const lacking = async () => {
      const answer = await run.call('POST', `/orders/${numberDisplay}/payment-link`, { body: {} })
      return [refusalOf(answer), errorOf(answer).feature]
    }
    await run.without('shop_payments')
    expect(await lacking()).toEqual(['403 feature_not_in_plan', 'shop_payments'])
    expect((await run.get(`/orders/${numberDisplay}/payments`)).status).toBe(200)
    await run.without('shop')
    expect(await lacking()).toEqual(['403 feature_not_in_plan', 'shop'])
    expect(errorOf(await run.get(`/orders/${numberDisplay}/payments`)).feature).toBe('shop')
  })
}

rule('4.4 · a customer key cannot create a payment link', async (run) => {
  const [{ key }] = await run.customers()
  const refusal = await run.call('POST', '/orders/T-000001/payment-link', { key, body: {} })
  expect(refusalOf(refusal)).toBe('403 key_kind_not_allowed')
  const other = await run.freshKey(testScopes.filter((scope) => scope !== 'payments:write'))
  const scopeless = await run.call('POST', '/orders/T-000001/payment-link', { key: other, body: {} })
  expect([refusalOf(scopeless), errorOf(scopeless).scope]).toEqual(['403 scope_missing', 'payments:write'])
})
