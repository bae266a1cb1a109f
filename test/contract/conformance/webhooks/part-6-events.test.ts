// Part 6: the messages of events, and GET /events.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import type { Event } from '../readings.ts'
import { ruleOfOneService, testScopes } from '../rule.ts'
import type { Run } from '../rule.ts'
import type { Sentence } from '../sentences/index.ts'
import { wholeLife } from './order-lifecycle.ts'
import { errorOf, eventsOf, refusalOf } from '../world.ts'

const rule = ruleOfOneService()

const orderIn = ({ data }: Event) => reading.order.parse(data['order'])

/** An order that is requested, changed, received and produced, with its events. */
async function orderWithEvents(run: Run): Promise<{ number: string; events: Event[] }> {
  const mark = await run.latest()
  await run.workshop.advance(7)
  const { numberDisplay, version } = await run.newOrder()
  await run.workshop.advance(7)
  await run.patch(`/orders/${numberDisplay}`, version, { note: 'Haster' })
  for (const status of ['mottatt', 'i_arbeid', 'klar']) {
    await run.workshop.advance(7)
    await run.workshop.moveOrder(numberDisplay, status)
  }
  return { number: numberDisplay, events: await run.eventsAfter(mark) }
}

rule('6.1 · a workshop gets only the events of its modules', async (run) => {
  const { bendable, workshop, call, latest, eventsAfter, without } = run
  const [mark, { id }] = [await latest(), await bendable()]
  await call('POST', `/bending-sheets/${id}/bent`, { body: {} })
  expect((await eventsAfter(mark)).map(({ type }) => type)).toEqual(['bending_sheet.bent'])
  await without('produksjon')
  await workshop.rework(id)
  expect(await eventsAfter(mark)).toEqual([])
  await workshop.switchModule('produksjon', true)
  expect((await eventsAfter(mark)).map(({ type }) => type)).toEqual(['bending_sheet.bent'])
})

rule('6.2 · a message has id, type, apiVersion, createdAt, livemode and data', async (run) => {
  const { events } = await orderWithEvents(run)
  expect(events).toHaveLength(5)
  for (const event of events) {
    expect(Object.keys(event).toSorted()).toEqual(['apiVersion', 'createdAt', 'data', 'id', 'livemode', 'type'])
    expect(event).toMatchObject({ apiVersion: 'v1', livemode: false, createdAt: orderIn(event).updatedAt })
  }
})

rule('6.2 · id is evt_ followed by a ULID that increases with time', async (run) => {
  const { events } = await orderWithEvents(run)
  const ids = events.map(({ id }) => id)
  for (const id of ids) expect(id).toMatch(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  const times = events.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())
})

rule('6.2 · livemode is false for test orders, true for live ones', async (sandbox) => {
  for (const [run, livemode] of [
    [sandbox, false],
    [await sandbox.live(), true],
  ] as const) {
    const mark = await run.latest()
    await run.newOrder()
    expect((await run.eventsAfter(mark)).map((event) => event.livemode)).toEqual([livemode])
  }
})

rule('6.2 · data is the whole object as it was when the event was sent', async (run) => {
  const { events, number } = await orderWithEvents(run)
  expect(events.map(orderIn).map(({ status, note, version }) => [status, note, version])).toEqual([
    ['forespurt', null, 1],
    ['forespurt', 'Haster', 2],
    ['mottatt', 'Haster', 3],
    ['i_arbeid', 'Haster', 4],
    ['klar', 'Haster', 5],
  ])
  const { production: _production, ...now } = await run.read(number)
  expect(events.at(-1)?.data['order']).toEqual(now)
})

rule('6.2 · data.change is present if the status changed, with from and to', async (run) => {
  const { events } = await orderWithEvents(run)
  expect(events.map(({ data }) => data['change'])).toEqual([
    undefined,
    undefined,
    { from: 'forespurt', to: 'mottatt' },
    { from: 'mottatt', to: 'i_arbeid' },
    { from: 'i_arbeid', to: 'klar' },
  ])
})

rule('6.2 · the orders in events have an increasing version', async (run) => {
  const versions = (await orderWithEvents(run)).events.map((event) => orderIn(event).version)
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
})

