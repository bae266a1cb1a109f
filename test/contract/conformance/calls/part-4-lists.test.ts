// Part 4.1.3 to 4.1.5 and GET /orders: unknown fields, pages, sync.
import { expect } from 'vitest'
import * as z from 'zod'
import * as reading from '../readings.ts'
import type { Order } from '../readings.ts'
import { ruleOfOneService, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import { errorOf, refusalOf, timeOf } from '../world.ts'

const rule = ruleOfOneService()

const page = reading.listOf(reading.order)
const pageOf = async ({ get }: Run, query: string, key?: string) => page.parse((await get(`/orders${query}`, key)).json)

for (const [method, pathOf, body, field] of [
  ['POST', () => '/orders', { lines: [textLine], colour: 'blå' }, 'colour'],
  ['POST', () => '/orders', { lines: [textLine], contact: { phone: '1' } }, 'contact.phone'],
  ['POST', () => '/orders', { lines: [textLine], __proto: 1 }, '__proto'],
  ['PATCH', (number: string) => `/orders/${number}`, { status: 'klar' }, 'status'],
  ['PATCH', (number: string) => `/orders/${number}`, { note: 'Ny', version: 9 }, 'version'],
  ['POST', (number: string) => `/orders/${number}/confirm`, { now: true }, 'now'],
  ['POST', (number: string) => `/orders/${number}/cancel`, { why: 'x' }, 'why'],
] as const) {
  rule(
    '4.1.3 · an unknown field in a body is 400 invalid_request, named in fields',
    async ({ newOrder, call, read }) => {
      const order = await newOrder()
      const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': `"v${order.version}"` }
      const answer = await call(method, pathOf(order.numberDisplay), { body, headers })
      expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', [field]])
      expect(await read(order.numberDisplay)).toEqual(order)
    },
    `${method} ${pathOf('{number}')} ${field}`,
  )
}

rule(
  '4.1.3 · an unknown field in a body is 400 invalid_request, named in fields',
  async ({ bendable, call, get }) => {
    const { id } = await bendable()
    const answer = await call('POST', `/bending-sheets/${id}/bent`, { body: { by: 'KN', colour: 'blå', x: 1 } })
    expect([refusalOf(answer), errorOf(answer).fields?.toSorted()]).toEqual(['400 invalid_request', ['colour', 'x']])
    expect(reading.sheet.parse((await get(`/bending-sheets/${id}`)).json).bent).toBeNull()
  },
  'POST /bending-sheets/{id}/bent',
)

for (const path of ['/orders', '/events', '/press-brakes', '/bending-list', '/customers', '/projects']) {
  rule(
    '4.1.4 · a list returns data and nextCursor',
    async ({ get }) => {
      const json = reading.listOf(z.unknown()).parse((await get(`${path}?limit=1`)).json)
      expect(json.data.length).toBeLessThanOrEqual(1)
    },
    path,
  )
  for (const limit of ['0', '101', '-1', '1.5', 'ti', '1e1', '']) {
    rule(
      '4.1.4 · limit outside 1–100 is 400',
      async ({ get }) => {
        const answer = await get(`${path}?limit=${limit}`)
        expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['limit']])
      },
      `${path}?limit=${limit}`,
    )
  }
}

rule('4.1.4 · limit is 1–100, default 25', async (run) => {
  for (let madeCount = 0; madeCount < 10; madeCount += 1) await run.newOrder()
  const lengths = await Promise.all(
    ['', '?limit=1', '?limit=25', '?limit=26', '?limit=100'].map((query) => pageOf(run, query)),
  )
  const total = (await run.all('/orders')).length
  expect(total).toBeGreaterThan(26)
  expect(lengths.map(({ data }) => data.length)).toEqual([25, 1, 25, 26, Math.min(total, 100)])
})

