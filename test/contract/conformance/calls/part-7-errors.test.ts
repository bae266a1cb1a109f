// Part 7: the error body, each code, and the order in which a call is checked.
import { expect } from 'vitest'
import { idempotencyKey, ruleOfOneService, testScopes, textLine } from '../rule.ts'
import type { Run } from '../rule.ts'
import { errorOf, refusalOf } from '../world.ts'
import type { Answer } from '../world.ts'

const rule = ruleOfOneService()

const unknownId = '00000000-0000-4000-8000-000000000000'
const wrongKey = `svc_test_${'y'.repeat(43)}`

/** One answer for each status that a caller can cause. */
async function everyError(run: Run): Promise<Answer[]> {
  const { call, get, post, patch } = run
  const order = await run.newOrder()
  const path = `/orders/${order.numberDisplay}`
  const headers = idempotencyKey()
  await call('POST', '/orders', { body: { lines: [textLine] }, headers })
  return [
    await get('/orders?limit=0'),
    await post('/orders', { colour: 'blå' }),
    await get('/me', wrongKey),
    await get('/me', null),
    await get('/bending-list', await run.freshKey(['orders:read'])),
    await get('/orders/T-999999'),
    await get('/nowhere'),
    await call('PUT', '/orders', { body: {} }),
    await patch(path, 9, { note: 'x' }),
    await post('/orders/T-999999/confirm', `"${'x'.repeat(1024 * 1024)}"`),
    await call('POST', '/orders', { body: 'x', headers: { ...idempotencyKey(), 'content-type': 'text/plain' } }),
    await call('POST', '/orders', { body: { note: 'annet' }, headers }),
    await call('POST', '/orders', { body: {} }),
    await call('PATCH', path, { body: {} }),
  ]
}

rule('7 · the error body has code, message and requestId', async (run) => {
  const answers = await everyError(run)
  expect(answers.map(({ status }) => status)).toEqual([
    400, 400, 401, 401, 403, 404, 404, 405, 409, 413, 415, 422, 428, 428,
  ])
  for (const answer of answers) {
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(errorOf(answer)).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      requestId: expect.any(String),
    })
  }
})

rule('7 · message is Norwegian', async (run) => {
  const messages = (await everyError(run)).map((answer) => errorOf(answer).message)
  for (const message of messages) {
    expect(message).toMatch(/[.!]$/)
    expect(message).not.toMatch(/\b(the|is|not|was|required|invalid|missing|unknown|must|found|error)\b/i)
    expect(message).toMatch(/\b(er|ikke|har|mangler|med|for|Finner|kan|Ugyldig)\b/)
  }
})

rule('7 · requestId equals X-Request-Id, with its req_ prefix', async (run) => {
  const answers = await everyError(run)
  for (const answer of answers) expect(errorOf(answer).requestId).toBe(answer.headers.get('x-request-id'))
  expect(new Set(answers.map((answer) => errorOf(answer).requestId)).size).toBe(answers.length)
})

rule('7 · retryAfterSeconds is on 429 only and equals Retry-After', async (run) => {
  for (const answer of await everyError(run)) expect(errorOf(answer)).not.toHaveProperty('retryAfterSeconds')
  const key = await run.freshKey()
  for (let count = 0; count < 60; count += 1) await run.once('GET', '/me', { key })
  const answerOverLimit = await run.once('GET', '/me', { key })
  expect([answerOverLimit.status, String(errorOf(answerOverLimit).retryAfterSeconds)]).toEqual([
    429,
    answerOverLimit.headers.get('retry-after'),
  ])
})

rule('7 · fields names the faulty fields', async ({ post, get }) => {
  const several = await post('/orders', { lines: [{ ...textLine, quantity: 0, colour: 1 }], externalRef: 7 })
  expect(errorOf(several).fields?.toSorted()).toEqual(['externalRef', 'lines[0].colour', 'lines[0].quantity'])
  expect(errorOf(await get('/orders?limit=0&sort=x')).fields?.toSorted()).toEqual(['limit', 'sort'])
  expect(errorOf(await get('/orders/T-999999'))).not.toHaveProperty('fields')
})

rule('7 · feature names the module', async ({ get, without }) => {
  expect(errorOf(await get('/orders/T-999999'))).not.toHaveProperty('feature')
  await without('produksjon')
  expect(errorOf(await get('/press-brakes')).feature).toBe('produksjon')
})

