// Part 4 · orders: the list, the sync, one order; part 2 · their fields.
import { describe, expect, test } from 'vitest'
import { orderStatuses } from '../../../../shared/workshop-api/index.ts'
import { errorOf, orderOf, ordersOf, runningService, wholeList } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'

const numbers = async ({ get }: Pick<RunningService, 'get'>, query = 'limit=100') =>
  ordersOf(await get(`/orders?${query}`)).data.map(({ numberDisplay }) => numberDisplay)

describe('4 · GET /orders', () => {
  test('a new sandbox has twenty test orders in all eight statuses, from T-000001', async () => {
    const { get } = await runningService()
    const { data } = ordersOf(await get('/orders?limit=100'))
    expect(data.map(({ numberDisplay }) => numberDisplay).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, index) => `T-${String(index + 1).padStart(6, '0')}`),
    )
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(orderStatuses))
    for (const { number, numberDisplay, isTest } of data)
      expect([Number(numberDisplay.slice(2)), isTest]).toEqual([number, true])
  })

  test('sums are null if one line has no price', async () => {
    const { get } = await runningService()
    const { data } = ordersOf(await get('/orders?limit=100'))
    for (const { lines, totals } of data) {
      const priced = lines.every(({ netOre }) => netOre !== null)
      expect(totals.priceStatus).toBe(priced ? 'priced' : 'partial')
      expect(totals.netOre).toBe(priced ? lines.reduce((sum, { netOre }) => sum + (netOre ?? 0), 0) : null)
      expect(totals.grossOre).toBe(priced ? (totals.netOre ?? 0) + (totals.vatOre ?? 0) : null)
    }
    expect(new Set(data.map(({ totals }) => totals.priceStatus))).toEqual(new Set(['priced', 'partial']))
  })

  test('orders are sorted newest first, in pages', async () => {
    const { get } = await runningService()
    const first = ordersOf(await get('/orders?limit=12'))
    const second = ordersOf(await get(`/orders?limit=12&cursor=${first.nextCursor}`))
    const all = [...first.data, ...second.data]
    expect(new Set(all.map(({ id }) => id)).size).toBe(20)
    expect(second.nextCursor).toBeNull()
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
  })

  test('call-offs of an agreement are found by its number', async () => {
    const service = await runningService()
    expect((await numbers(service, 'agreementNumber=1001')).toSorted()).toEqual(['T-000005', 'T-000017'])
    expect(await numbers(service, 'agreementNumber=9')).toEqual([])
  })

  test.each(['sort=number', 'updatedSince=yesterday', 'cursor=abc', 'limit=101'])('%s is 400', async (query) => {
    const { get } = await runningService()
    const refusal = await get(`/orders?${query}`)
    expect([refusal.status, errorOf(refusal).fields]).toEqual([400, [query.split('=')[0]]])
  })

  test('an unknown order is 404', async () => {
    const { get } = await runningService()
    for (const number of ['T-000021', '000001', 'x']) expect((await get(`/orders/${number}`)).status).toBe(404)
  })

  test('production counts the sheets, the bent ones, and the waiting ones', async () => {
    const service = await runningService()
    const entries = (await wholeList(service)).filter(({ orderNumber }) => orderNumber === 'T-000001')
    const next = (await wholeList(service, 'date=2026-11-25')).filter(({ orderNumber }) => orderNumber === 'T-000001')
    const sheets = [...entries, ...next]
    expect(orderOf(await service.get('/orders/T-000001')).production).toEqual({
      bendingSheets: sheets.length,
      bent: sheets.filter(({ bent }) => bent !== null).length,
      waitingForCustomer: sheets.filter(({ approval }) => approval === 'awaiting').length,
    })
  })
})

describe('4.1 · sync', () => {
  test('changes are sorted ascending from updatedSince, inclusive', async () => {
    const service = await runningService()
    const { admin, clock } = service
    admin.orders.move('T-000003', 'klar')
    clock.nowMs += 1000
    admin.orders.move('T-000001', 'klar')
    clock.nowMs += 2000
    expect(await numbers(service, 'sort=updatedAt&updatedSince=2026-11-24T09:00:10Z')).toEqual(['T-000003', 'T-000001'])
    expect(await numbers(service, 'sort=updatedAt&updatedSince=2026-11-24T09:00:10.001Z')).toEqual(['T-000001'])
  })

  test('updatedSince also filters the default list, which omits no recent changes', async () => {
    const service = await runningService()
    service.admin.orders.move('T-000003', 'klar')
    expect(await numbers(service, 'updatedSince=2026-11-24T09:00:10Z')).toEqual(['T-000003'])
  })

  test('a change of the last two seconds is omitted until the next fetch', async () => {
    const service = await runningService()
    const { admin, clock } = service
    admin.orders.move('T-000003', 'klar')
    const sinceQuery = 'sort=updatedAt&updatedSince=2026-11-24T09:00:10Z'
    clock.nowMs += 1999
    expect(await numbers(service, sinceQuery)).toEqual([])
    clock.nowMs += 1
    expect(await numbers(service, sinceQuery)).toEqual(['T-000003'])
  })

  test('no order is missed if one changes between two pages', async () => {
    const service = await runningService()
    const { admin, clock, get } = service
    const allNumbers = await numbers(service, 'sort=updatedAt&limit=100')
    const first = ordersOf(await get('/orders?sort=updatedAt&limit=5'))
    clock.nowMs += 1000
    admin.sheets.change('T-000001/1', { note: 'x' })
    clock.nowMs += 5000
    const rest = ordersOf(await get(`/orders?sort=updatedAt&limit=100&cursor=${first.nextCursor}`))
    const together = [...first.data, ...rest.data].map(({ numberDisplay }) => numberDisplay)
    expect(new Set(together)).toEqual(new Set(allNumbers))
    expect(together.at(-1)).toBe('T-000001')
  })

  test('a higher version is always the newer order', async () => {
    const { get, admin, clock } = await runningService()
    const before = orderOf(await get('/orders/T-000001'))
    admin.sheets.change('T-000001/1', { note: 'x' })
    clock.nowMs += 5000
    admin.orders.move('T-000001', 'klar')
    expect(orderOf(await get('/orders/T-000001'))).toMatchObject({
      version: before.version + 2,
      status: 'klar',
      statusLabel: 'Klar',
      readyAt: '2026-11-24T09:00:15.000Z',
      updatedAt: '2026-11-24T09:00:15.000Z',
    })
  })
})
