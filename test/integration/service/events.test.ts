// Part 6 · events, and decision 4 on their log.
import { describe, expect, test } from 'vitest'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { bendableSheet, errorOf, eventsOf, runningService } from './running-service.ts'
import type { Running } from './running-service.ts'

const dayMs = 86_400_000
const read = async ({ get }: Pick<Running, 'get'>, query = '', key?: string) =>
  eventsOf(await get(`/events?limit=100&${query}`, key))
const typesOf = async (running: Pick<Running, 'get'>, query = '', key?: string) =>
  (await read(running, query, key)).data.map(({ type }) => type)

describe('6 · events of orders', () => {
  test('each status move sends its event, with the order at that time and the change', async () => {
    const running = await runningService()
    const { admin } = running
    for (const status of ['klar', 'levert', 'fakturert', 'betalt'] as const) admin.orders.move('T-000001', status)
    const { data } = await read(running, 'types=order.*')
    expect(data.map(({ type, data: { change } }) => [type, change?.from, change?.to])).toEqual([
      ['order.ready', 'i_arbeid', 'klar'],
      ['order.delivered', 'klar', 'levert'],
      ['order.invoiced', 'levert', 'fakturert'],
      ['order.paid', 'fakturert', 'betalt'],
    ])
    expect(data.map(({ data: { order } }) => order?.status)).toEqual(['klar', 'levert', 'fakturert', 'betalt'])
    const versions = data.map(({ data: { order } }) => order?.version ?? 0)
    expect(versions.map((version) => version - (versions[0] ?? 0))).toEqual([0, 1, 2, 3])
    expect(data[0]?.data.order).not.toHaveProperty('production')
    expect(data[0]?.livemode).toBe(false)
  })

  test('undoing moves back: ready to received, invoiced to delivered', async () => {
    const running = await runningService()
    running.admin.orders.move('T-000013', 'mottatt')
    running.admin.orders.move('T-000017', 'levert')
    expect(await typesOf(running)).toEqual(['order.ready_undone', 'order.invoice_undone', 'invoice.sent'])
    expect(running.admin.orders.find('T-000013')).toMatchObject({
      status: 'mottatt',
      readyAt: null,
      statusLabel: 'Mottatt',
    })
  })

  test('cancelling declines a request and cancels a received order; it is refused after that', async () => {
    const running = await runningService()
    running.admin.orders.cancel('T-000011', 'For dyrt')
    running.admin.orders.cancel('T-000007')
    expect(await typesOf(running)).toEqual(['order.declined', 'order.cancelled'])
    expect(running.admin.orders.find('T-000011')).toMatchObject({ status: 'avbrutt', cancelReason: 'For dyrt' })
    expect(() => running.admin.orders.cancel('T-000001')).toThrow('i_arbeid')
    expect(() => running.admin.orders.move('T-000001', 'betalt')).toThrow('betalt')
    expect(await typesOf(running)).toHaveLength(2)
  })

  test('a forwarded order leaves the list with order.forwarded, which names the other workshop', async () => {
    const running = await runningService()
    running.admin.orders.forward('T-000002', 'Naboverkstedet')
    const [event] = (await read(running)).data
    expect(event).toMatchObject({ type: 'order.forwarded', data: { forwardedTo: { name: 'Naboverkstedet' } } })
    expect((await running.get('/orders/T-000002')).status).toBe(404)
    expect((await running.get('/orders/T-000002/bending-sheets')).status).toBe(404)
  })

  test('changing or moving a sheet sends order.updated, without change', async () => {
    const running = await runningService()
    const { sheetId } = await bendableSheet(running)
    running.admin.sheets.change(sheetId, { note: 'Se opp for filmen' })
    running.admin.sheets.move(sheetId, { pressBrake: 'Kantpresse 2' })
    const { data } = await read(running)
    expect(data.map(({ type, data: { change } }) => [type, change])).toEqual([
      ['order.updated', undefined],
      ['order.updated', undefined],
    ])
  })
})

