// Part 5: keys, their kinds, scopes and lifetime.
import { expect } from 'vitest'
import * as reading from '../readings.ts'
import { customerScopes, ruleOfOneService, testScopes } from '../rule.ts'
import { refusalOf } from '../world.ts'

const rule = ruleOfOneService()

const wrongKey = `svc_test_${'x'.repeat(43)}`

rule('5 · the key is sent as Authorization: Bearer', async ({ call, key }) => {
  const as = async (authorization: string) =>
    (await call('GET', '/me', { key: null, headers: { authorization } })).status
  expect([await as(`Bearer ${key}`), await as(`bearer ${key}`)]).toEqual([200, 200])
  expect([await as(key), await as(`Basic ${key}`), await as(`Bearer${key}`), await as(`Bearer ${key} x`)]).toEqual([
    401, 401, 401, 401,
  ])
})

rule('5 · a key in the address is ignored', async ({ call, key }) => {
  for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
    expect(refusalOf(await call('GET', `/me?${name}=${key}`, { key: null }))).toBe('401 unauthorized')
  }
})

rule('5 · a missing key is 401 unauthorized', async ({ call }) => {
  for (const path of ['/me', '/orders', '/bending-list', '/events']) {
    expect(refusalOf(await call('GET', path, { key: null }))).toBe('401 unauthorized')
  }
})

rule('5 · a wrong or malformed key is 401 unauthorized', async ({ call, key }) => {
  for (const value of [
    wrongKey,
    'svc_test_',
    'x',
    `${key}x`,
    key.slice(0, -1),
    key.toUpperCase(),
    key.replace('test', 'live'),
  ]) {
    expect(refusalOf(await call('GET', '/me', { key: value }))).toBe('401 unauthorized')
  }
})

rule('5 · a revoked key is rejected at once and permanently', async ({ workshop, get, restart }) => {
  const key = await workshop.makeKey({ name: 'kort liv', environment: 'test', scopes: testScopes })
  expect((await get('/me', key)).status).toBe(200)
  await workshop.revokeKey('kort liv')
  expect(refusalOf(await get('/me', key))).toBe('401 unauthorized')
  await workshop.makeKey({ name: 'kort liv', environment: 'test', scopes: testScopes })
  expect(refusalOf(await get('/me', key))).toBe('401 unauthorized')
  await workshop.revokeKey('kort liv')
  await restart()
  expect(refusalOf(await get('/orders', key))).toBe('401 unauthorized')
})

rule('5 · the value of a key starts with svc_test_ or svc_live_, by environment', async ({ workshop, live }) => {
  const keyValue = await workshop.makeKey({ name: 'prefiks', environment: 'test', scopes: testScopes })
  await workshop.revokeKey('prefiks')
  const other = await live()
  const real = await other.workshop.makeKey({ name: 'prefiks', environment: 'live', scopes: testScopes })
  await other.workshop.revokeKey('prefiks')
  expect([keyValue.startsWith('svc_test_'), real.startsWith('svc_live_'), other.key.startsWith('svc_live_')]).toEqual([
    true,
    true,
    true,
  ])
  await expect(workshop.makeKey({ name: 'ekte', environment: 'live', scopes: testScopes })).rejects.toBeInstanceOf(
    Error,
  )
})

rule('5 · a customer key sees only the orders of its customer', async ({ customers, all }) => {
  for (const { key, id } of await customers()) {
    const customerIds = (await all('/orders', key)).map((each) => reading.order.parse(each).customer?.id)
    expect([customerIds.length > 0, new Set(customerIds)]).toEqual([true, new Set([id])])
  }
})

rule('5 · a test key cannot have customers:write', async ({ workshop, get, live, call, key }) => {
  await expect(
    workshop.makeKey({ name: 'for mye', environment: 'test', scopes: ['customers:write'] }),
  ).rejects.toBeInstanceOf(Error)
  expect(reading.me.parse((await get('/me')).json).key.scopes).not.toContain('customers:write')
  const refusal = await call('POST', '/customers', { body: { name: 'Ny' }, key })
  expect(refusalOf(refusal)).toBe('403 scope_missing')
  const other = await live()
  await expect(
    other.workshop.makeKey({ name: 'for mye', environment: 'test', scopes: ['customers:write'] }),
  ).rejects.toBeInstanceOf(Error)
  expect(reading.me.parse((await other.get('/me')).json).key.scopes).toContain('customers:write')
})

