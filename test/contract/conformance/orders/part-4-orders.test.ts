// Part 4.2 and 4.3: submitting, reading, changing, confirming and cancelling an order.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import { ruleOfOneService, textLine } from '../rule.ts'
import { errorOf, orderOf, refusalOf } from '../world.ts'

const rule = ruleOfOneService()

rule('4.2 · POST /orders returns 201 with the order and its Location', async ({ post, get }) => {
  const answer = await post('/orders', { intent: 'request', title: 'Beslag', lines: [textLine] })
  const order = orderOf(answer)
  expect([answer.status, answer.headers.get('location')]).toEqual([201, `/api/v1/orders/${order.numberDisplay}`])
  expect(orderOf(await get(`/orders/${order.numberDisplay}`))).toEqual(order)
})

rule('4.2 · GET /orders/{number} reads one order', async ({ get, all }) => {
  const [newest] = (await all('/orders')).map((each) => reading.order.parse(each))
  expect(orderOf(await get(`/orders/${newest?.numberDisplay}`))).toEqual(newest)
  for (const number of ['T-999999', '000001', 'T-1', 'x', '%00', 'T-000001%2F']) {
    expect(refusalOf(await get(`/orders/${number}`))).toBe('404 not_found')
  }
})

rule('4.2 · PATCH /orders/{number} changes an order', async ({ newOrder, patch, read, workshop }) => {
  const order = await newOrder()
  await workshop.advance(30)
  const answer = await patch(`/orders/${order.numberDisplay}`, order.version, { title: 'Ny tittel' })
  const changedOrder = orderOf(answer)
  expect([answer.status, changedOrder]).toEqual([
    200,
    { ...order, title: 'Ny tittel', version: order.version + 1, updatedAt: changedOrder.updatedAt },
  ])
  expect(changedOrder.updatedAt > order.updatedAt).toBe(true)
  expect(await read(order.numberDisplay)).toEqual(changedOrder)
})

for (const [field, value] of Object.entries({
  projectNo: 'P-7',
  orderer: 'Kari',
  customerPo: 'PO 9',
  title: 'Tak',
  note: 'Haster',
  externalRef: 'ref-1',
})) {
  rule(
    '4.2 · PATCH changes each field that can change',
    async ({ received, patch }) => {
      const { numberDisplay, version } = await received()
      const path = `/orders/${numberDisplay}`
      expect(orderOf(await patch(path, version, { [field]: value }))).toMatchObject({
        [field]: value,
        status: 'mottatt',
      })
      expect(orderOf(await patch(path, version + 1, { [field]: null }))).toMatchObject({ [field]: null })
    },
    field,
  )
}

rule(
  '4.2 · PATCH changes each field that can change',
  async ({ newOrder, patch }) => {
    const { numberDisplay, version } = await newOrder()
    const lines = [textLine, { ...textLine, description: 'Gesims', quantity: 2 }]
    const changedOrder = orderOf(await patch(`/orders/${numberDisplay}`, version, { lines }))
    expect(changedOrder.lines).toMatchObject([
      { lineNo: 1, description: textLine.description },
      { lineNo: 2, description: 'Gesims', quantity: 2, priceStatus: 'pending' },
    ])
  },
  'lines',
)

rule(
  '4.2 · PATCH changes each field that can change',
  async ({ newOrder, patch }) => {
    const { numberDisplay, version } = await newOrder()
    const body = {
      contact: { name: 'Ola', email: 'ola@nes.example', mobile: '+4791111111' },
      delivery: {
        mode: 'levering',
        requestedDate: '2027-03-02',
        address: { line: 'Vei 1', postalCode: '6800', city: 'Førde' },
      },
    }
    expect(orderOf(await patch(`/orders/${numberDisplay}`, version, body))).toMatchObject(body)
  },
  'contact and delivery',
)