rule('7 · 400 invalid_request', async ({ post }) => {
  for (const body of ['{', '[]', '{"a":1}']) expect(refusalOf(await post('/orders', body))).toBe('400 invalid_request')
})

rule('7 · 401 unauthorized', async ({ get }) => {
  expect([refusalOf(await get('/me', null)), refusalOf(await get('/me', wrongKey))]).toEqual([
    '401 unauthorized',
    '401 unauthorized',
  ])
})

rule('7 · 403 feature_not_in_plan', async ({ get, without }) => {
  await without('produksjon')
  expect(refusalOf(await get('/bending-list'))).toBe('403 feature_not_in_plan')
})

for (const scope of ['orders:read', 'events:read', 'production:read', 'customers:read', 'projects:read']) {
  rule(
    '7 · 403 scope_missing names the scope',
    async ({ get, freshKey }) => {
      const paths = {
        orders: '/orders',
        events: '/events',
        production: '/bending-list',
        customers: '/customers',
        projects: '/projects',
      }
      const path = Object.entries(paths).find(([name]) => scope.startsWith(name))?.[1] ?? ''
      const keyWithoutScope = await freshKey(testScopes.filter((each) => each !== scope))
      const refusal = await get(path, keyWithoutScope)
      expect([refusalOf(refusal), errorOf(refusal).scope]).toEqual(['403 scope_missing', scope])
      expect((await get(path, await freshKey([scope]))).status).toBe(200)
    },
    scope,
  )
}

rule('7 · 403 key_kind_not_allowed', async ({ call, customers, newOrder }) => {
  const [one] = await customers()
  const { numberDisplay } = await newOrder(undefined, one.key)
  const refusal = await call('POST', `/orders/${numberDisplay}/confirm`, { body: {}, key: one.key })
  expect(refusalOf(refusal)).toBe('403 key_kind_not_allowed')
})

rule('7 · 404 not_found for a missing resource', async ({ get, call }) => {
  for (const path of [
    '/orders/T-999999',
    `/bending-sheets/${unknownId}`,
    `/customers/${unknownId}`,
    `/projects/${unknownId}`,
  ]) {
    expect(refusalOf(await get(path))).toBe('404 not_found')
  }
  expect(refusalOf(await call('POST', '/orders/T-999999/cancel', { body: {} }))).toBe('404 not_found')
})

rule('7 · 404 not_found for an unknown path', async ({ get, call }) => {
  for (const path of ['/nowhere', '/orders/T-000001/nothing', '/me/', '//me', '/%', '/orders/%zz', '/../secret']) {
    const answer = await get(path)
    expect([path, refusalOf(answer)]).toEqual([path, '404 not_found'])
  }
  expect(refusalOf(await call('DELETE', '/nowhere'))).toBe('404 not_found')
})

for (const [method, path, allowed] of [
  ['DELETE', '/me', 'GET'],
  ['DELETE', '/me', 'HEAD'],
  ['PUT', '/orders/T-000001', 'GET'],
  ['PATCH', '/events', 'GET'],
  ['POST', '/bending-list', 'GET'],
  ['GET', `/bending-sheets/${unknownId}/bent`, 'POST'],
] as const) {
  rule(
    '7 · 405 method_not_allowed with Allow',
    async ({ call }) => {
      const answer = await call(method, path, method === 'GET' ? {} : { body: {} })
      expect([refusalOf(answer), answer.headers.get('allow')?.split(', ')]).toEqual([
        '405 method_not_allowed',
        expect.arrayContaining([allowed]),
      ])
    },
    `${method} ${path.replace(unknownId, '{id}')} ${allowed}`,
  )
}

rule('7 · 409 idempotency_in_progress', async ({ call }) => {
  const headers = idempotencyKey()
  const body = { lines: Array.from({ length: 100 }, () => textLine) }
  const answers = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/orders', { body, headers })))
  const createdAnswers = answers.filter(({ status }) => status === 201)
  expect(new Set(createdAnswers.map(({ bytes }) => String(bytes))).size).toBe(1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect([refusalOf(answer), answer.headers.get('retry-after')]).toEqual([
      '409 idempotency_in_progress',
      expect.stringMatching(/^\d+$/),
    ])
  }
})

rule('7 · 409 stale_version', async ({ newOrder, patch }) => {
  const { numberDisplay } = await newOrder()
  expect(refusalOf(await patch(`/orders/${numberDisplay}`, 7, { note: 'x' }))).toBe('409 stale_version')
})

