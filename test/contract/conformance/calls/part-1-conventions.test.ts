// Part 1: the conventions of the whole interface.
import { expect } from 'vitest'
import { ruleOfOneService, testScopes, textLine } from '../rule.ts'
import * as reading from '../readings.ts'
import { errorOf, orderOf, refusalOf } from '../world.ts'

const rule = ruleOfOneService()

/** Every member of a JSON value, at any depth, with its name. */
function members(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(members)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [[name, member] as [string, unknown], ...members(member)])
}

for (const path of ['/me', '/orders', '/events', '/press-brakes', '/bending-list', '/customers', '/projects']) {
  rule(
    '1 · answers are JSON unless a file is requested',
    async ({ get }) => {
      const { status, headers, json } = await get(path)
      expect([status, headers.get('content-type'), typeof json]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
        'object',
      ])
    },
    path,
  )
}

rule('1 · money is a whole number of øre in a field whose name ends in Ore', async ({ all, eventsAfter }) => {
  const values = members([await all('/orders'), await eventsAfter(null)])
  const amounts = values.filter(([name]) => name.endsWith('Ore'))
  expect(amounts.length).toBeGreaterThan(50)
  for (const [, amount] of amounts) expect(amount === null || Number.isSafeInteger(amount)).toBe(true)
  expect(values.filter(([name]) => /price|amount|sum|total$/i.test(name) && !/Ore$|Status$/.test(name))).toEqual([])
})

rule('1 · vatBp is a rate in basis points, the currency NOK', async ({ all }) => {
  const values = members(await all('/orders'))
  const rates = new Set(values.filter(([name]) => name === 'vatBp').map(([, rate]) => rate))
  expect([...rates]).toEqual([2500])
  expect(new Set(values.filter(([name]) => name === 'currency').map(([, currency]) => currency))).toEqual(
    new Set(['NOK']),
  )
})

rule('1 · timestamps are ISO 8601 in UTC', async ({ all, eventsAfter, get }) => {
  const values = members([await all('/orders'), await eventsAfter(null), (await get('/me')).json])
  const times = values.filter(([name, value]) => name.endsWith('At') && value !== null)
  expect(times.length).toBeGreaterThan(50)
  for (const [, time] of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
})

rule('1 · a workshop has the features of its active modules and no others', async ({ get, without }) => {
  const modules = async () => reading.me.parse((await get('/me')).json)
  expect(await modules()).toMatchObject({ features: { produksjon: true } })
  expect((await get('/press-brakes')).status).toBe(200)
  await without('produksjon')
  const now = await modules()
  expect([now.features['produksjon'], now.modules.includes('produksjon')]).toEqual([false, false])
  const refusal = await get('/press-brakes')
  expect([refusalOf(refusal), errorOf(refusal).feature]).toEqual(['403 feature_not_in_plan', 'produksjon'])
})

rule('1 · a key is a workshop key or a customer key, of environment test or live', async ({ get, customers, live }) => {
  const dataOf = async (call: typeof get, key?: string) => {
    const { kind, environment } = reading.me.parse((await call('/me', key)).json).key
    return `${kind} ${environment}`
  }
  const [one] = await customers()
  expect([await dataOf(get), await dataOf(get, one.key), await dataOf((await live()).get)]).toEqual([
    'workshop test',
    'customer test',
    'workshop live',
  ])
})

rule('1 · a customer key acts for one customer', async ({ get, newOrder, customers, all }) => {
  const [one] = await customers()
  expect(reading.me.parse((await get('/me', one.key)).json).key.customer).toMatchObject({ id: one.id })
  const order = await newOrder(undefined, one.key)
  expect(order.customer).toMatchObject({ id: one.id, number: one.number })
  const orders = await all('/orders', one.key)
  expect(orders.length).toBeGreaterThan(1)
  for (const each of orders) expect(reading.order.parse(each).customer?.id).toBe(one.id)
})

rule('1 · a test key creates test orders', async ({ newOrder, live }) => {
  expect(await newOrder()).toMatchObject({ isTest: true, numberDisplay: expect.stringMatching(/^T-/) })
  const order = await (await live()).newOrder()
  expect(order).toMatchObject({ isTest: false, numberDisplay: expect.stringMatching(/^\d{6}$/) })
})

rule('1 · test orders are numbered from T-000001', async ({ live }) => {
  const { workshop, newOrder } = await live()
  const key = await workshop.makeKey({ name: 'telling', environment: 'test', scopes: testScopes })
  const first = await newOrder({ lines: [textLine] }, key)
  const second = await newOrder({ lines: [textLine] }, key)
  expect([first, second].map(({ number, numberDisplay }) => [number, numberDisplay])).toEqual([
    [1, 'T-000001'],
    [2, 'T-000002'],
  ])
  await workshop.revokeKey('telling')
})

rule('1 · test orders are not in the lists of live keys', async ({ live }) => {
  const { workshop, newOrder, all, get, key: liveKey } = await live()
  const key = await workshop.makeKey({ name: 'adskilt', environment: 'test', scopes: testScopes })
  const trial = await newOrder({ lines: [textLine] }, key)
  const real = await newOrder()
  const numbers = async (key: string) => (await all('/orders', key)).map((each) => reading.order.parse(each).id)
  expect(await numbers(liveKey)).not.toContain(trial.id)
  expect(await numbers(liveKey)).toContain(real.id)
  expect(await numbers(key)).not.toContain(real.id)
  expect(refusalOf(await get(`/orders/${trial.numberDisplay}`, liveKey))).toBe('404 not_found')
  expect(refusalOf(await get(`/orders/${real.numberDisplay}`, key))).toBe('404 not_found')
  await workshop.revokeKey('adskilt')
})

rule('1 · an order is addressed by its numberDisplay', async ({ newOrder, get }) => {
  const { id, number, numberDisplay } = await newOrder()
  expect(orderOf(await get(`/orders/${numberDisplay}`))).toMatchObject({ id, numberDisplay })
  for (const other of [id, number, numberDisplay.replace('T-', '')]) {
    expect(refusalOf(await get(`/orders/${other}`))).toBe('404 not_found')
  }
})

rule('1 · test orders are deleted after 30 days', async ({ workshop, newOrder, get, all, once, key }) => {
  const { numberDisplay } = await newOrder()
  const seeded = (await all('/orders')).map((each) => reading.order.parse(each)).filter(({ number }) => number <= 20)
  expect(seeded).toHaveLength(20)
  await workshop.advance(29.5 * 86_400)
  expect((await get(`/orders/${numberDisplay}`)).status).toBe(200)
  await workshop.advance(2 * 86_400)
  await once('GET', '/me', { key })
  expect(refusalOf(await get(`/orders/${numberDisplay}`))).toBe('404 not_found')
  const remaining = (await all('/orders')).map((each) => reading.order.parse(each).number)
  for (const { number } of seeded) expect(remaining).toContain(number)
})

rule(
  '1 · test orders are deleted after 30 days',
  async (run) => {
    const live = await run.live()
    const { numberDisplay } = await live.newOrder()
    await live.workshop.advance(32 * 86_400)
    expect((await live.get(`/orders/${numberDisplay}`)).status).toBe(200)
  },
  'and live ones are not',
)