rule('4.1.4 · cursor accepts the previous nextCursor', async (run) => {
  const allNumbers = (await run.all('/orders')).map((each) => reading.order.parse(each).number)
  const numbers: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, nextCursor }: { data: Order[]; nextCursor: string | null } = await pageOf(
      run,
      `?limit=7${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    numbers.push(...data.map(({ number }) => number))
    cursor = nextCursor
  }
  expect(numbers).toEqual(allNumbers)
})

rule('4.1.4 · nextCursor null means no more pages', async (run) => {
  const total = (await run.all('/orders')).length
  expect((await pageOf(run, '?limit=100')).nextCursor === null).toBe(total <= 100)
  const key = (await run.customers())[0].key
  const ownCount = (await run.all('/orders', key)).length
  const exact = await pageOf(run, `?limit=${ownCount}`, key)
  expect([exact.data.length, exact.nextCursor]).toEqual([ownCount, null])
  expect((await pageOf(run, `?limit=${ownCount - 1}`, key)).nextCursor).not.toBeNull()
})

rule(
  '4.1.4 · an invalid cursor is 400',
  async ({ get }) => {
    const firstCursor = async (path: string): Promise<string> => {
      const { nextCursor } = z.object({ nextCursor: z.string() }).parse((await get(path)).json)
      return encodeURIComponent(nextCursor)
    }
    const [orders, products] = [await firstCursor('/orders?limit=1'), await firstCursor('/catalog/products?limit=1')]
    for (const path of [
      `/orders?sort=updatedAt&cursor=${orders}`,
      `/bending-list?cursor=${orders}`,
      `/orders?cursor=${products}`,
      `/catalog/library?cursor=${products}`,
    ]) {
      const answer = await get(path)
      expect([path, refusalOf(answer), errorOf(answer).fields]).toEqual([path, '400 invalid_request', ['cursor']])
    }
  },
  'of another list, or of another sort order',
)

for (const cursor of ['nothing', '%00', 'eyJhIjoxfQ', 'W10', '💥']) {
  rule(
    '4.1.4 · an invalid cursor is 400',
    async ({ get }) => {
      const answer = await get(`/orders?cursor=${encodeURIComponent(cursor)}`)
      expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['cursor']])
    },
    cursor,
  )
}

rule('4.1.4 · a list without sort has the newest order first', async (run) => {
  const { number } = await run.newOrder()
  const { data } = await pageOf(run, '?limit=100')
  expect(data[0]?.number).toBe(number)
  const times = data.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

rule('4.1.4 · an unknown sort is 400', async ({ get }) => {
  for (const sort of ['number', '-updatedAt', 'createdAt', '']) {
    const answer = await get(`/orders?sort=${sort}`)
    expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['sort']])
  }
})

rule('4.1.4 · an unknown query parameter is ignored', async ({ get }) => {
  const [plain, extra] = [await get('/orders?limit=2'), await get('/orders?limit=2&colour=blue')]
  expect(extra.bytes.equals(plain.bytes)).toBe(true)
})

rule('4.1.4 · sync: sort=updatedAt goes from the oldest change to the newest', async (run) => {
  const first = await run.newOrder()
  await run.workshop.advance(5)
  await run.newOrder()
  await run.workshop.advance(5)
  await run.patch(`/orders/${first.numberDisplay}`, first.version, { note: 'Sist endret' })
  await run.workshop.advance(5)
  const orders = (await run.all('/orders?sort=updatedAt')).map((each) => reading.order.parse(each))
  const times = orders.map(({ updatedAt }) => updatedAt)
  expect(times).toEqual(times.toSorted())
  expect(orders.at(-1)).toMatchObject({ id: first.id, note: 'Sist endret' })
})

rule('4.1.4 · sync: updatedSince is inclusive', async (run) => {
  const one = await run.newOrder()
  await run.workshop.advance(5)
  const other = await run.newOrder()
  await run.workshop.advance(5)
  const listSince = async (timestamp: string) =>
    (await pageOf(run, `?sort=updatedAt&limit=100&updatedSince=${timestamp}`)).data.map(({ id }) => id)
  expect(await listSince(one.updatedAt)).toEqual([one.id, other.id])
  expect(await listSince(new Date(Date.parse(one.updatedAt) + 1).toISOString())).toEqual([other.id])
  expect(await listSince(other.updatedAt.replace('.000Z', 'Z'))).toEqual([other.id])
})

rule('4.1.4 · sync: updatedSince has any ISO 8601 offset', async (run) => {
  await run.newOrder()
  await run.workshop.advance(5)
  const other = await run.newOrder()
  await run.workshop.advance(5)
  const inOslo = new Date(Date.parse(other.updatedAt) + 3_600_000).toISOString().replace('Z', '')
  for (const timestamp of [
    other.updatedAt.replace('Z', '%2B00:00'),
    `${inOslo}%2B01:00`,
    // a plus sign that was not encoded
    `${inOslo}+01:00`,
  ]) {
    const { data } = await pageOf(run, `?sort=updatedAt&limit=100&updatedSince=${timestamp}`)
    expect(data.map(({ id }) => id)).toEqual([other.id])
  }
})

rule('4.1.4 · sync: updatedSince must be a timestamp', async ({ get }) => {
  for (const invalidTimestamp of ['yesterday', '2026-11-24', '1732438810', '2026-13-01T00:00:00Z']) {
    const answer = await get(`/orders?sort=updatedAt&updatedSince=${invalidTimestamp}`)
    expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['updatedSince']])
  }
})

rule('4.1.4 · sync: orders changed in the last 2 seconds wait for the next fetch', async (run) => {
  await run.workshop.advance(10)
  const { id, updatedAt } = await run.newOrder()
  const changedIds = async () =>
    (await pageOf(run, `?sort=updatedAt&updatedSince=${updatedAt}`)).data.map((each) => each.id)
  expect(await changedIds()).toEqual([])
  await run.workshop.advance(1.5)
  expect(await changedIds()).toEqual([])
  await run.workshop.advance(1)
  expect(await changedIds()).toEqual([id])
})

rule('4.1.4 · sync: paging returns every change, even while orders change', async (run) => {
  const createdOrders: Order[] = []
  for (let count = 0; count < 6; count += 1) createdOrders.push(await run.newOrder())
  await run.workshop.advance(5)
  const startTimestamp = createdOrders[0]?.updatedAt ?? ''
  const syncedOrders = new Map<number, Order>()
  const recordIds = (orders: readonly Order[]) => {
    for (const order of orders)
      if (order.version > (syncedOrders.get(order.number)?.version ?? 0)) syncedOrders.set(order.number, order)
  }
  const first = await pageOf(run, `?sort=updatedAt&updatedSince=${startTimestamp}&limit=3`)
  recordIds(first.data)
  const [changed, unseen] = [createdOrders[0], createdOrders[5]]
  for (const order of [changed, unseen]) await run.patch(`/orders/${order?.numberDisplay}`, 1, { note: 'Midt i' })
  await run.workshop.advance(5)
  for (let { nextCursor } = first; nextCursor !== null;) {
    const next: typeof first = await pageOf(
      run,
      `?sort=updatedAt&limit=3&updatedSince=${startTimestamp}&cursor=${encodeURIComponent(nextCursor)}`,
    )
    recordIds(next.data)
    nextCursor = next.nextCursor
  }
  for (const { number, numberDisplay } of createdOrders)
    expect(syncedOrders.get(number)).toEqual(await run.read(numberDisplay))
})

for (const [path, status] of [
  ['/me', 200],
  ['/orders/T-999999', 404],
  ['/nowhere', 404],
  ['/orders?limit=0', 400],
] as const) {
  rule(
    '4.1.5 · every response has the rate-limit headers and a request id',
    async ({ call, get }) => {
      const answer = await get(path)
      expect([answer.status, Number(answer.headers.get('x-ratelimit-limit'))]).toEqual([status, 60])
      expect(Number(answer.headers.get('x-ratelimit-reset'))).toBe((Math.floor(timeOf(answer) / 60_000) + 1) * 60)
      const stranger = await call('GET', path, { key: null })
      expect([stranger.status, stranger.headers.get('x-ratelimit-limit')]).toEqual([401, '120'])
    },
    path,
  )
}

rule('4.2 · GET /orders lists orders', async (run) => {
  const isListed = async (number: string) =>
    (await pageOf(run, '?limit=100')).data.find(({ numberDisplay }) => numberDisplay === number)
  expect(await isListed('T-999999')).toBeUndefined()
  const { numberDisplay } = await run.newOrder()
  expect(await isListed(numberDisplay)).toEqual(await run.read(numberDisplay))
  await run.call('POST', `/orders/${numberDisplay}/confirm`, { body: {} })
  expect(await isListed(numberDisplay)).toMatchObject({ status: 'mottatt', version: 2 })
  await run.workshop.addSheets(numberDisplay, 2)
  expect(await isListed(numberDisplay)).toEqual(await run.read(numberDisplay))
  expect((await isListed(numberDisplay))?.production?.bendingSheets).toBe(2)
})

rule('4.2 · GET /orders with agreementNumber lists the call-offs of an agreement', async (run) => {
  const callOffs = (await run.all('/orders'))
    .map((each) => reading.order.parse(each))
    .filter(({ agreement }) => agreement !== null)
  expect(callOffs.length).toBeGreaterThan(0)
  const { data } = await pageOf(run, '?agreementNumber=1001')
  expect(data.map(({ id }) => id).toSorted()).toEqual(callOffs.map(({ id }) => id).toSorted())
  expect((await pageOf(run, '?agreementNumber=9999')).data).toEqual([])
})
