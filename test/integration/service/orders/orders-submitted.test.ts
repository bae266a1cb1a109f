// Part 4.3 · POST /orders as a request: accepted input, results and refusals; part 8 · new orders per day.
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { errorOf, eventsOf, orderOf, ordersOf, runningService, start } from '../running-service.ts'
import type { Answer, RunningService } from '../running-service.ts'
import { productCalled, submit } from '../submit-order.ts'

const textLine = { kind: 'text', description: 'Beslag etter skisse', quantity: 2, unit: 'm' }
const refusal = (answer: Answer) => [answer.status, errorOf(answer).code, errorOf(answer).fields]
describe('4.3 · POST /orders', () => {
  test('a request is 201 with Location, forespurt, the next number, and order.requested without change', async () => {
    const service = await runningService()
    const body = {
      intent: 'request',
      contact: { name: 'Kari', email: 'kari@example.no', mobile: '+4700000101' },
      title: 'Vannbord',
      note: 'Haster ikke',
      projectNo: 'P-1',
      orderer: 'Kari',
      customerPo: 'PO-7',
      externalRef: 'min-17',
      delivery: { mode: 'levering', requestedDate: '2026-12-01', address: { line: 'Veien 1', postalCode: '6800' } },
      lines: [textLine],
    }
    const answer = await submit(service, body)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe('/api/v1/orders/T-000021')
    const order = orderOf(answer)
    expect(order).toMatchObject({
      numberDisplay: 'T-000021',
      number: 21,
      isTest: true,
      source: 'api',
      channel: 'Sandkasse',
      status: 'forespurt',
      statusLabel: 'Forespørsel',
      customer: null,
      contact: { name: 'Kari', company: null, orgNr: null, email: 'kari@example.no', mobile: '+4700000101' },
      title: 'Vannbord',
      externalRef: 'min-17',
      delivery: {
        mode: 'levering',
        requestedDate: '2026-12-01',
        deliveryDate: null,
        address: { line: 'Veien 1', postalCode: '6800', city: null },
      },
      totals: { netOre: null, vatOre: null, grossOre: null, priceStatus: 'partial' },
      createdAt: new Date(start).toISOString(),
      receivedAt: null,
      version: 1,
      production: { bendingSheets: 0, bent: 0, waitingForCustomer: 0 },
    })
    expect(order.lines).toMatchObject([{ lineNo: 1, ...textLine, priceStatus: 'pending', netOre: null }])
    expect((await service.get('/orders/T-000021')).json).toEqual(answer.json)
    const { production: _production, ...eventOrder } = order
    expect(eventsOf(await service.get('/events?types=order.requested')).data).toMatchObject([
      { data: { order: eventOrder } },
    ])
    expect(eventsOf(await service.get('/events')).data.at(-1)?.data).not.toHaveProperty('change')
  })

  test('an order can have only a note, without contact; the default unit is stk', async () => {
    const service = await runningService()
    expect(orderOf(await submit(service, { note: 'Hei' }))).toMatchObject({
      note: 'Hei',
      lines: [],
      contact: null,
      totals: { priceStatus: 'pending', netOre: null },
    })
    const { unit: _unit, ...bare } = textLine
    expect(orderOf(await submit(service, { lines: [bare] })).lines[0]?.unit).toBe('stk')
  })

  test('a product is priced by its length; without a price, or with another shape or length, it is pending', async () => {
    const service = await runningService()
    const productId = await productCalled(service, 'Vindusbeslag 120')
    const line = { kind: 'product', productId, quantity: 3, lengthMm: 2000 }
    const priced = orderOf(await submit(service, { lines: [line] }))
    expect(priced.lines[0]).toMatchObject({
      description: 'Vindusbeslag 120',
      unit: 'stk',
      lengthMm: 2000,
      profile: { family: 'vindusbeslag' },
      unitPriceOre: 37_800,
      netOre: 113_400,
      priceStatus: 'priced',
    })
    expect(priced.totals).toMatchObject({ netOre: 113_400, vatOre: 28_350, grossOre: 141_750, priceStatus: 'priced' })
    const { lengthMm: _length, ...withoutLength } = line
    const other = { ...line, profile: { family: 'vindusbeslag', params: { b: 125 } } }
    for (const sentLine of [withoutLength, { ...line, lengthMm: 3001 }, { ...line, lengthMm: 399 }, other]) {
      const order = orderOf(await submit(service, { lines: [line, sentLine] }))
      expect(order.lines.map(({ priceStatus }) => priceStatus)).toEqual(['priced', 'pending'])
      expect(order.totals).toMatchObject({ netOre: null, priceStatus: 'partial' })
    }
  })

  test('an impossible dimension is 400 with its field, and makes no order', async () => {
    const service = await runningService()
    const productId = await productCalled(service, 'Vindusbeslag 120')
    const line = { kind: 'product', productId, quantity: 3, lengthMm: 2000 }
    const before = ordersOf(await service.get('/orders?limit=100')).data.length
    for (const [sentLine, field] of [
      [{ profile: { params: { a: 0 } } }, 'profile.params.a'],
      [{ profile: { params: { b: -120 } } }, 'profile.params.b'],
      [{ profile: { params: { c: 1e12 } } }, 'profile.params.c'],
      [{ lengthMm: 100_001 }, 'lengthMm'],
    ] as const) {
      const refused = await submit(service, { lines: [line, { ...line, ...sentLine }] })
      expect([refused.status, errorOf(refused).fields]).toEqual([400, [`lines[1].${field}`]])
    }
    const endless = JSON.stringify({ lines: [{ ...line, profile: { params: { a: 7 } } }] }).replace(
      '"a":7',
      '"a":1e999',
    )
    const headers = { 'idempotency-key': 'et mål uten ende', 'content-type': 'application/json' }
    expect((await service.call('POST', '/orders', { body: endless, headers })).status).toBe(400)
    expect(ordersOf(await service.get('/orders?limit=100')).data).toHaveLength(before)
    expect((await submit(service, { lines: [{ ...line, lengthMm: 100_000 }] })).status).toBe(201)
  })

  const long = 'å'.repeat(2001)
  const emoji = '🔧'.repeat(2001)
  test.each<[unknown, string[]]>([
    [{}, ['lines', 'note']],
    [{ title: 'Bare en tittel' }, ['lines', 'note']],
    [{ note: 'hå' }, ['note']],
    [{ note: '  å  ' }, ['note']],
    [{ note: long }, ['note']],
    [{ note: emoji }, ['note']],
    [{ note: 'Hei', title: long, contact: { name: long } }, ['contact.name', 'title']],
    [{ note: 'Hei', externalRef: 'x'.repeat(101) }, ['externalRef']],
    [{ note: 'Hei', price: 1, contact: { age: 3 } }, ['contact.age', 'price']],
    [{ note: 'Hei', intent: 'order' }, ['intent']],
    [
      { note: 'Hei', delivery: { mode: 'drone', requestedDate: '2026-02-30' } },
      ['delivery.mode', 'delivery.requestedDate'],
    ],
    [{ note: 'Hei', delivery: { optionId: 'x' }, discountCode: 'X' }, ['delivery.optionId', 'discountCode']],
    [{ note: 'Hei', customerId: '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f' }, ['customerId']],
    [{ lines: [textLine, { ...textLine, quantity: 0.5 }] }, ['lines[1].quantity']],
    [{ lines: [{ ...textLine, quantity: 501 }] }, ['lines[0].quantity']],
    [{ lines: [{ ...textLine, quantity: '2' }] }, ['lines[0].quantity']],
    [{ lines: [{ ...textLine, description: ' ' }] }, ['lines[0].description']],
    [{ lines: [{ ...textLine, netOre: 1 }] }, ['lines[0].netOre']],
    [{ lines: [{ kind: 'gift' }] }, ['lines[0].kind']],
    [
      { lines: [{ kind: 'product', productId: '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f', quantity: 1 }] },
      ['lines[0].productId'],
    ],
    [
      { lines: [{ kind: 'position', positionId: '3f1d6c1e-8a5b-4c0f-9d2e-7b6a5c4d3e2f', lengthMm: 1, quantity: 1 }] },
      ['lines[0].kind'],
    ],
    [{ lines: Array.from({ length: 101 }, () => textLine) }, ['lines']],
  ])('%j is 400 with its fields, and nothing is created', async (body, fields) => {
    const service = await runningService()
    const refused = await submit(service, body)
    expect([refused.status, errorOf(refused).code, errorOf(refused).fields?.toSorted()]).toEqual([
      400,
      'invalid_request',
      fields,
    ])
    expect((await service.get('/orders/T-000021')).status).toBe(404)
    expect(eventsOf(await service.get('/events?types=order.requested')).data).toEqual([])
  })

  test('the maximum is accepted: a hundred lines, 500 of each, texts of 2 000 characters in any script', async () => {
    const service = await runningService()
    const note = '🔧'.repeat(2000)
    const lines = Array.from({ length: 100 }, () => ({ ...textLine, quantity: 500, description: 'å'.repeat(2000) }))
    const answer = await submit(service, { note, lines, externalRef: 'x'.repeat(100) })
    expect([answer.status, orderOf(answer).note, orderOf(answer).lines.length]).toEqual([201, note, 100])
  })

  test('the order of a customer key has its own customer; a workshop key names the customer', async () => {
    const service = await runningService()
    const scopes = ['orders:read', 'orders:write'] as const
    const customerKey = service.admin.makeKey({ name: 'Prøvedal', customer: 1001, scopes, purpose: 'nettside' })
    const order = orderOf(await submit(service, { note: 'Hei' }, customerKey))
    expect(order).toMatchObject({ customer: { number: 1001 }, channel: 'Prøvedal', production: null })
    const other = ordersOf(await service.get('/orders?limit=100')).data.find(
      ({ customer }) => customer !== null && customer.number !== 1001,
    )
    expect(refusal(await submit(service, { note: 'Hei', customerId: other?.customer?.id }, customerKey))).toEqual([
      400,
      'invalid_request',
      ['customerId'],
    ])
    const createdOrder = orderOf(await submit(service, { note: 'Hei', customerId: other?.customer?.id }))
    expect(createdOrder.customer).toEqual(other?.customer)
    expect((await service.get(`/orders/${createdOrder.numberDisplay}`, customerKey)).status).toBe(404)
  })

  test('a live key makes a live order of six digits, which a test key does not see', async () => {
    const service = await runningService()
    const { key } = service.admin.makeLiveWorkshop('Ekte Verksted')
    const answer = await submit(service, { note: 'Hei' }, key)
    expect(orderOf(answer)).toMatchObject({ numberDisplay: '000001', isTest: false })
    expect(answer.headers.get('location')).toBe('/api/v1/orders/000001')
    expect((await service.get('/orders/000001')).status).toBe(404)
    expect((await service.get('/orders/000001', key)).status).toBe(200)
  })
})

