// Payments over HTTP: the link, its page, and paid and refunded orders.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { order, page, payment, paymentLink } from '../../../../shared/workshop-api/index.ts'
import { errorOf, eventsOf, runningService, testScopes } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

/** Received, with a price. */
const priced = 'T-000001'
const hourMs = 3_600_000

const linkFor = async ({ call }: RunningService, number = priced) =>
  paymentLink.parse((await call('POST', `/orders/${number}/payment-link`, { body: {} })).json)
const press = (url: string) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
const paymentsOf = async ({ get }: RunningService, number = priced) =>
  page(payment).parse((await get(`/orders/${number}/payments`)).json).data
const orderNow = async ({ get }: RunningService, number = priced) => order.parse((await get(`/orders/${number}`)).json)
const newsSince = async ({ get }: RunningService, after: string | null) =>
  eventsOf(await get(`/events?limit=100${after === null ? '' : `&after=${after}`}`)).data
const latest = async ({ get }: RunningService) => eventsOf(await get('/events?after=latest')).latestId

test('the button of a link pays the payment and sends order.prepaid; the status does not change', async () => {
  const service = await runningService()
  const before = await orderNow(service)
  const mark = await latest(service)
  const link = await linkFor(service)
  expect(link).toMatchObject({ amountOre: before.totals.grossOre, currency: 'NOK', status: 'awaiting' })
  expect(await paymentsOf(service)).toMatchObject([{ status: 'awaiting', paidAt: null, refunds: [] }])
  expect((await fetch(link.url)).status).toBe(200)
  const pressed = await press(link.url)
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, new URL(link.url).pathname])
  expect(await (await fetch(link.url)).text()).toContain('betalingen er mottatt')
  const [paid] = await paymentsOf(service)
  expect(paid).toMatchObject({ status: 'paid', amountOre: link.amountOre, method: 'test' })
  const [event, ...more] = await newsSince(service, mark)
  const after = await orderNow(service)
  const { production: _, ...shown } = after
  expect([event?.type, event?.data.order, more]).toEqual(['order.prepaid', shown, []])
  expect(event?.data.change).toBeUndefined()
  const { id, status, amountOre, method, paidAt } = paid ?? {}
  expect(event?.data.payment).toEqual({ id, status, amountOre, method, paidAt })
  expect([after.status, after.paidAt, after.version]).toEqual([before.status, null, before.version + 1])
})

test('a button that is pressed many times at once pays once', async () => {
  const service = await runningService()
  const mark = await latest(service)
  const { url } = await linkFor(service)
  const pressed = await Promise.all(Array.from({ length: 10 }, () => press(url)))
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([303]))
  expect(await newsSince(service, mark)).toHaveLength(1)
  expect(await paymentsOf(service)).toHaveLength(1)
  const secondAnswer = await service.call('POST', `/orders/${priced}/payment-link`, { body: {} })
  expect([secondAnswer.status, errorOf(secondAnswer).code]).toEqual([409, 'invalid_transition'])
})

test('the page runs no script, loads nothing, is not cached and cannot be framed', async () => {
  const service = await runningService()
  const answer = await fetch((await linkFor(service)).url)
  const html = await answer.text()
  const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  )
  expect(
    ['referrer-policy', 'cache-control', 'x-content-type-options'].map((name) => answer.headers.get(name)),
  ).toEqual(['no-referrer', 'no-store', 'nosniff'])
  expect(html).not.toMatch(/<script|https?:|\son\w+=|style=/i)
  expect(html).toMatch(/<button>Betal<\/button>/)
})

test('text from a caller is escaped on the page', async () => {
  const service = await runningService()
  const id = service.admin.shop.products().find(({ name }) => name === 'Pipebeslag, side')?.id
  const createAnswer = await submit(service, {
    title: '<script>alert("1")</script> & \'to\'',
    lines: [{ kind: 'product', productId: id, quantity: 1 }],
  })
  const { numberDisplay } = order.parse(createAnswer.json)
  service.admin.orders.move(numberDisplay, 'mottatt')
  const html = await (await fetch((await linkFor(service, numberDisplay)).url)).text()
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;to&#39;')
})

