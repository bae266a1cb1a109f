// Part 5 · keys, part 7 · errors, decision 2 · the order of checks.
import { readFileSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { errorBody, me } from '../../../../shared/workshop-api/index.ts'
import { bendableSheet, errorOf, listOf, ordersOf, runningService, testScopes } from '../running-service.ts'
import { untilPasses } from '../../../until-passes.ts'

const wrongKey = `svc_test_${'x'.repeat(43)}`

describe('5 · keys', () => {
  test('/me shows the workshop, the key, the modules and the limits that apply', async () => {
    const { get, sandboxKey, machineKey } = await runningService({ limitFactor: 1 })
    expect(me.parse((await get('/me', sandboxKey)).json)).toMatchObject({
      organization: { name: 'Fjordbeslag Verksted AS', shopSlug: 'fjordbeslag' },
      key: { environment: 'test', kind: 'workshop', customer: null, scopes: testScopes },
      features: { api: true, produksjon: true },
      limits: {
        readsPerMinute: 60,
        writesPerMinute: 15,
        filesPerMinute: 5,
        callsPerDay: 2500,
        workshopCallsPerDay: 10_000,
      },
      apiVersion: 'v1',
    })
    expect(me.parse((await get('/me', machineKey)).json).key).toMatchObject({
      purpose: 'maskin',
      scopes: ['production:read', 'production:status', 'orders:read', 'events:read'],
    })
  })

  test('a customer key names its customer and has the customer limit for new orders', async () => {
    const { get, admin } = await runningService({ limitFactor: 1 })
    const key = admin.makeKey({ name: 'Kunde', purpose: 'nettside', scopes: ['orders:read'], customer: 1001 })
    const shownMe = me.parse((await get('/me', key)).json)
    expect(shownMe.key).toMatchObject({ kind: 'customer', customer: { number: 1001, name: 'Prøvedal Bygg AS' } })
    expect(shownMe.limits.newOrdersPerDay).toBe(50)
  })

  test('departments are shown if the workshop has two', async () => {
    const { get } = await runningService()
    expect(me.parse((await get('/me')).json).departments).toHaveLength(2)
  })

  test('a revoked key is refused at once', async () => {
    const { get, admin, machineKey } = await runningService()
    expect((await get('/me', machineKey)).status).toBe(200)
    admin.revokeKey('Maskin')
    expect((await get('/me', machineKey)).status).toBe(401)
  })

  test('a workshop has at most ten keys in use; revoked keys do not count', async () => {
    const { admin } = await runningService()
    for (let madeCount = 2; madeCount < 10; madeCount += 1) admin.makeKey({ name: `Nøkkel ${madeCount}` })
    expect(() => admin.makeKey({ name: 'Den ellevte' })).toThrow('10 keys')
    admin.revokeKey('Nøkkel 5')
    expect(admin.makeKey({ name: 'Den ellevte' })).toMatch(/^svc_test_[\w-]{43}$/)
  })

  test('a test key cannot have customers:write, a customer key no workshop scopes, a sandbox no live key', async () => {
    const { admin } = await runningService()
    expect(() => admin.makeKey({ name: 'x', scopes: ['customers:write'] })).toThrow('customers:write')
    expect(() => admin.makeKey({ name: 'x', customer: 1001, scopes: ['production:read'] })).toThrow('production:read')
    expect(() => admin.makeKey({ name: 'x', environment: 'live' })).toThrow('sandbox')
    expect(() => admin.makeKey({ name: 'x', customer: 4711, scopes: ['orders:read'] })).toThrow('4711')
  })

  test("a key's last call is stored for 14 days", async () => {
    const { get, admin, clock, machineKey, restart } = await runningService()
    const lastCall = () => admin.keys().find(({ name }) => name === 'Maskin')?.lastCall
    expect(lastCall()).toBeNull()
    await get('/press-brakes?limit=3', machineKey)
    await restart()
    expect(lastCall()).toEqual({ calledAt: '2026-11-24T09:00:10.000Z', description: 'GET /api/v1/press-brakes' })
    clock.nowMs += 14 * 86_400_000
    expect(lastCall()).toBeNull()
  })

  test('a test key sees test data only, a live key live data only', async () => {
    const { get, admin, sandboxKey } = await runningService()
    const live = admin.makeLiveWorkshop('Ekte Verksted')
    expect(live.key).toMatch(/^svc_live_/)
    expect(ordersOf(await get('/orders', live.key)).data).toEqual([])
    expect(listOf(await get('/bending-list', live.key)).data).toEqual([])
    const { sheetId } = listOf(await get('/bending-list', sandboxKey)).data[0] ?? { sheetId: '' }
    expect((await get(`/bending-sheets/${sheetId}`, sandboxKey)).status).toBe(200)
    expect((await get(`/bending-sheets/${sheetId}`, live.key)).status).toBe(404)
    expect((await get('/orders/T-000001', live.key)).status).toBe(404)
  })

  test("a customer key sees only its own customer's orders, without production", async () => {
    const { get, admin } = await runningService()
    const key = admin.makeKey({ name: 'Kunde', purpose: 'nettside', scopes: ['orders:read'], customer: 1001 })
    const { data } = ordersOf(await get('/orders?limit=100', key))
    expect(data.length).toBeGreaterThan(0)
    for (const order of data) expect([order.customer?.number, order.production]).toEqual([1001, null])
    const others = ordersOf(await get('/orders?limit=100')).data.filter(({ customer }) => customer?.number !== 1001)
    expect((await get(`/orders/${others[0]?.numberDisplay}`, key)).status).toBe(404)
  })
})

describe('decision 2 · order of checks', () => {
  test.each([
    ['no key', null],
    ['a wrong key', wrongKey],
    ['a malformed key', 'hello'],
  ])('%s is 401, also on a path that does not exist', async (_what, key) => {
    const { get } = await runningService()
    for (const path of ['/me', '/nothing/here']) {
      const refusal = await get(path, key)
      expect([refusal.status, errorOf(refusal).code]).toEqual([401, 'unauthorized'])
    }
  })

  test('401 carries the read class of a live key, full', async () => {
    const { get } = await runningService()
    const { headers } = await get('/me', wrongKey)
    expect(headers.get('x-ratelimit-limit')).toBe('120')
    expect(headers.get('x-ratelimit-remaining')).toBe('120')
    expect(headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-11-24T09:01:00Z') / 1000))
  })

  test('an unknown path is 404, an unknown method 405; both carry the read class of the key, full, and count nowhere', async () => {
    const { call, get } = await runningService({ limitFactor: 1 })
    for (const [method, path, status, code] of [
      ['GET', '/nothing', 404, 'not_found'],
      ['POST', '/nothing', 404, 'not_found'],
      ['GET', '/bending-sheets/x/y', 404, 'not_found'],
      ['GET', '/me/', 404, 'not_found'],
      ['GET', '/orders/%zz', 404, 'not_found'],
      ['DELETE', '/me', 405, 'method_not_allowed'],
      ['PUT', '/orders/T-000001', 405, 'method_not_allowed'],
      ['GET', '/bending-sheets/x/bent', 405, 'method_not_allowed'],
    ] as const) {
      const refusal = await call(
        method,
        path,
        method === 'POST' ? { body: 'no json', headers: { 'content-type': 'text/plain' } } : {},
      )
      expect([method, path, refusal.status, errorOf(refusal).code]).toEqual([method, path, status, code])
      expect(refusal.headers.get('x-ratelimit-limit')).toBe('60')
      expect(refusal.headers.get('x-ratelimit-remaining')).toBe('60')
    }
    expect((await get('/me')).headers.get('x-ratelimit-remaining')).toBe('59')
  })

  test('405 names the allowed methods', async () => {
    const { call } = await runningService()
    expect((await call('DELETE', '/orders')).headers.get('allow')).toBe('POST, GET, HEAD')
  })

  test('the checks run in the order scope, kind of key, module, body', async () => {
    const { call, admin } = await runningService()
    const path = '/bending-sheets/nothing/bent'
    const body = '{ no json'
    const post = async (key: string) => errorOf(await call('POST', path, { key, body }))
    admin.switchModule('produksjon', false)
    const scopeless = admin.makeKey({ name: 'a', scopes: ['orders:read'], customer: 1001 })
    expect(await post(scopeless)).toMatchObject({ code: 'scope_missing', scope: 'production:status' })
    const machine = admin.makeKey({ name: 'b' })
    expect(await post(machine)).toMatchObject({ code: 'feature_not_in_plan', feature: 'produksjon' })
    admin.switchModule('produksjon', true)
    expect(await post(machine)).toMatchObject({ code: 'invalid_request' })
    expect(errorOf(await call('POST', path, { key: machine, body: {} })).code).toBe('not_found')
  })

  test('a body that is not JSON is 415 or 400, and one above a mebibyte is 413, before the 404', async () => {
    const { call } = await runningService()
    const post = (body: string, type = 'application/json') =>
      call('POST', '/bending-sheets/nothing/bent', { body, headers: { 'content-type': type } })
    const text = await post('hello', 'text/plain')
    expect([text.status, errorOf(text).code]).toEqual([415, 'unsupported_file_type'])
    expect((await post('{')).status).toBe(400)
    expect((await post('[]')).status).toBe(400)
    const big = await post(JSON.stringify({ by: 'x'.repeat(1024 * 1024) }))
    expect([big.status, errorOf(big).code]).toEqual([413, 'body_too_large'])
  })

  test('a 400 names its fields and describes in Norwegian the allowed values', async () => {
    const { call } = await runningService()
    const body = { lines: [{ kind: 'text', description: 'Beslag', quantity: 501 }], note: 5, x: 1 }
    const refusal = await call('POST', '/orders', { body, headers: { 'idempotency-key': 'a-400-in-words' } })
    expect(errorOf(refusal)).toMatchObject({
      code: 'invalid_request',
      fields: ['note', 'lines[0].quantity', 'x'],
      message: 'Ugyldig forespørsel: note må være tekst; lines[0].quantity må være høyst 500; x er et ukjent felt.',
    })
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=-1',
    'date=24.11.2026',
    'date=2026-02-30',
    'pressBrakeId=1',
    'format=xml',
    'cursor=xyz',
  ])('the invalid query parameter %s is 400 with its name', async (query) => {
    const { get } = await runningService()
    const refusal = await get(`/bending-list?${query}`)
    expect([refusal.status, errorOf(refusal).fields]).toEqual([400, [query.split('=')[0]]])
  })

  test('an unknown query parameter is ignored', async () => {
    const { get } = await runningService()
    expect((await get('/bending-list?colour=blue')).status).toBe(200)
  })

  test.each([
    ['input that is not HTTP', 'GET / HTTP/9.9\r\n\r\n', 400, 'invalid_request'],
    ['a call without Host', 'GET /api/v1/me HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    ['an unknown method', 'BEND /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['a method of no operation', 'PROPFIND /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n', 401, 'unauthorized'],
    ['an unknown expectation', 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 401, 'unauthorized'],
    [
      'a request to change the protocol',
      'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n',
      401,
      'unauthorized',
    ],
  ])('%s gets the error body', async (_what, sent, status, code) => {
    const { baseUrl } = await runningService()
    const { port, hostname } = new URL(baseUrl)
    const socket = connect(Number(port), hostname)
    const received: string[] = []
    socket.on('data', (bytes) => received.push(bytes.toString('utf8')))
    socket.write(sent)
    await untilPasses(() => {
      const [head = '', body = ''] = received.join('').split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*x-ratelimit-limit: 120`))
      const { error } = errorBody.parse(JSON.parse(body))
      expect(error.code).toBe(code)
      expect(head).toContain(`x-request-id: ${error.requestId}`)
    })
    socket.destroy()
  })

  test('Date is the time of the service, not of the computer', async () => {
    const { get } = await runningService()
    for (const path of ['/me', '/nothing'])
      expect((await get(path)).headers.get('date')).toBe('Tue, 24 Nov 2026 09:00:10 GMT')
  })

  test('without the production module its operations are refused, and the others work', async () => {
    const { get, admin } = await runningService()
    admin.switchModule('produksjon', false)
    for (const path of ['/bending-list', '/press-brakes', '/orders/T-000001/bending-sheets', '/bending-sheets/x']) {
      const refusal = await get(path)
      expect([refusal.status, errorOf(refusal)]).toMatchObject([
        403,
        { code: 'feature_not_in_plan', feature: 'produksjon' },
      ])
    }
    expect(ordersOf(await get('/orders')).data[0]?.production).toBeNull()
    expect(me.parse((await get('/me')).json).features['produksjon']).toBe(false)
  })
})

describe('5 · secrets', () => {
  test('only the hash of a key is stored', async () => {
    const service = await runningService()
    await bendableSheet(service)
    const files = readdirSync(service.dataFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`).toString('latin1'))
    expect(files.join('')).toContain('Sandkasse')
    for (const key of [service.sandboxKey, service.machineKey]) expect(files.join('')).not.toContain(key.slice(9))
  })
})
