// Part 6 · events, and decision 4 on their log.
import { describe, expect, test } from 'vitest'
import { openAdmin } from '../../../src-service/admin/index.ts'
import { bendableSheet, errorOf, eventsOf, runningService } from './running-service.ts'
import type { RunningService } from './running-service.ts'

const dayMs = 86_400_000
const read = async ({ get }: Pick<RunningService, 'get'>, query = '', key?: string) =>
  eventsOf(await get(`/events?limit=100&${query}`, key))
const typesOf = async (service: Pick<RunningService, 'get'>, query = '', key?: string) =>
  (await read(service, query, key)).data.map(({ type }) => type)

describe('6 · events of orders', () => {
  test('each status move sends its event, with the order at that time and the change', async () => {
    const service = await runningService()
    const { admin } = service
    for (const status of ['klar', 'levert', 'fakturert', 'betalt'] as const) admin.orders.move('T-000001', status)
    const { data } = await read(service, 'types=order.*')
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
    const service = await runningService()
    service.admin.orders.move('T-000013', 'mottatt')
    service.admin.orders.move('T-000017', 'levert')
    expect(await typesOf(service)).toEqual(['order.ready_undone', 'order.invoice_undone', 'invoice.sent'])
    expect(service.admin.orders.find('T-000013')).toMatchObject({
      status: 'mottatt',
      readyAt: null,
      statusLabel: 'Mottatt',
    })
  })

  test('cancelling declines a request and cancels a received order; it is refused after that', async () => {
    const service = await runningService()
    service.admin.orders.cancel('T-000011', 'For dyrt')
    service.admin.orders.cancel('T-000007')
    expect(await typesOf(service)).toEqual(['order.declined', 'order.cancelled'])
    expect(service.admin.orders.find('T-000011')).toMatchObject({ status: 'avbrutt', cancelReason: 'For dyrt' })
    expect(() => service.admin.orders.cancel('T-000001')).toThrow('i_arbeid')
    expect(() => service.admin.orders.move('T-000001', 'betalt')).toThrow('betalt')
    expect(await typesOf(service)).toHaveLength(2)
  })

  test('a forwarded order leaves the list with order.forwarded, which names the other workshop', async () => {
    const service = await runningService()
    service.admin.orders.forward('T-000002', 'Naboverkstedet')
    const [event] = (await read(service)).data
    expect(event).toMatchObject({ type: 'order.forwarded', data: { forwardedTo: { name: 'Naboverkstedet' } } })
    expect((await service.get('/orders/T-000002')).status).toBe(404)
    expect((await service.get('/orders/T-000002/bending-sheets')).status).toBe(404)
  })

  test('changing or moving a sheet sends order.updated, without change', async () => {
    const service = await runningService()
    const { sheetId } = await bendableSheet(service)
    service.admin.sheets.change(sheetId, { note: 'Se opp for filmen' })
    service.admin.sheets.move(sheetId, { pressBrake: 'Kantpresse 2' })
    const { data } = await read(service)
    expect(data.map(({ type, data: { change } }) => [type, change])).toEqual([
      ['order.updated', undefined],
      ['order.updated', undefined],
    ])
  })
})

describe('6 · events of sheets', () => {
  test('a request for approval and both decisions send the reduced sheet', async () => {
    const service = await runningService()
    const { sheetId } = await bendableSheet(service)
    service.admin.sheets.requestApproval(sheetId)
    service.admin.sheets.decideApproval(sheetId, 'change_requested', 'Høyere')
    service.admin.sheets.requestApproval(sheetId)
    service.admin.sheets.decideApproval(sheetId, 'approved')
    const { data } = await read(service, 'types=bending_sheet.*')
    expect(data.map(({ type, data: { bendingSheet } }) => [type, bendingSheet?.approval.state])).toEqual([
      ['bending_sheet.sent_for_approval', 'awaiting'],
      ['bending_sheet.change_requested', 'change_requested'],
      ['bending_sheet.sent_for_approval', 'awaiting'],
      ['bending_sheet.approved', 'approved'],
    ])
    expect(data[1]?.data.bendingSheet?.approval.comment).toBe('Høyere')
    expect(() => service.admin.sheets.decideApproval(sheetId, 'approved')).toThrow('does not await')
  })
})