rule('4.2 · PATCH leaves absent fields unchanged', async ({ newOrder, patch }) => {
  const order = await newOrder({
    title: 'A',
    note: 'Blå',
    externalRef: 'x',
    contact: { name: 'Kari' },
    lines: [textLine],
  })
  const changedOrder = orderOf(await patch(`/orders/${order.numberDisplay}`, order.version, { note: 'Grå' }))
  expect({ ...changedOrder, note: 'Blå', version: order.version, updatedAt: order.updatedAt }).toEqual(order)
})

rule(
  '4.2 · PATCH without a difference changes nothing and sends no event',
  async ({ newOrder, patch, latest, read }) => {
    const order = await newOrder({ title: 'A', lines: [textLine] })
    const mark = await latest()
    for (const body of [{}, { title: 'A' }, { lines: [textLine] }]) {
      const answer = await patch(`/orders/${order.numberDisplay}`, order.version, body)
      expect([answer.status, orderOf(answer)]).toEqual([200, order])
    }
    expect([await latest(), await read(order.numberDisplay)]).toEqual([mark, order])
  },
)

for (const status of ['i_arbeid', 'klar']) {
  rule(
    '4.2 · PATCH after mottatt is 409 invalid_transition',
    async ({ received, workshop, patch, read }) => {
      const { numberDisplay } = await received()
      await workshop.moveOrder(numberDisplay, 'i_arbeid')
      if (status === 'klar') await workshop.moveOrder(numberDisplay, 'klar')
      const order = await read(numberDisplay)
      expect(refusalOf(await patch(`/orders/${numberDisplay}`, order.version, { note: 'For sent' }))).toBe(
        '409 invalid_transition',
      )
      expect(await read(numberDisplay)).toEqual(order)
    },
    status,
  )
}

for (const [name, body, field] of [
  ['2 001 characters', { note: 'n'.repeat(2001) }, 'note'],
  ['101 of externalRef', { externalRef: 'x'.repeat(101) }, 'externalRef'],
  ['101 lines', { lines: Array.from({ length: 101 }, () => textLine) }, 'lines'],
  ['quantity 501', { lines: [{ ...textLine, quantity: 501 }] }, 'lines[0].quantity'],
  ['a number as title', { title: 7 }, 'title'],
] as const) {
  rule(
    '4.2 · PATCH has the limits of POST',
    async ({ newOrder, patch, read }) => {
      const order = await newOrder()
      const answer = await patch(`/orders/${order.numberDisplay}`, order.version, body)
      expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', [field]])
      expect(await read(order.numberDisplay)).toEqual(order)
    },
    name,
  )
}

rule('4.2 · confirm changes a request to received', async ({ newOrder, call, latest, eventsAfter }) => {
  const { numberDisplay, version } = await newOrder()
  const mark = await latest()
  const answer = await call('POST', `/orders/${numberDisplay}/confirm`, { body: {} })
  const confirmed = orderOf(answer)
  expect([answer.status, confirmed.status, confirmed.version]).toEqual([200, 'mottatt', version + 1])
  expect(confirmed.receivedAt).toBe(confirmed.updatedAt)
  const events = await eventsAfter(mark)
  expect(events.map(({ type, data }) => [type, data['change']])).toEqual([
    ['order.received', { from: 'forespurt', to: 'mottatt' }],
  ])
})

rule(
  '4.2 · confirm of an order that is not a request is 409 invalid_transition',
  async ({ newOrder, workshop, call, read }) => {
    for (const statuses of [['mottatt'], ['mottatt', 'i_arbeid', 'klar'], ['avbrutt']]) {
      const { numberDisplay } = await newOrder()
      for (const rung of statuses) await workshop.moveOrder(numberDisplay, rung)
      const order = await read(numberDisplay)
      const answer = await call('POST', `/orders/${numberDisplay}/confirm`, { body: {} })
      expect(refusalOf(answer)).toBe('409 invalid_transition')
      expect(await read(numberDisplay)).toEqual(order)
    }
  },
)

