// Part 1 and 8 · test orders are deleted after thirty days, and their numbers not given again.
import { expect, test } from 'vitest'
import { eventsOf, orderOf, ordersOf, runningService } from './running-service.ts'
import type { Running } from './running-service.ts'
import { submit } from './submitting.ts'

const dayMs = 86_400_000
const statusOf = async ({ get }: Running, path: string) => (await get(path)).status

test('a test order goes thirty days after it was made, with its sheets, at a midnight; its events stay', async () => {
  const running = await runningService()
  const { numberDisplay } = orderOf(await submit(running, { note: 'Hei' }))
  await running.call('POST', `/orders/${numberDisplay}/confirm`, { body: {} })
  const [sheet] = running.desk.makeSheets({ count: 1, order: numberDisplay })
  const path = `/orders/${numberDisplay}`
  running.clock.nowMs += 29 * dayMs
  expect(await statusOf(running, path)).toBe(200)
  expect(await statusOf(running, `/bending-sheets/${sheet}`)).toBe(200)
  const told = eventsOf(await running.get('/events?types=order.requested')).data.map(({ id }) => id)
  // Ten in the morning of the thirtieth day: the next midnight is the first after the thirty days.
  running.clock.nowMs += dayMs
  await running.get('/me')
  running.clock.nowMs += dayMs
  expect(await statusOf(running, path)).toBe(404)
  expect(await statusOf(running, `/bending-sheets/${sheet}`)).toBe(404)
  expect(told.length).toBe(1)
  await running.restart(({ db }) =>
    expect(db.prepare('SELECT id FROM event WHERE id = ?').pluck().all(told[0])).toEqual(told),
  )
})

test('what it was paid and invoiced with goes with it; an invoice number is not given again', async () => {
  const running = await runningService()
  const { desk, call } = running
  const productId = desk.shop.products().find(({ name }) => name === 'Pipebeslag, side')?.id
  const lines = [{ kind: 'product', productId, quantity: 1 }]
  const made = async () => {
    const { numberDisplay } = orderOf(await submit(running, { lines, discountCode: 'BESLAG10' }))
    for (const to of ['mottatt', 'i_arbeid', 'klar', 'levert'] as const) desk.orders.move(numberDisplay, to)
    return numberDisplay
  }
  const number = await made()
  await call('POST', `/orders/${number}/payment-link`, { body: {} })
  desk.orders.move(number, 'fakturert')
  const { invoice } = orderOf(await running.get(`/orders/${number}`))
  running.clock.nowMs += 31 * dayMs
  expect(await statusOf(running, `/invoices/${invoice?.id}`)).toBe(404)
  await running.restart(({ db }) => {
    for (const table of ['payment', 'order_terms', 'invoice_order WHERE invoice_id NOT IN (SELECT id FROM invoice)']) {
      expect([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0])
    }
    // Those of the sandbox's own orders stay.
    expect(db.prepare('SELECT count(*) FROM invoice').pluck().get()).toBe(3)
  })
  const later = await made()
  desk.orders.move(later, 'fakturert')
  const next = orderOf(await running.get(`/orders/${later}`)).invoice?.number
  expect([invoice?.number, next]).toEqual(['20418', '20419'])
})

test('at a start too; the twenty that the sandbox was made with are spared', async () => {
  const running = await runningService()
  const { numberDisplay } = orderOf(await submit(running, { note: 'Hei' }))
  await running.restart(() => {
    running.clock.nowMs += 31 * dayMs
  })
  const numbers = ordersOf(await running.get('/orders?limit=100')).data.map((order) => order.numberDisplay)
  expect(numbers).not.toContain(numberDisplay)
  expect(numbers.filter((number) => number <= 'T-000020').length).toBe(20)
})

test("nothing live is touched; a live workshop's test orders go like any", async () => {
  const running = await runningService()
  const { slug, key } = running.desk.makeLiveWorkshop('Ekte Verksted')
  const test = running
    .deskOf(slug)
    .makeKey({ name: 'Prøve', scopes: ['orders:read', 'orders:write'], purpose: 'annet' })
  const live = orderOf(await submit(running, { note: 'Hei' }, key))
  const tried = orderOf(await submit(running, { note: 'Hei' }, test))
  expect([live.numberDisplay, tried.numberDisplay]).toEqual(['000001', 'T-000001'])
  running.clock.nowMs += 31 * dayMs
  expect((await running.get('/orders/000001', key)).status).toBe(200)
  expect((await running.get('/orders/T-000001', test)).status).toBe(404)
})

test('a number is given once, though its order is gone', async () => {
  const running = await runningService()
  await submit(running, { note: 'Hei' })
  const last = orderOf(await submit(running, { note: 'Hei' })).number
  running.clock.nowMs += 31 * dayMs
  expect((await running.get('/orders/T-000022')).status).toBe(404)
  expect(orderOf(await submit(running, { note: 'Hei' })).number).toBeGreaterThan(last)
})