test('a link expires, and a new one replaces the previous one', async () => {
  const service = await runningService()
  const first = await linkFor(service)
  const second = await linkFor(service)
  expect(new Set([first.url, second.url]).size).toBe(2)
  for (const answer of [await press(first.url), await fetch(first.url)]) {
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('nyere lenke')])
  }
  service.clock.nowMs += 24 * hourMs
  expect((await fetch(second.url)).status).toBe(410)
  await press(second.url)
  expect(await paymentsOf(service)).toMatchObject([{ status: 'awaiting' }])
  const third = await linkFor(service)
  service.clock.nowMs += 24 * hourMs - 1
  await press(third.url)
  expect(await paymentsOf(service)).toMatchObject([{ status: 'paid' }])
})

test('a changed, cancelled, forwarded or deleted order cannot be paid', async () => {
  const service = await runningService()
  // Three received orders with a price.
  const productId = service.admin.shop.products().find(({ name }) => name === 'Pipebeslag, side')?.id
  const lines = [{ kind: 'product', productId, quantity: 2 }]
  const received = async () => {
    const { numberDisplay } = order.parse((await submit(service, { lines })).json)
    service.admin.orders.move(numberDisplay, 'mottatt')
    return { number: numberDisplay, url: (await linkFor(service, numberDisplay)).url }
  }
  const changedOrder = await received()
  const headers = { 'if-match': '"v2"' }
  const moreLines = { lines: [{ ...lines[0], quantity: 3 }] }
  expect((await service.call('PATCH', `/orders/${changedOrder.number}`, { headers, body: moreLines })).status).toBe(200)
  const cancelledOrder = await received()
  service.admin.orders.cancel(cancelledOrder.number)
  const forwarded = await received()
  service.admin.orders.forward(forwarded.number, 'Nabo Blikk AS')
  for (const [url, status] of [
    [changedOrder.url, 410],
    [cancelledOrder.url, 410],
    [forwarded.url, 404],
    [`${new URL(changedOrder.url).origin}/betaling/${'a'.repeat(43)}`, 404],
  ] as const) {
    await press(url)
    expect([url, (await fetch(url)).status]).toEqual([url, status])
  }
  for (const { number } of [changedOrder, cancelledOrder]) {
    expect(await paymentsOf(service, number)).toMatchObject([{ status: 'awaiting' }])
  }
  const { amountOre } = await linkFor(service, changedOrder.number)
  expect(amountOre).toBe((await orderNow(service, changedOrder.number)).totals.grossOre)
})

test.each([
  ['a request', 'T-000012', 409, 'invalid_transition', 'må være mottatt'],
  ['a paid order', 'T-000019', 409, 'invalid_transition', 'er betalt'],
  ['a cancelled order', 'T-000020', 409, 'invalid_transition', 'er avbrutt'],
  ['an order without a price', 'T-000007', 422, 'price_unavailable', 'ingen pris'],
  ['none', 'T-000099', 404, 'not_found', 'Finner ikke'],
])('%s gets no link, with the reason', async (_what, number, status, code, why) => {
  const service = await runningService()
  const answer = await service.call('POST', `/orders/${number}/payment-link`, { body: {} })
  const error = errorOf(answer)
  expect([answer.status, error.code]).toEqual([status, code])
  expect(error.message).toContain(why)
})

test('the page shows the payment and the refund, and offers no button', async () => {
  const service = await runningService()
  const { url } = await linkFor(service)
  const read = async () => (await (await fetch(url)).text()).replaceAll(/<style>.*<\/style>|<[^>]*>/g, '|')
  expect(await read()).toContain('|Å betale, med mva.|')
  await press(url)
  expect(await read()).toMatch(/\|Betalt\|.*\|Betalt, med mva\.\|/)
  service.admin.orders.refund(priced, 12_345)
  const part = await read()
  expect(part).toMatch(/\|Betalt tilbake\|+123,45\s+kr\|.*betalingen er mottatt/)
  service.admin.orders.refund(priced, null)
  const fullPayment = await read()
  expect(fullPayment).toContain('Hele beløpet er betalt tilbake.')
  for (const html of [part, fullPayment]) expect(html).not.toContain('Å betale')
})