for (const [from, type] of [
  ['forespurt', 'order.declined'],
  ['mottatt', 'order.cancelled'],
] as const) {
  rule(
    '4.2 · cancel declines a request and cancels a received order',
    async (run) => {
      const { numberDisplay } = await (from === 'mottatt' ? run.received() : run.newOrder())
      const mark = await run.latest()
      const answer = await run.call('POST', `/orders/${numberDisplay}/cancel`, { body: {} })
      const order = orderOf(answer)
      expect([answer.status, order.status, order.cancelReason, order.cancelledAt]).toEqual([
        200,
        'avbrutt',
        null,
        order.updatedAt,
      ])
      const events = await run.eventsAfter(mark)
      expect(events.map((event) => [event.type, event.data['change']])).toEqual([[type, { from, to: 'avbrutt' }]])
    },
    from,
  )
}

for (const to of ['i_arbeid', 'klar', 'levert', 'avbrutt']) {
  rule(
    '4.2 · cancel after mottatt is 409 invalid_transition',
    async ({ received, workshop, call, read }) => {
      const { numberDisplay } = await received()
      for (const rung of to === 'avbrutt' ? ['avbrutt'] : ['i_arbeid', 'klar', 'levert']) {
        await workshop.moveOrder(numberDisplay, rung)
        if (rung === to) break
      }
      const order = await read(numberDisplay)
      expect(refusalOf(await call('POST', `/orders/${numberDisplay}/cancel`, { body: {} }))).toBe(
        '409 invalid_transition',
      )
      expect(await read(numberDisplay)).toEqual(order)
    },
    to,
  )
}

rule('4.2 · status returns the status of an order', async ({ received, get }) => {
  const { numberDisplay, status, statusLabel, statusChangedAt, version } = await received()
  const answer = await get(`/orders/${numberDisplay}/status`)
  expect(answer.json).toEqual({ numberDisplay, status, statusLabel, statusChangedAt, version })
  expect(refusalOf(await get('/orders/T-999999/status'))).toBe('404 not_found')
})

rule('4.2 · timeline lists each status change and content change', async ({ newOrder, patch, workshop, get }) => {
  const { numberDisplay, version } = await newOrder()
  await workshop.advance(10)
  await patch(`/orders/${numberDisplay}`, version, { note: 'Haster' })
  await workshop.advance(10)
  await workshop.moveOrder(numberDisplay, 'mottatt')
  await workshop.moveOrder(numberDisplay, 'i_arbeid')
  const { json } = await get(`/orders/${numberDisplay}/timeline`)
  const entries = timelineOf(json)
  expect(entries.map(({ type, change }) => [type, change])).toEqual([
    ['order.requested', null],
    ['order.updated', null],
    ['order.received', { from: 'forespurt', to: 'mottatt' }],
    ['order.in_work', { from: 'mottatt', to: 'i_arbeid' }],
  ])
  const times = entries.map(({ at: time }) => time)
  expect([times, new Set(times).size >= 3]).toEqual([times.toSorted(), true])
})

rule('4.2 · the timeline of a seeded order lists its milestones', async ({ all, get }) => {
  const paidOrder = (await all('/orders'))
    .map((each) => reading.order.parse(each))
    .find(({ status }) => status === 'betalt')
  const { json } = await get(`/orders/${paidOrder?.numberDisplay}/timeline`)
  const entries = timelineOf(json)
  // An order that the workshop records is received when it is created: its first status is not a move.
  expect(entries.map(({ type }) => type).filter((type) => type !== 'order.requested')).toEqual(
    ['received', 'in_work', 'ready', 'delivered', 'invoiced', 'paid'].map((move) => `order.${move}`),
  )
  expect(entries.at(-1)).toMatchObject({ type: 'order.paid', at: paidOrder?.paidAt })
})

const timelineEntry = reading.event
  .pick({ type: true })
  .extend({ at: reading.instant, change: reading.change.nullable() })
const timelineOf = (json: unknown) =>
  timelineEntry.array().parse(Array.isArray(json) ? json : reading.listOf(timelineEntry).parse(json).data)