describe('6 · events of sheets', () => {
  test('a request for approval and both decisions send the reduced sheet', async () => {
    const running = await runningService()
    const { sheetId } = await bendableSheet(running)
    running.admin.sheets.requestApproval(sheetId)
    running.admin.sheets.decideApproval(sheetId, 'change_requested', 'Høyere')
    running.admin.sheets.requestApproval(sheetId)
    running.admin.sheets.decideApproval(sheetId, 'approved')
    const { data } = await read(running, 'types=bending_sheet.*')
    expect(data.map(({ type, data: { bendingSheet } }) => [type, bendingSheet?.approval.state])).toEqual([
      ['bending_sheet.sent_for_approval', 'awaiting'],
      ['bending_sheet.change_requested', 'change_requested'],
      ['bending_sheet.sent_for_approval', 'awaiting'],
      ['bending_sheet.approved', 'approved'],
    ])
    expect(data[1]?.data.bendingSheet?.approval.comment).toBe('Høyere')
    expect(() => running.admin.sheets.decideApproval(sheetId, 'approved')).toThrow('does not await')
  })
})

describe('decision 4 · the log', () => {
  test('after an id come the later events, oldest first, in pages; the last page has no cursor', async () => {
    const running = await runningService()
    for (let change = 0; change < 5; change += 1) running.admin.sheets.change('T-000001/1', { note: `${change}` })
    const all = (await read(running)).data.map(({ id }) => id)
    expect(all).toHaveLength(5)
    expect(all).toEqual(all.toSorted())
    const first = eventsOf(await running.get('/events?limit=2'))
    expect(first).toMatchObject({ nextCursor: all[1], latestId: all[4], gap: false })
    const second = eventsOf(await running.get(`/events?limit=2&after=${all[0]}&cursor=${first.nextCursor}`))
    expect(second.data.map(({ id }) => id)).toEqual([all[2], all[3]])
    const last = eventsOf(await running.get(`/events?limit=2&cursor=${second.nextCursor}`))
    expect([last.data.map(({ id }) => id), last.nextCursor]).toEqual([[all[4]], null])
    expect(eventsOf(await running.get(`/events?after=${all[4]}`))).toMatchObject({
      data: [],
      nextCursor: null,
      gap: false,
    })
  })

  test('after=latest returns no data, and the latest id', async () => {
    const running = await runningService()
    expect(eventsOf(await running.get('/events?after=latest'))).toEqual({
      data: [],
      nextCursor: null,
      latestId: null,
      gap: false,
    })
    running.admin.orders.move('T-000001', 'klar')
    const [event] = (await read(running)).data
    expect(eventsOf(await running.get('/events?after=latest'))).toEqual({
      data: [],
      nextCursor: null,
      latestId: event?.id,
      gap: false,
    })
  })

  test('an id that does not exist is compared as text', async () => {
    const running = await runningService()
    running.admin.orders.move('T-000001', 'klar')
    running.clock.nowMs += 60_000
    running.admin.orders.move('T-000001', 'levert')
    const [first, second] = (await read(running)).data
    const idBetween = `${first?.id.slice(0, 14)}${'Z'.repeat(16)}`
    expect((await read(running, `after=${idBetween}`)).data.map(({ id }) => id)).toEqual([second?.id])
  })

  test('a malformed id is 400', async () => {
    const { get } = await runningService()
    for (const id of ['evt_1', 'x', 'LATEST', `evt_0${'I'.repeat(25)}`, `evt_8${'Z'.repeat(25)}`]) {
      const refusal = await get(`/events?after=${id}`)
      expect([refusal.status, errorOf(refusal).fields]).toEqual([400, ['after']])
    }
  })

  test('gap is true for an id older than 30 days, and for one newer than the latest', async () => {
    const running = await runningService()
    running.admin.orders.move('T-000001', 'klar')
    const [old] = (await read(running)).data
    expect((await read(running, `after=evt_7${'Z'.repeat(25)}`)).gap).toBe(true)
    running.clock.nowMs += 30 * dayMs - 1
    running.admin.orders.move('T-000001', 'levert')
    expect(await read(running, `after=${old?.id}`)).toMatchObject({ gap: false })
    running.clock.nowMs += 2
    const late = await read(running, `after=${old?.id}`)
    expect(late.gap).toBe(true)
    expect((await read(running, `after=${late.latestId}`)).gap).toBe(false)
  })

  test('there is no gap after the newest event, however old it is', async () => {
    const running = await runningService()
    const { slug, key } = running.admin.makeLiveWorkshop('Stille Verksted')
    expect(await read(running, '', key)).toMatchObject({ data: [], latestId: null, gap: false })
    expect((await read(running, `after=evt_0${'1'.repeat(25)}`, key)).gap).toBe(true)
    const admin = openAdmin({ dataFolder: running.dataFolder, workshop: slug, clock: () => running.clock.nowMs })
    admin.makeSheets({ count: 1 })
    admin.close()
    const { data, latestId } = await read(running, '', key)
    running.clock.nowMs += 40 * dayMs
    expect(await read(running, `after=${latestId}`, key)).toEqual({ data: [], nextCursor: null, latestId, gap: false })
    expect((await read(running, `after=${data[0]?.id}`, key)).gap).toBe(true)
  })

  test('without after come the events of the last 30 days', async () => {
    const running = await runningService()
    running.admin.orders.move('T-000001', 'klar')
    running.clock.nowMs += 31 * dayMs
    running.admin.orders.move('T-000001', 'levert')
    const types = await typesOf(running, 'types=order.ready,order.delivered')
    expect(types).toEqual(['order.delivered'])
  })

  test('types accepts names and groups; an unknown one is 400', async () => {
    const running = await runningService()
    running.admin.sheets.change('T-000001/1', { note: 'x' })
    running.admin.orders.move('T-000001', 'klar')
    running.admin.sheets.requestApproval('T-000001/1')
    expect(await typesOf(running, 'types=order.ready,bending_sheet.*')).toEqual([
      'order.ready',
      'bending_sheet.sent_for_approval',
    ])
    expect(await typesOf(running, 'types=order.*')).toEqual(['order.updated', 'order.ready'])
    expect(await typesOf(running, 'types=invoice.*')).toEqual([])
    for (const types of ['order', 'order.nothing', '*', 'order.ready,']) {
      expect(errorOf(await running.get(`/events?types=${types}`)).fields).toEqual(['types'])
    }
  })

  test('events of a module that is off are neither returned nor written', async () => {
    const running = await runningService()
    const { admin } = running
    admin.sheets.requestApproval('T-000001/1')
    admin.switchModule('produksjon', false)
    expect(await typesOf(running)).toEqual([])
    admin.sheets.decideApproval('T-000001/1', 'approved')
    admin.switchModule('produksjon', true)
    expect(await typesOf(running)).toEqual(['bending_sheet.sent_for_approval'])
  })

  test('a customer key does not learn the time of another customer’s last event', async () => {
    const running = await runningService()
    const { admin } = running
    const read1001 = admin.makeKey({ name: 'Kunde', purpose: 'nettside', scopes: ['events:read'], customer: 1001 })
    admin.orders.move('T-000001', 'klar')
    const { latestId } = await read(running, 'after=latest', read1001)
    admin.orders.move('T-000003', 'klar')
    expect(await read(running, 'after=latest', read1001)).toMatchObject({ latestId, gap: false })
    expect((await read(running, 'after=latest')).latestId).not.toBe(latestId)
  })

  test("a customer key gets its own customer's events, and never invoice_undone, paid or bent", async () => {
    const running = await runningService()
    const { admin, call } = running
    const key = admin.makeKey({ name: 'Kunde', purpose: 'nettside', scopes: ['events:read'], customer: 1001 })
    const sheet = (await bendableSheet(running)).sheetId
    expect(admin.sheets.find(sheet).order.numberDisplay).toBe('T-000001')
    await call('POST', `/bending-sheets/${sheet}/bent`, { body: {} })
    admin.sheets.requestApproval('T-000001/3')
    for (const status of ['klar', 'levert', 'fakturert', 'betalt'] as const) admin.orders.move('T-000001', status)
    admin.orders.move('T-000003', 'klar')
    expect(await typesOf(running, '', key)).toEqual([
      'bending_sheet.sent_for_approval',
      'order.ready',
      'order.delivered',
      'order.invoiced',
      'invoice.sent',
      'invoice.paid',
    ])
  })

  test('ids increase even if the clock is set back, and with two writers of the same file', async () => {
    const running = await runningService()
    const { clock, admin, call } = running
    const { sheetId } = await bendableSheet(running)
    admin.orders.move('T-000003', 'klar')
    clock.nowMs -= 3_600_000
    await call('POST', `/bending-sheets/${sheetId}/bent`, { body: {} })
    admin.orders.move('T-000003', 'levert')
    const { data } = await read(running)
    expect(data.map(({ type }) => type)).toEqual(['order.ready', 'bending_sheet.bent', 'order.delivered'])
    const [first] = data
    expect(first?.createdAt).toBe('2026-11-24T09:00:10.000Z')
    expect(data[1]?.createdAt).toBe('2026-11-24T08:00:10.000Z')
  })
})