rule('6.2 · GET /events returns the oldest first, after the id in after', async (run) => {
  const { events } = await orderWithEvents(run)
  for (const [index, { id }] of events.entries()) {
    const page = eventsOf(await run.get(`/events?after=${id}&limit=100`))
    expect([page.data, page.nextCursor, page.gap]).toEqual([events.slice(index + 1), null, false])
  }
})

rule('6.2 · the event in after need not exist', async (run) => {
  const { events } = await orderWithEvents(run)
  const [first] = events
  const before = `${first?.id.slice(0, -16)}${'0'.repeat(16)}`
  expect(eventsOf(await run.get(`/events?after=${before}`)).data).toEqual(events)
})

rule('6.2 · a malformed after is 400', async ({ get }) => {
  for (const after of ['evt_', 'evt_x', '01JDEY0000000000000000000', 'newest', '']) {
    const answer = await get(`/events?after=${after}`)
    expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['after']])
  }
})

rule('6.2 · after=latest returns no event, only the latest id', async (run) => {
  const { events } = await orderWithEvents(run)
  expect(eventsOf(await run.get('/events?after=latest'))).toEqual({
    data: [],
    nextCursor: null,
    latestId: events.at(-1)?.id,
    gap: false,
  })
})

rule('6.2 · types accepts one type, several types, and groups', async (run) => {
  const mark = await run.latest()
  const { id } = await run.bendable()
  await run.call('POST', `/bending-sheets/${id}/bent`, { body: {} })
  const { events } = await orderWithEvents(run)
  const receivedTypes = async (types: string) =>
    eventsOf(await run.get(`/events?after=${mark}&types=${types}`)).data.map(({ type }) => type)
  expect(await receivedTypes('order.updated')).toEqual(['order.updated'])
  expect(await receivedTypes('order.ready,order.updated')).toEqual(['order.updated', 'order.ready'])
  expect(await receivedTypes('bending_sheet.*')).toEqual(['bending_sheet.bent'])
  expect(await receivedTypes('order.*')).toEqual(events.map(({ type }) => type))
  expect(await receivedTypes('order.*,bending_sheet.bent')).toHaveLength(events.length + 1)
  expect(await receivedTypes('invoice.*')).toEqual([])
})

rule('6.2 · an unknown type in types is 400', async ({ get }) => {
  for (const types of ['order.finished', 'order.', '*', 'ping', 'order.ready,nothing', '']) {
    const answer = await get(`/events?types=${types}`)
    expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['types']])
  }
})

rule('6.2 · a consumer that continues from the last id gets each event once', async (run) => {
  let handled = await run.latest()
  const ids: string[] = []
  const read = async () => {
    for (let hasMore = true; hasMore;) {
      const { data, nextCursor } = eventsOf(await run.get(`/events?limit=2&after=${handled}`))
      if (nextCursor !== null) expect(nextCursor).toBe(data.at(-1)?.id)
      ids.push(...data.map(({ id }) => id))
      handled = data.at(-1)?.id ?? handled
      hasMore = nextCursor !== null
    }
  }
  const first = await orderWithEvents(run)
  await read()
  await read()
  const second = await orderWithEvents(run)
  await read()
  expect(ids).toEqual([...first.events, ...second.events].map(({ id }) => id))
})

rule('6.2 · GET /events goes back 30 days', async (run) => {
  const { events } = await orderWithEvents(run)
  await run.workshop.advance(29.9 * 86_400)
  const ids = (await run.eventsAfter(null)).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(events.map(({ id }) => id)))
  await run.workshop.advance(0.2 * 86_400)
  const remaining = (await run.eventsAfter(null)).map(({ id }) => id)
  for (const { id } of events) expect(remaining).not.toContain(id)
})