rule('7 · 409 invalid_transition', async ({ received, call }) => {
  const { numberDisplay } = await received()
  expect(refusalOf(await call('POST', `/orders/${numberDisplay}/confirm`, { body: {} }))).toBe('409 invalid_transition')
})

const mebibyte = 1024 * 1024
const sized = (bytes: number) => `{"note":"${'x'.repeat(bytes - 11)}"}`

rule('7 · 413 body_too_large over 1 MiB of JSON', async ({ post }) => {
  expect(refusalOf(await post('/orders/T-999999/confirm', sized(mebibyte)))).toBe('400 invalid_request')
  expect(refusalOf(await post('/orders/T-999999/confirm', sized(mebibyte + 1)))).toBe('413 body_too_large')
})

rule('7 · 413 body_too_large over 8 MiB of an order', async (run) => {
  const { numberDisplay, version } = await run.newOrder()
  for (const send of [
    (body: string) => run.post('/orders', body),
    (body: string) => run.patch(`/orders/${numberDisplay}`, version, body),
  ]) {
    expect(refusalOf(await send(sized(8 * mebibyte)))).toBe('400 invalid_request')
    expect(refusalOf(await send(sized(8 * mebibyte + 1)))).toBe('413 body_too_large')
  }
})

rule('8 · an order of 100 lines with descriptions of 2 000 characters is accepted in any script', async ({ post }) => {
  const line = { ...textLine, description: 'ж'.repeat(2_000) }
  // each character is escaped, as some libraries send it
  const body = JSON.stringify({ lines: Array.from({ length: 100 }, () => line) }).replaceAll('ж', '\\u0436')
  expect(body.length).toBeGreaterThan(mebibyte)
  expect((await post('/orders', body)).status).toBe(201)
})

rule('5 · 401 carries WWW-Authenticate: Bearer', async ({ get }) => {
  for (const key of [null, wrongKey]) {
    const { status, headers } = await get('/me', key)
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  }
})

for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
  rule(
    '7 · 415 for a body that is not JSON',
    async ({ post }) => {
      const answer = await post('/orders', JSON.stringify({ lines: [textLine] }), { headers: { 'content-type': type } })
      expect(refusalOf(answer)).toBe('415 unsupported_file_type')
    },
    type,
  )
}

rule('7 · 422 idempotency_key_reused', async ({ call }) => {
  const headers = idempotencyKey()
  await call('POST', '/orders', { body: { note: 'Den ene' }, headers })
  const other = await call('POST', '/orders', { body: { note: 'Den andre' }, headers })
  expect(refusalOf(other)).toBe('422 idempotency_key_reused')
})

rule('7 · 428 idempotency_key_required', async ({ call }) => {
  expect(refusalOf(await call('POST', '/orders', { body: { note: 'Hei du' } }))).toBe('428 idempotency_key_required')
})

rule('7 · 428 precondition_required', async ({ call, newOrder }) => {
  const { numberDisplay } = await newOrder()
  expect(refusalOf(await call('PATCH', `/orders/${numberDisplay}`, { body: {} }))).toBe('428 precondition_required')
})

rule('7 · 429 rate_limited', async ({ freshKey, once }) => {
  const key = await freshKey()
  const answers: Answer[] = []
  for (let count = 0; count < 16; count += 1) answers.push(await once('POST', '/orders', { key, body: {} }))
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 15 }, () => 428), 429])
  expect(refusalOf(answers[15] ?? (await once('GET', '/me')))).toBe('429 rate_limited')
})

rule('7 · errors reveal nothing about the implementation', async (run) => {
  for (const answer of await everyError(run)) {
    expect(String(answer.bytes)).not.toMatch(/stack|sqlite|zod|fastify|node_modules|\.ts\b|SELECT |at .*:\d+/i)
    expect(answer.headers.get('x-powered-by')).toBeNull()
  }
})

rule('7 · checks: 401 before 404', async ({ get, call }) => {
  expect(refusalOf(await get('/nowhere', null))).toBe('401 unauthorized')
  expect(refusalOf(await call('DELETE', '/me', { key: null }))).toBe('401 unauthorized')
})