for (const scope of ['reports:read', 'production:read', 'production:status']) {
  rule(
    '5 · production and reports scopes are only for workshop keys',
    async ({ workshop, customers }) => {
      const [one] = await customers()
      const keyFields = { name: 'for mye', environment: 'test', customer: one.number } as const
      await expect(workshop.makeKey({ ...keyFields, scopes: [...customerScopes, scope] })).rejects.toBeInstanceOf(Error)
    },
    scope,
  )
}

rule('5 · unknown purposes are rejected', async ({ workshop, get }) => {
  for (const purpose of ['nettside', 'maskin', 'regneark', 'leverandor']) {
    const key = await workshop.makeKey({ name: purpose, environment: 'test', scopes: ['orders:read'], purpose })
    expect(reading.me.parse((await get('/me', key)).json).key).toMatchObject({
      name: purpose,
      purpose,
      scopes: ['orders:read'],
    })
    await workshop.revokeKey(purpose)
  }
  const unknown = { name: 'x', environment: 'test', scopes: ['orders:read'], purpose: 'moro' } as const
  await expect(workshop.makeKey(unknown)).rejects.toBeInstanceOf(Error)
})

rule('5 · a workshop has at most 10 active keys', async ({ workshop, get }) => {
  const names: string[] = []
  const fill = async () => {
    const name = `nøkkel ${names.length}`
    const key = await workshop.makeKey({ name, environment: 'test', scopes: testScopes })
    names.push(name)
    return key
  }
  // two were active from the start
  for (let count = 2; count < 10; count += 1) expect((await get('/me', await fill())).status).toBe(200)
  await expect(fill()).rejects.toBeInstanceOf(Error)
  for (const name of names) await workshop.revokeKey(name)
})

rule('5 · revoked keys do not count towards the 10', async ({ workshop }) => {
  for (let count = 0; count < 12; count += 1) {
    await workshop.makeKey({ name: 'byttes', environment: 'test', scopes: testScopes })
    await workshop.revokeKey('byttes')
  }
})

rule('5 · the last call of a key is stored for 14 days', async ({ workshop, get, restart }) => {
  const key = await workshop.makeKey({ name: 'sist brukt', environment: 'test', scopes: testScopes })
  expect(await workshop.lastCallOf('sist brukt')).toBeNull()
  await get('/orders?limit=1', key)
  await restart()
  expect(await workshop.lastCallOf('sist brukt')).toContain('GET /api/v1/orders')
  await workshop.advance(13.9 * 86_400)
  expect(await workshop.lastCallOf('sist brukt')).not.toBeNull()
  await workshop.advance(0.2 * 86_400)
  expect(await workshop.lastCallOf('sist brukt')).toBeNull()
  await workshop.revokeKey('sist brukt')
})

rule('5 · a test key sees test data, a live key sees live data', async ({ live }) => {
  const { workshop, newOrder, get, latest, eventsAfter, key: liveKey } = await live()
  const key = await workshop.makeKey({ name: 'prøve', environment: 'test', scopes: testScopes })
  const mark = await latest(liveKey)
  const [trial, real] = [await newOrder(undefined, key), await newOrder()]
  expect((await get(`/orders/${trial.numberDisplay}`, key)).status).toBe(200)
  expect((await get(`/orders/${trial.numberDisplay}`)).status).toBe(404)
  expect((await get(`/orders/${real.numberDisplay}`, key)).status).toBe(404)
  const eventOrders = (await eventsAfter(mark)).map(({ data, livemode }) => [
    reading.order.parse(data['order']).id,
    livemode,
  ])
  expect(eventOrders).toEqual([[real.id, true]])
  await workshop.revokeKey('prøve')
})

rule(
  '5 · a key of one workshop sees nothing of another',
  async (run) => {
    const other = await run.live()
    const order = await other.newOrder()
    for (const path of ['/orders', '/events', '/customers', '/projects', '/press-brakes']) {
      expect(JSON.stringify(await run.all(path))).not.toContain(order.id)
    }
    expect(refusalOf(await run.get('/me', other.key))).toBe('401 unauthorized')
  },
  'of another folder',
)

rule('5 · the sandbox has 10 customers and 20 orders in all statuses', async ({ all }) => {
  const orders = (await all('/orders')).map((each) => reading.order.parse(each)).filter(({ number }) => number <= 20)
  expect([orders.length, new Set(orders.map(({ status }) => status))]).toEqual([20, new Set(reading.statuses)])
  expect(await all('/customers')).toHaveLength(10)
})