describe('decision 4 · the log', () => {
  test('after an id come the later events, oldest first, in pages; the last page has no cursor', async () => {
    const service = await runningService()
    for (let change = 0; change < 5; change += 1) service.admin.sheets.change('T-000001/1', { note: `${change}` })
    const all = (await read(service)).data.map(({ id }) => id)
    expect(all).toHaveLength(5)
    expect(all).toEqual(all.toSorted())
    const first = eventsOf(await service.get('/events?limit=2'))
    expect(first).toMatchObject({ nextCursor: all[1], latestId: all[4], gap: false })
    const second = eventsOf(await service.get(`/events?limit=2&after=${all[0]}&cursor=${first.nextCursor}`))
    expect(second.data.map(({ id }) => id)).toEqual([all[2], all[3]])
    const last = eventsOf(await service.get(`/events?limit=2&cursor=${second.nextCursor}`))
    expect([last.data.map(({ id }) => id), last.nextCursor]).toEqual([[all[4]], null])
    expect(eventsOf(await service.get(`/events?after=${all[4]}`))).toMatchObject({
      data: [],
      nextCursor: null,
      gap: false,
    })
  })

  test('after=latest returns no data, and the latest id', async () => {
    const service = await runningService()
    expect(eventsOf(await service.get('/events?after=latest'))).toEqual({
      data: [],
      nextCursor: null,
      latestId: null,
      gap: false,
    })
    service.admin.orders.move('T-000001', 'klar')
    const [event] = (await read(service)).data
    expect(eventsOf(await service.get('/events?after=latest'))).toEqual({
      data: [],
      nextCursor: null,
      latestId: event?.id,
      gap: false,
    })
  })

  test('an id that does not exist is compared as text', async () => {
    const service = await runningService()
    service.admin.orders.move('T-000001', 'klar')
    service.clock.nowMs += 60_000
    service.admin.orders.move('T-000001', 'levert')
    const [first, second] = (await read(service)).data
    const idBetween = `${first?.id.slice(0, 14)}${'Z'.repeat(16)}`
    expect((await read(service, `after=${idBetween}`)).data.map(({ id }) => id)).toEqual([second?.id])
  })

  test('a malformed id is 400', async () => {
    const { get } = await runningService()
    for (const id of ['evt_1', 'x', 'LATEST', `evt_0${'I'.repeat(25)}`, `evt_8${'Z'.repeat(25)}`]) {
      const refusal = await get(`/events?after=${id}`)
      expect([refusal.status, errorOf(refusal).fields]).toEqual([400, ['after']])
    }
  })

  test('gap is true for an id older than 30 days, and for one newer than the latest', async () => {
    const service = await runningService()
    service.admin.orders.move('T-000001', 'klar')
    const [old] = (await read(service)).data
    expect((await read(service, `after=evt_7${'Z'.repeat(25)}`)).gap).toBe(true)
    service.clock.nowMs += 30 * dayMs - 1
    service.admin.orders.move('T-000001', 'levert')
    expect(await read(service, `after=${old?.id}`)).toMatchObject({ gap: false })
    service.clock.nowMs += 2
    const late = await read(service, `after=${old?.id}`)
    expect(late.gap).toBe(true)
    expect((await read(service, `after=${late.latestId}`)).gap).toBe(false)
  })

  test('there is no gap after the newest event, however old it is', async () => {
    const service = await runningService()
    const { slug, key } = service.admin.makeLiveWorkshop('Stille Verksted')
    expect(await read(service, '', key)).toMatchObject({ data: [], latestId: null, gap: false })
    expect((await read(service, `after=evt_0${'1'.repeat(25)}`, key)).gap).toBe(true)
    const admin = openAdmin({ dataFolder: service.dataFolder, workshop: slug, clock: () => service.clock.nowMs })
    admin.makeSheets({ count: 1 })
    admin.close()
    const { data, latestId } = await read(service, '', key)
    service.clock.nowMs += 40 * dayMs
    expect(await read(service, `after=${latestId}`, key)).toEqual({ data: [], nextCursor: null, latestId, gap: false })
    expect((await read(service, `after=${data[0]?.id}`, key)).gap).toBe(true)
  })

  test('without after come the events of the last 30 days', async () => {
    const service = await runningService()
    service.admin.orders.move('T-000001', 'klar')
    service.clock.nowMs += 31 * dayMs
    service.admin.orders.move('T-000001', 'levert')
    const types = await typesOf(service, 'types=order.ready,order.delivered')
    expect(types).toEqual(['order.delivered'])
  })

  test('types accepts names and groups; an unknown one is 400', async () => {
    const service = await runningService()
    service.admin.sheets.change('T-000001/1', { note: 'x' })
    service.admin.orders.move('T-000001', 'klar')
    service.admin.sheets.requestApproval('T-000001/1')
    expect(await typesOf(service, 'types=order.ready,bending_sheet.*')).toEqual([
      'order.ready',
      'bending_sheet.sent_for_approval',
    ])
    expect(await typesOf(service, 'types=order.*')).toEqual(['order.updated', 'order.ready'])
    expect(await typesOf(service, 'types=invoice.*')).toEqual([])
    for (const types of ['order', 'order.nothing', '*', 'order.ready,']) {
      expect(errorOf(await service.get(`/events?types=${types}`)).fields).toEqual(['types'])
    }
  })

  test('events of a module that is off are neither returned nor written', async () => {
    const service = await runningService()
    const { admin } = service
    admin.sheets.requestApproval('T-000001/1')
    admin.switchModule('produksjon', false)
    expect(await typesOf(service)).toEqual([])
    admin.sheets.decideApproval('T-000001/1', 'approved')
    admin.switchModule('produksjon', true)
    expect(await typesOf(service)).toEqual(['bending_sheet.sent_for_approval'])
  })

  test('a customer key does not learn the time of another customer’s last event', async () => {
    const service = await runningService()
    const { admin } = service
    const read1001 = admin.makeKey({ name: 'Kunde', purpose: 'nettside', scopes: ['events:read'], customer: 1001 })
    admin.orders.move('T-000001', 'klar')
    const { latestId } = await read(service, 'after=latest', read1001)
    admin.orders.move('T-000003', 'klar')
    expect(await read(service, 'after=latest', read1001)).toMatchObject({ latestId, gap: false })
    expect((await read(service, 'after=latest')).latestId).not.toBe(latestId)
  })

  test("a customer key gets its own customer's events, and never invoice_undone, paid or bent", async () => {
    const service = await runningService()
    const { admin, call } = service
    const key = admin.makeKey({ name: 'Kunde', purpose: 'nettside', scopes: ['events:read'], customer: 1001 })
    const sheet = (await bendableSheet(service)).sheetId
    expect(admin.sheets.find(sheet).order.numberDisplay).toBe('T-000001')
    await call('POST', `/bending-sheets/${sheet}/bent`, { body: {} })
    admin.sheets.requestApproval('T-000001/3')
    for (const status of ['klar', 'levert', 'fakturert', 'betalt'] as const) admin.orders.move('T-000001', status)
    admin.orders.move('T-000003', 'klar')
    expect(await typesOf(service, '', key)).toEqual([
      'bending_sheet.sent_for_approval',
      'order.ready',
      'order.delivered',
      'order.invoiced',
      'invoice.sent',
      'invoice.paid',
    ])
  })

  test('ids increase even if the clock is set back, and with two writers of the same file', async () => {
    const service = await runningService()
    const { clock, admin, call } = service
    const { sheetId } = await bendableSheet(service)
    admin.orders.move('T-000003', 'klar')
    clock.nowMs -= 3_600_000
    await call('POST', `/bending-sheets/${sheetId}/bent`, { body: {} })
    admin.orders.move('T-000003', 'levert')
    const { data } = await read(service)
    expect(data.map(({ type }) => type)).toEqual(['order.ready', 'bending_sheet.bent', 'order.delivered'])
    const [first] = data
    expect(first?.createdAt).toBe('2026-11-24T09:00:10.000Z')
    expect(data[1]?.createdAt).toBe('2026-11-24T08:00:10.000Z')
  })
})
