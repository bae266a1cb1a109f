// Part 1 and 8 · test orders are deleted after thirty days, and their numbers are not used again.
import { expect, test } from 'vitest'
import { eventsOf, orderOf, ordersOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

const dayMs = 86_400_000
const statusOf = async ({ get }: RunningService, path: string) => (await get(path)).status

test('a test order is deleted with its sheets at the midnight after thirty days; its events stay', async () => {
  const service = await runningService()
  const { numberDisplay } = orderOf(await submit(service, { note: 'Hei' }))
  await service.call('POST', `/orders/${numberDisplay}/confirm`, { body: {} })
  const [sheet] = service.admin.makeSheets({ count: 1, order: numberDisplay })
  const path = `/orders/${numberDisplay}`
  service.clock.nowMs += 29 * dayMs
  expect(await statusOf(service, path)).toBe(200)
  expect(await statusOf(service, `/bending-sheets/${sheet}`)).toBe(200)
  const eventIds = eventsOf(await service.get('/events?types=order.requested')).data.map(({ id }) => id)
  // Ten in the morning of the thirtieth day: the next midnight is the first after the thirty days.
  service.clock.nowMs += dayMs
  await service.get('/me')
  service.clock.nowMs += dayMs
  expect(await statusOf(service, path)).toBe(404)
  expect(await statusOf(service, `/bending-sheets/${sheet}`)).toBe(404)
  expect(eventIds.length).toBe(1)
  await service.restart(({ db }) =>
    expect(db.prepare('SELECT id FROM event WHERE id = ?').pluck().all(eventIds[0])).toEqual(eventIds),
  )
})

test('its payments and invoices are deleted with it; an invoice number is not used again', async () => {
  const service = await runningService()
  const { admin, call } = service
  const productId = admin.shop.products().find(({ name }) => name === 'Pipebeslag, side')?.id
  const lines = [{ kind: 'product', productId, quantity: 1 }]
  const createOrder = async () => {
    const { numberDisplay } = orderOf(await submit(service, { lines, discountCode: 'BESLAG10' }))
    for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert'] as const) admin.orders.move(numberDisplay, to)
    return numberDisplay
  }
  const number = await createOrder()
  await call('POST', `/orders/${number}/payment-link`, { body: {} })
  admin.orders.move(number, 'fakturert')
  const { invoice } = orderOf(await service.get(`/orders/${number}`))
  service.clock.nowMs += 31 * dayMs
  expect(await statusOf(service, `/invoices/${invoice?.id}`)).toBe(404)
  await service.restart(({ db }) => {
    for (const table of ['payment', 'order_terms', 'invoice_order WHERE invoice_id NOT IN (SELECT id FROM invoice)']) {
      expect([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0])
    }
    // The payments and invoices of the initial orders are kept.
    expect(db.prepare('SELECT count(*) FROM invoice').pluck().get()).toBe(3)
  })
  const later = await createOrder()
  admin.orders.move(later, 'fakturert')
  const next = orderOf(await service.get(`/orders/${later}`)).invoice?.number
  expect([invoice?.number, next]).toEqual(['20418', '20419'])
})

test('it is also deleted at a start; the twenty initial orders are kept', async () => {
  const service = await runningService()
  const { numberDisplay } = orderOf(await submit(service, { note: 'Hei' }))
  await service.restart(() => {
    service.clock.nowMs += 31 * dayMs
  })
  const numbers = ordersOf(await service.get('/orders?limit=100')).data.map((order) => order.numberDisplay)
  expect(numbers).not.toContain(numberDisplay)
  expect(numbers.filter((number) => number <= 'T-000020').length).toBe(20)
})

test("live orders are kept; a live workshop's test orders are deleted", async () => {
  const service = await runningService()
  const { slug, key } = service.admin.makeLiveWorkshop('Ekte Verksted')
  const test = service
    .adminOf(slug)
    .makeKey({ name: 'Prøve', scopes: ['orders:read', 'orders:write'], purpose: 'annet' })
  const live = orderOf(await submit(service, { note: 'Hei' }, key))
  const tried = orderOf(await submit(service, { note: 'Hei' }, test))
  expect([live.numberDisplay, tried.numberDisplay]).toEqual(['000001', 'T-000001'])
  service.clock.nowMs += 31 * dayMs
  expect((await service.get('/orders/000001', key)).status).toBe(200)
  expect((await service.get('/orders/T-000001', test)).status).toBe(404)
})

test('the number of a deleted order is not used again', async () => {
  const service = await runningService()
  await submit(service, { note: 'Hei' })
  const last = orderOf(await submit(service, { note: 'Hei' })).number
  service.clock.nowMs += 31 * dayMs
  expect((await service.get('/orders/T-000022')).status).toBe(404)
  expect(orderOf(await submit(service, { note: 'Hei' })).number).toBeGreaterThan(last)
})