describe('4.1 · Idempotency-Key on POST /orders', () => {
  test('a missing key is 428 before the body is checked; a malformed one is 400', async () => {
    const { call } = await runningService()
    const missing = await call('POST', '/orders', { body: '{' })
    expect([missing.status, errorOf(missing).code]).toEqual([428, 'idempotency_key_required'])
    const short = await call('POST', '/orders', { body: { note: 'Hei' }, headers: { 'idempotency-key': '1234567' } })
    expect(refusal(short)).toEqual([400, 'invalid_request', ['Idempotency-Key']])
  })

  test('a repeated call gets the same answer and Location, without an order; other content is 422', async () => {
    const service = await runningService()
    const body = { note: 'Hei', title: 'Én gang' }
    const first = await submit(service, body, undefined, 'samme-nokkel')
    const secondAnswer = await submit(service, { title: 'Én gang', note: 'Hei' }, undefined, 'samme-nokkel')
    expect([secondAnswer.status, secondAnswer.text]).toEqual([201, first.text])
    expect(secondAnswer.headers.get('idempotent-replayed')).toBe('true')
    expect(secondAnswer.headers.get('location')).toBe(first.headers.get('location'))
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const other = await submit(service, { note: 'Noe annet' }, undefined, 'samme-nokkel')
    expect([other.status, errorOf(other).code]).toEqual([422, 'idempotency_key_reused'])
    expect((await service.get('/orders/T-000022')).status).toBe(404)
  })

  test('a refusal is remembered', async () => {
    const service = await runningService()
    await submit(service, {}, undefined, 'tom-ordre-1')
    const secondAnswer = await submit(service, {}, undefined, 'tom-ordre-1')
    expect([secondAnswer.status, secondAnswer.headers.get('idempotent-replayed')]).toEqual([400, 'true'])
  })
})

