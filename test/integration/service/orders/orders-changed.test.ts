// Part 4.1 and 4.2 · PATCH /orders/{number}, confirm, cancel, status and timeline; part 3 · the moves they make.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { orderProgress, orderStep, page } from '../../../../shared/workshop-api/index.ts'
import { errorOf, eventsOf, orderOf, runningService, sheetOf } from '../running-service.ts'
import type { Answer, RunningService } from '../running-service.ts'
import { productCalled, submit } from '../submit-order.ts'

const request = '/orders/T-000012'
const received = '/orders/T-000007'

const change = (
  { call }: Pick<RunningService, 'call'>,
  path: string,
  version: number | string,
  body: unknown,
  key?: string,
) =>
  call('PATCH', path, {
    body,
    headers: { 'if-match': typeof version === 'number' ? `"v${version}"` : version },
    ...(key === undefined ? {} : { key }),
  })
const coded = (answer: Answer) => [answer.status, errorOf(answer).code]
const latest = async ({ get }: RunningService) => eventsOf(await get('/events?limit=100')).data.at(-1)
const statusChange = (from: string, to: string) => ({ from, to })
const stepsOf = (answer: Answer) => page(orderStep).parse(answer.json).data

describe('4.2 · PATCH /orders/{number}', () => {
  test('changes only the sent fields, increments the version, and sends order.updated without change', async () => {
    const service = await runningService()
    const before = orderOf(await service.get(request))
    service.clock.nowMs += 60_000
    const answer = await change(service, request, 1, {
      title: 'Takvindu, to stykk',
      note: null,
      contact: { mobile: '+4700000199' },
      delivery: { requestedDate: '2026-12-10' },
    })
    const after = orderOf(answer)
    expect(after).toEqual({
      ...before,
      title: 'Takvindu, to stykk',
      note: null,
      contact: { ...before.contact, mobile: '+4700000199' },
      delivery: { ...before.delivery, requestedDate: '2026-12-10' },
      version: 2,
      updatedAt: '2026-11-24T09:01:10.000Z',
    })
    expect((await service.get(request)).json).toEqual(answer.json)
    const event = await latest(service)
    expect([event?.type, event?.data.order?.version]).toEqual(['order.updated', 2])
    expect(event?.data).not.toHaveProperty('change')
  })

  test('a PATCH without a difference makes neither a version nor an event', async () => {
    const service = await runningService()
    const before = orderOf(await service.get(request))
    const { title, note, contact } = before
    for (const body of [{}, { title, note, contact }, { projectNo: '  ' }, { delivery: {} }]) {
      const answer = await change(service, request, 1, body)
      expect([answer.status, answer.json]).toEqual([200, before])
    }
    expect(eventsOf(await service.get('/events')).data).toEqual([])
  })

  test('an unchanged line keeps the workshop’s price', async () => {
    const service = await runningService()
    const before = orderOf(await service.get(received))
    const sent = before.lines.map(({ kind, description, quantity, unit }) => ({ kind, description, quantity, unit }))
    const secondAnswer = await change(service, received, before.version, { lines: sent })
    expect(orderOf(secondAnswer)).toEqual(before)
    const [first, ...rest] = sent.toReversed()
    const answer = await change(service, received, before.version, { lines: [{ ...first, quantity: 9 }, ...rest] })
    const after = orderOf(answer)
    expect(after.lines.map(({ lineNo }) => lineNo)).toEqual(before.lines.map((_line, index) => index + 1))
    expect(after.lines.map(({ unitPriceOre }) => unitPriceOre)).toEqual([null, 54_000, 86_000, 118_000])
    expect(after.totals.priceStatus).toBe('partial')
  })

  test('new lines are priced as in a new order, and the sums are updated', async () => {
    const service = await runningService()
    const productId = await productCalled(service, 'Vannbord 60')
    const lines = [{ kind: 'product', productId, quantity: 2, lengthMm: 1000 }]
    const { totals } = orderOf(await change(service, request, 1, { lines }))
    expect(totals).toMatchObject({ netOre: 31_800, vatOre: 7_950, grossOre: 39_750, priceStatus: 'priced' })
  })

  test('the sheets get the new title and due date of their order, as their next version', async () => {
    const service = await runningService()
    const order = orderOf(await service.get(received))
    const before = sheetOf(await service.get(`/bending-sheets/${service.admin.sheets.find('T-000007/1').id}`))
    await change(service, received, order.version, { title: 'Nytt navn' })
    const after = sheetOf(await service.get(`/bending-sheets/${before.id}`))
    expect(after).toMatchObject({
      version: before.version + 1,
      drawingVersion: before.drawingVersion,
      order: { ...before.order, title: 'Nytt navn' },
    })
  })

  test.each([
    [undefined, 428, 'precondition_required', undefined],
    ['v1', 400, 'invalid_request', ['If-Match']],
    ['1', 400, 'invalid_request', ['If-Match']],
    ['"1"', 400, 'invalid_request', ['If-Match']],
    ['W/"v1"', 400, 'invalid_request', ['If-Match']],
    ['*', 400, 'invalid_request', ['If-Match']],
    ['"v2"', 409, 'stale_version', undefined],
  ])('If-Match %s is %i %s', async (ifMatch, status, code, fields) => {
    const { call } = await runningService()
    const answer = await call('PATCH', request, {
      body: { title: 'x' },
      ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
    })
    expect([...coded(answer), errorOf(answer).fields]).toEqual([status, code, fields])
  })

  test('an old version is 409, before the status is checked; a change after mottatt is 409', async () => {
    const service = await runningService()
    expect(coded(await change(service, '/orders/T-000001', 1, { title: 'x' }))).toEqual([409, 'stale_version'])
    const { version } = orderOf(await service.get('/orders/T-000001'))
    expect(coded(await change(service, '/orders/T-000001', version, { title: 'x' }))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('a change that removes all lines and the note is 400; malformed input is 400 before the order is looked up', async () => {
    const service = await runningService()
    const refusal = await change(service, request, 1, { lines: [], note: null })
    expect([...coded(refusal), errorOf(refusal).fields]).toEqual([400, 'invalid_request', ['lines', 'note']])
    expect(coded(await change(service, '/orders/T-999999', 1, { status: 'klar' }))).toEqual([400, 'invalid_request'])
    expect(coded(await change(service, '/orders/T-999999', 1, {}))).toEqual([404, 'not_found'])
  })

  test("another customer's order is 404 for every operation", async () => {
    const service = await runningService()
    const { customer } = orderOf(await service.get(request))
    const scopes = ['orders:read', 'orders:write'] as const
    const number = customer?.number === 1001 ? 1002 : 1001
    const key = service.admin.makeKey({ name: 'Annen', customer: number, scopes, purpose: 'nettside' })
    const answers = await Promise.all([
      change(service, request, 1, {}, key),
      service.call('POST', `${request}/cancel`, { body: {}, key }),
      service.get(`${request}/status`, key),
      service.get(`${request}/timeline`, key),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})

describe('3.1 · confirm and cancel', () => {
  test('confirm: forespurt to mottatt, order.received with change; again is 409', async () => {
    const service = await runningService()
    const order = orderOf(await service.call('POST', `${request}/confirm`, { body: {} }))
    expect(order).toMatchObject({ status: 'mottatt', statusLabel: 'Mottatt', version: 2 })
    expect(order.receivedAt).toBe(order.statusChangedAt)
    const event = await latest(service)
    expect([event?.type, event?.data.change]).toEqual(['order.received', { from: 'forespurt', to: 'mottatt' }])
    const secondAnswer = await service.call('POST', `${request}/confirm`, { body: {} })
    expect(coded(secondAnswer)).toEqual([409, 'invalid_transition'])
  })

  test('confirm does not undo "ready", which also moves to mottatt', async () => {
    const { call } = await runningService()
    expect(coded(await call('POST', '/orders/T-000013/confirm', { body: {} }))).toEqual([409, 'invalid_transition'])
  })

  test('confirm is not for customer keys', async () => {
    const service = await runningService()
    const key = service.admin.makeKey({ name: 'Kunde', customer: 1001, scopes: ['orders:write'], purpose: 'nettside' })
    const refusal = await service.call('POST', '/orders/T-999999/confirm', { body: {}, key })
    expect(coded(refusal)).toEqual([403, 'key_kind_not_allowed'])
  })

  test('cancel declines a request and cancels a received order, with the reason; the body is optional', async () => {
    const service = await runningService()
    const declined = await service.call('POST', `${request}/cancel`, { body: { reason: 'For dyrt' } })
    expect(orderOf(declined)).toMatchObject({ status: 'avbrutt', cancelReason: 'For dyrt', version: 2 })
    expect((await latest(service))?.type).toBe('order.declined')
    const cancelAnswer = await service.call('POST', `${received}/cancel`)
    expect(orderOf(cancelAnswer)).toMatchObject({ status: 'avbrutt', cancelReason: null })
    expect(await latest(service)).toMatchObject({
      type: 'order.cancelled',
      data: { change: { from: 'mottatt', to: 'avbrutt' } },
    })
    for (const path of [request, '/orders/T-000001', '/orders/T-000019']) {
      expect(coded(await service.call('POST', `${path}/cancel`, { body: {} }))).toEqual([409, 'invalid_transition'])
    }
  })

  test('a reason over 2 000 characters is 400', async () => {
    const { call } = await runningService()
    const refusal = await call('POST', `${request}/cancel`, { body: { reason: 'x'.repeat(2001) } })
    expect([...coded(refusal), errorOf(refusal).fields]).toEqual([400, 'invalid_request', ['reason']])
  })
})

describe('4.2 · status and timeline', () => {
  test('status contains the status only', async () => {
    const service = await runningService()
    const { numberDisplay, status, statusLabel, statusChangedAt, version } = orderOf(await service.get(received))
    const answer = await service.get(`${received}/status`)
    expect(z.strictObject(orderProgress.shape).parse(answer.json)).toEqual({
      numberDisplay,
      status,
      statusLabel,
      statusChangedAt,
      version,
    })
  })

  test('the timeline has every step, also changes and undone moves', async () => {
    const service = await runningService()
    const { numberDisplay } = orderOf(await submit(service, { note: 'Hei' }))
    const path = `/orders/${numberDisplay}`
    await service.call('POST', `${path}/confirm`, { body: {} })
    await change(service, path, 2, { title: 'x' })
    for (const to of ['i_arbeid', 'klar', 'mottatt'] as const) {
      service.clock.nowMs += 1000
      service.admin.orders.move(numberDisplay, to)
    }
    expect(stepsOf(await service.get(`${path}/timeline`))).toEqual([
      { at: '2026-11-24T09:00:10.000Z', type: 'order.requested', change: null },
      { at: '2026-11-24T09:00:10.000Z', type: 'order.received', change: statusChange('forespurt', 'mottatt') },
      { at: '2026-11-24T09:00:10.000Z', type: 'order.updated', change: null },
      { at: '2026-11-24T09:00:11.000Z', type: 'order.in_work', change: statusChange('mottatt', 'i_arbeid') },
      { at: '2026-11-24T09:00:12.000Z', type: 'order.ready', change: statusChange('i_arbeid', 'klar') },
      { at: '2026-11-24T09:00:13.000Z', type: 'order.ready_undone', change: statusChange('klar', 'mottatt') },
    ])
    const first = page(orderStep).parse((await service.get(`${path}/timeline?limit=4`)).json)
    const rest = stepsOf(await service.get(`${path}/timeline?limit=4&cursor=${first.nextCursor}`))
    expect([...first.data, ...rest].length).toBe(6)
  })

  test('a seeded order has the steps of its milestones; a customer key sees the steps of its events', async () => {
    const service = await runningService()
    const types = async (path: string, key?: string) =>
      stepsOf(await service.get(`${path}/timeline`, key)).map(({ type }) => type)
    const upToInvoiced = ['order.received', 'order.in_work', 'order.ready', 'order.delivered', 'order.invoiced']
    expect(await types('/orders/T-000019')).toEqual([...upToInvoiced, 'order.paid'])
    expect(await types('/orders/T-000020')).toEqual(['order.requested', 'order.received', 'order.cancelled'])
    const { customer } = orderOf(await service.get('/orders/T-000019'))
    const scopes = ['orders:read'] as const
    const key = service.admin.makeKey({
      name: 'Kunde',
      customer: customer?.number ?? 0,
      scopes,
      purpose: 'nettside',
    })
    expect(await types('/orders/T-000019', key)).toEqual(upToInvoiced)
  })

  test('orders of a version without timelines get them at the next start, once', async () => {
    const service = await runningService()
    const before = stepsOf(await service.get('/orders/T-000019/timeline'))
    await service.restart(({ db }) => db.exec('DELETE FROM order_step'))
    expect(stepsOf(await service.get('/orders/T-000019/timeline'))).toEqual(before)
    await service.restart()
    expect(stepsOf(await service.get('/orders/T-000019/timeline'))).toEqual(before)
  })
})