test('a link has the public origin, whatever address the caller used', async () => {
  const service = await runningService({ publicUrl: 'https://verksted.example.no' })
  expect((await linkFor(service)).url).toMatch(/^https:\/\/verksted\.example\.no\/betaling\/[\w-]{43}$/)
})

test('each refund sends an event, until nothing remains', async () => {
  const service = await runningService()
  const { admin } = service
  await press((await linkFor(service)).url)
  const mark = await latest(service)
  const { amountOre } = (await paymentsOf(service))[0] ?? { amountOre: 0 }
  admin.orders.refund(priced, 1_000)
  expect(() => admin.orders.refund(priced, amountOre)).toThrow(/of the payment remain/)
  admin.orders.refund(priced, null)
  const [paid] = await paymentsOf(service)
  expect(paid).toMatchObject({ status: 'refunded', refunds: [{ amountOre: 1_000 }, { amountOre: amountOre - 1_000 }] })
  const news = await newsSince(service, mark)
  expect(news.map(({ type, data }) => [type, data.refund, data.payment?.status])).toEqual([
    ['order.refunded', paid?.refunds[0], 'paid'],
    ['order.refunded', paid?.refunds[1], 'refunded'],
  ])
  expect(() => admin.orders.refund(priced, null)).toThrow(/no payment to refund/)
  // a new payment can be requested after a full refund
  expect((await linkFor(service)).amountOre).toBe(amountOre)
  expect((await paymentsOf(service)).map(({ status }) => status)).toEqual(['refunded', 'awaiting'])
})

test('the page of a live order has no button, and a POST to it pays nothing', async () => {
  const service = await runningService()
  const { slug, key } = service.admin.makeLiveWorkshop('Ekte Blikk')
  const { shop, orders } = service.adminOf(slug)
  const { id } = shop.addProduct({
    name: 'Beslag',
    unit: 'stk',
    unitPriceOre: 9_900,
    minLengthMm: null,
    maxLengthMm: null,
  })
  const createAnswer = await submit(service, { lines: [{ kind: 'product', productId: id, quantity: 1 }] }, key)
  const { numberDisplay } = order.parse(createAnswer.json)
  orders.move(numberDisplay, 'mottatt')
  const answer = await service.call('POST', `/orders/${numberDisplay}/payment-link`, { key, body: {} })
  const { url } = paymentLink.parse(answer.json)
  expect(await (await fetch(url)).text()).not.toContain('<button')
  await press(url)
  expect(orders.payments(numberDisplay)).toMatchObject([{ status: 'awaiting' }])
})

test('only the hash of the address is stored, and no card processor is mentioned', async () => {
  const service = await runningService()
  const { url } = await linkFor(service)
  await press(url)
  const shownTexts =
    (await service.get(`/orders/${priced}/payments`)).text + (await service.get('/events?limit=100')).text
  // an id is random and may contain 'PSP'
  expect(shownTexts.replaceAll(/evt_[0-9A-Z]{26}/g, '')).not.toMatch(/stripe|nets|vipps|card|intent|processor|psp/i)
  const token = url.split('/').at(-1) ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  await service.restart((store) => {
    const rows = store.db.prepare('SELECT * FROM payment').all()
    expect(JSON.stringify([rows, store.db.prepare('SELECT body FROM event').all()])).not.toContain(token)
  })
})

test('a customer key sees its own order’s payments and cannot make a link; the two modules are checked in order', async () => {
  const service = await runningService()
  const scopes = testScopes.filter((scope) => !/^(production|reports):/.test(scope))
  const { customer } = await orderNow(service)
  const key = service.admin.makeKey({ name: 'kunde', purpose: 'annet', scopes, customer: customer?.number ?? 0 })
  expect((await service.get(`/orders/${priced}/payments`, key)).status).toBe(200)
  expect((await service.get('/orders/T-000002/payments', key)).status).toBe(404)
  const refusalFor = async (as = service.sandboxKey) =>
    errorOf(await service.call('POST', `/orders/${priced}/payment-link`, { key: as, body: {} }))
  expect((await refusalFor(key)).code).toBe('key_kind_not_allowed')
  service.admin.switchModule('shop_payments', false)
  expect((await refusalFor()).feature).toBe('shop_payments')
  service.admin.switchModule('shop', false)
  expect((await refusalFor()).feature).toBe('shop')
})