rule('6.2 · gap is true if after is too old or unknown', async (run) => {
  const { events } = await orderWithEvents(run)
  const gap = async (after: string | undefined) => eventsOf(await run.get(`/events?after=${after}`)).gap
  expect(await gap(events[0]?.id)).toBe(false)
  expect(await gap('evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toBe(true)
  await run.workshop.advance(31 * 86_400)
  await orderWithEvents(run)
  expect([await gap(events[0]?.id), await gap((await run.latest()) ?? '')]).toEqual([true, false])
})

rule('6.2 · GET /events needs events:read', async ({ freshKey, get }) => {
  const refusal = await get('/events', await freshKey(testScopes.filter((scope) => scope !== 'events:read')))
  expect([refusalOf(refusal), errorOf(refusal).scope]).toEqual(['403 scope_missing', 'events:read'])
})

const reaching: readonly [type: string, reaches: boolean, sentence: Sentence][] = [
  ['order.requested', true, '6.3 · order.requested reaches a customer key'],
  ['order.received', true, '6.3 · order.received reaches a customer key'],
  ['order.declined', true, '6.3 · order.declined reaches a customer key'],
  ['order.cancelled', true, '6.3 · order.cancelled reaches a customer key'],
  ['order.in_work', true, '6.3 · order.in_work reaches a customer key'],
  ['order.ready', true, '6.3 · order.ready reaches a customer key'],
  ['order.ready_undone', true, '6.3 · order.ready_undone reaches a customer key'],
  ['order.delivered', true, '6.3 · order.delivered reaches a customer key'],
  ['order.updated', true, '6.3 · order.updated reaches a customer key'],
  ['order.invoiced', true, '6.3 · order.invoiced reaches a customer key'],
  ['order.invoice_undone', false, '6.3 · order.invoice_undone does not reach a customer key'],
  ['order.paid', false, '6.3 · order.paid does not reach a customer key'],
  ['bending_sheet.sent_for_approval', true, '6.3 · bending_sheet.sent_for_approval reaches a customer key'],
  ['bending_sheet.approved', true, '6.3 · bending_sheet.approved reaches a customer key'],
  ['bending_sheet.change_requested', true, '6.3 · bending_sheet.change_requested reaches a customer key'],
  ['bending_sheet.bent', false, '6.3 · bending_sheet.bent never reaches a customer key'],
]
/** The events of one order's lifecycle for a workshop key and a customer key. Every row of the catalogue uses them. */
let life: Promise<{ workshop: Event[]; customer: Event[]; other: Event[] }> | null = null
const lifeIn = (run: Run) => (life ??= lifecycleEvents(run))
async function lifecycleEvents(run: Run) {
  const [one, two] = await run.customers()
  const mark = await run.latest()
  await wholeLife(run, one.key)
  const after = (key?: string) => run.eventsAfter(mark, key)
  return { workshop: await after(), customer: await after(one.key), other: await after(two.key) }
}

for (const [type, reaches, sentence] of reaching) {
  rule(sentence, async (run) => {
    const { workshop, customer } = await lifeIn(run)
    const [ownEvents, reached] = [workshop, customer].map((events) => events.filter((event) => event.type === type))
    expect(ownEvents?.length).toBeGreaterThan(0)
    expect(reached).toEqual(reaches ? ownEvents : [])
  })
}

rule('6.3 · an event reaches only its own customer', async (run) => {
  const { customer, other } = await lifeIn(run)
  expect([customer.length > 15, other]).toEqual([true, []])
})

rule('6.3 · order events have the whole order in data.order', async (run) => {
  const { workshop } = await lifeIn(run)
  for (const event of workshop.filter(({ type }) => type.startsWith('order.'))) {
    expect(Object.keys(event.data).filter((name) => name !== 'change')).toEqual(['order'])
    expect(orderIn(event).lines).toHaveLength(1)
  }
})

rule('6.3 · a bending sheet in an event is reduced', async (run) => {
  const { workshop } = await lifeIn(run)
  const sheetEvents = workshop.filter(({ type }) => type.startsWith('bending_sheet.'))
  expect(sheetEvents.length).toBe(5)
  for (const { data } of sheetEvents) {
    const { profile, unfolding, approval } = reading.sheet.parse(data['bendingSheet'])
    expect([profile, unfolding, typeof approval.state, Object.keys(data)]).toEqual([
      undefined,
      undefined,
      'string',
      ['bendingSheet'],
    ])
  }
})

rule('6.3 · order.forwarded needs the partner network', async (run) => {
  const mark = await run.latest()
  const forwarded = async () => {
    const { numberDisplay } = await run.received()
    await run.workshop.forwardOrder(numberDisplay, 'Nabo Blikk AS')
    return (await run.eventsAfter(mark)).filter(({ type }) => type === 'order.forwarded').length
  }
  expect(await forwarded()).toBe(1)
  await run.without('nettverk')
  expect(await forwarded()).toBe(0)
})