rule('7 · checks: 429 before scope', async ({ freshKey, once }) => {
  const key = await freshKey(['events:read'])
  for (let count = 0; count < 60; count += 1) expect((await once('GET', '/orders', { key })).status).toBe(403)
  expect(refusalOf(await once('GET', '/orders', { key }))).toBe('429 rate_limited')
})

rule('7 · checks: unknown path before scope', async ({ freshKey, get, call }) => {
  const key = await freshKey(['events:read'])
  expect(refusalOf(await get('/orders/T-000001/nothing', key))).toBe('404 not_found')
  expect(refusalOf(await call('DELETE', '/orders', { key }))).toBe('405 method_not_allowed')
})

rule('7 · checks: scope before key kind', async ({ customers, get, call, newOrder, workshop }) => {
  const [one] = await customers()
  expect(refusalOf(await get('/bending-list', one.key))).toBe('403 scope_missing')
  const keyFields = { name: 'bare lese', environment: 'test', scopes: ['orders:read'], customer: one.number } as const
  const reader = await workshop.makeKey(keyFields)
  const { numberDisplay } = await newOrder(undefined, one.key)
  const refusal = await call('POST', `/orders/${numberDisplay}/confirm`, { body: {}, key: reader })
  expect(refusalOf(refusal)).toBe('403 scope_missing')
  await workshop.revokeKey('bare lese')
})

rule('7 · checks: scope before module', async ({ freshKey, get, without }) => {
  const key = await freshKey(['orders:read'])
  await without('produksjon')
  expect(refusalOf(await get('/bending-list', key))).toBe('403 scope_missing')
})

rule('7 · checks: key kind before module', async ({ customers, get, without }) => {
  const [one] = await customers()
  await without('produksjon')
  expect(['403 scope_missing', '403 key_kind_not_allowed']).toContain(refusalOf(await get('/bending-list', one.key)))
})

rule('7 · checks: module before 428', async ({ call, without, freshKey }) => {
  await without('produksjon')
  const key = await freshKey(['production:status'])
  const refusal = await call('POST', `/bending-sheets/${unknownId}/bent`, {
    key,
    body: {},
    headers: { 'idempotency-key': 'x' },
  })
  expect(refusalOf(refusal)).toBe('403 feature_not_in_plan')
  expect(refusalOf(await call('POST', '/orders', { key, body: {} }))).toBe('403 scope_missing')
})

rule('7 · checks: 428 before the body is read', async ({ call, newOrder }) => {
  const { numberDisplay } = await newOrder()
  for (const body of ['{', '{"colour":1}', `"${'x'.repeat(1024 * 1024)}"`]) {
    expect(refusalOf(await call('POST', '/orders', { body }))).toBe('428 idempotency_key_required')
    expect(refusalOf(await call('PATCH', `/orders/${numberDisplay}`, { body }))).toBe('428 precondition_required')
  }
  const plainTextCall = { body: 'x', headers: { 'content-type': 'text/plain' } }
  expect(refusalOf(await call('POST', '/orders', plainTextCall))).toBe('428 idempotency_key_required')
})

rule('7 · checks: 400 before 404', async ({ call, patch }) => {
  const bent = `/bending-sheets/${unknownId}/bent`
  expect(refusalOf(await call('POST', bent, { body: { colour: 1 } }))).toBe('400 invalid_request')
  expect(refusalOf(await call('POST', bent, { body: {} }))).toBe('404 not_found')
  expect(refusalOf(await call('POST', '/bending-sheets/nothing/bent', { body: { colour: 1 } }))).toBe(
    '400 invalid_request',
  )
  expect(refusalOf(await patch('/orders/T-999999', 1, { colour: 1 }))).toBe('400 invalid_request')
  expect(refusalOf(await patch('/orders/T-999999', 1, { note: 'x' }))).toBe('404 not_found')
  expect(refusalOf(await call('POST', '/orders/T-999999/cancel', { body: { why: 1 } }))).toBe('400 invalid_request')
})

rule('7 · checks: 404 before 409', async ({ patch, call, received, workshop }) => {
  expect(refusalOf(await patch('/orders/T-999999', 99, { note: 'x' }))).toBe('404 not_found')
  const { numberDisplay } = await received()
  await workshop.moveOrder(numberDisplay, 'i_arbeid')
  await workshop.forwardOrder(numberDisplay, 'Nabo')
  expect(refusalOf(await call('POST', `/orders/${numberDisplay}/cancel`, { body: {} }))).toBe('404 not_found')
})