/** Restarts the service. Each key that has called has then created this many orders. */
const filled = async (service: RunningService, orders: number) => {
  await submit(service, { note: 'Hei' })
  await service.restart(({ db }) => db.prepare('UPDATE key_use SET new_orders_of_day = ?').run(orders))
}

describe('8 · new orders per day', () => {
  test('after 250 in a sandbox the next is 429 until the end of the UTC day, also after a restart; other keys are not affected', async () => {
    const service = await runningService({ limitFactor: 1 })
    await filled(service, 249)
    expect((await submit(service, { note: 'Hei' })).status).toBe(201)
    await service.restart()
    for (const body of [{ note: 'Hei' }, {}]) {
      const answerOverLimit = await submit(service, body)
      expect([answerOverLimit.status, errorOf(answerOverLimit).retryAfterSeconds]).toEqual([
        429,
        14 * 3600 + 59 * 60 + 50,
      ])
    }
    const key = service.admin.makeKey({ name: 'Annen', scopes: ['orders:write'], purpose: 'annet' })
    expect((await submit(service, { note: 'Hei' }, key)).status).toBe(201)
    service.clock.nowMs += 15 * 3_600_000
    expect((await submit(service, { note: 'Hei' })).status).toBe(201)
  })

  test('a customer key can make 50', async () => {
    const service = await runningService({ limitFactor: 1 })
    const key = service.admin.makeKey({ name: 'Kunde', customer: 1001, scopes: ['orders:write'], purpose: 'nettside' })
    await submit(service, { note: 'Hei' }, key)
    await service.restart(({ db }) => db.prepare('UPDATE key_use SET new_orders_of_day = 49').run())
    expect((await submit(service, { note: 'Hei' }, key)).status).toBe(201)
    expect((await submit(service, { note: 'Hei' }, key)).status).toBe(429)
  })

  test('refused orders and repeated calls do not count, and repeated calls are answered when the day is used up', async () => {
    const service = await runningService({ limitFactor: 1 })
    await filled(service, 248)
    await submit(service, {})
    await submit(service, { note: 'Hei' }, undefined, 'gjenta-denne')
    await submit(service, { note: 'Hei' }, undefined, 'gjenta-denne')
    expect((await submit(service, { note: 'Den siste' })).status).toBe(201)
    expect((await submit(service, { note: 'Én for mye' })).status).toBe(429)
    const secondAnswer = await submit(service, { note: 'Hei' }, undefined, 'gjenta-denne')
    expect([secondAnswer.status, secondAnswer.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  })

  test('of two concurrent orders with one left, one is made', async () => {
    const service = await runningService({ limitFactor: 1 })
    await filled(service, 249)
    // The first call is admitted and waits for its body while the second order is created.
    const first = request(`${service.baseUrl}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.sandboxKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'kom-forst-inn',
        expect: '100-continue',
      },
    })
    first.flushHeaders()
    await once(first, 'continue')
    expect((await submit(service, { note: 'Hei' })).status).toBe(201)
    first.end(JSON.stringify({ note: 'Hei' }))
    const [answer]: IncomingMessage[] = await once(first, 'response')
    answer?.resume()
    expect(answer?.statusCode).toBe(429)
  })
})
