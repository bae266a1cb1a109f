// Part 4.1.1 and 4.1.2: repeated calls, and concurrent changes of one resource.
import { request as open } from 'node:http'
import { expect } from 'vitest'
import { idempotencyKey, ruleOfOneService, textLine } from '../rule.ts'
import { errorOf, orderOf, refusalOf } from '../world.ts'

const rule = ruleOfOneService()

const body = { intent: 'request', lines: [textLine], title: 'Beslag' }

for (const method of ['GET', 'POST', 'PATCH']) {
  rule(
    '4 · every request has Authorization: Bearer',
    async ({ call }) => {
      const answer = await call(method, method === 'PATCH' ? '/orders/T-000001' : '/orders', {
        key: null,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      expect(refusalOf(answer)).toBe('401 unauthorized')
    },
    method,
  )
}

rule('4.1.1 · POST /orders requires an Idempotency-Key', async ({ call, all }) => {
  const before = (await all('/orders')).length
  expect(refusalOf(await call('POST', '/orders', { body }))).toBe('428 idempotency_key_required')
  expect((await all('/orders')).length).toBe(before)
})

rule('4.1.1 · POST /customers requires an Idempotency-Key', async ({ live }) => {
  const { call } = await live()
  expect(refusalOf(await call('POST', '/customers', { body: { name: 'Ny' } }))).toBe('428 idempotency_key_required')
})

for (const [value, good] of [
  ['12345678', true],
  ['!~"azAZ09', true],
  ['x'.repeat(255), true],
  ['1234567', false],
  ['x'.repeat(256), false],
  ['1234 5678', false],
  ['blåbærøl-8', false],
] as const) {
  rule(
    '4.1.1 · the key has 8 to 255 visible ASCII characters',
    async ({ call }) => {
      const sent = Buffer.from(value, 'utf8').toString('latin1')
      const answer = await call('POST', '/orders', { body, headers: { 'idempotency-key': sent } })
      if (good) expect(answer.status).toBe(201)
      else expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['Idempotency-Key']])
    },
    value.length > 20 ? `${value.length} characters` : value,
  )
}

rule('4.1.1 · the key is remembered for 24 hours', async ({ call, workshop }) => {
  const headers = idempotencyKey()
  const first = orderOf(await call('POST', '/orders', { body, headers }))
  await workshop.advance(24 * 3600 - 5)
  expect(orderOf(await call('POST', '/orders', { body, headers })).id).toBe(first.id)
  await workshop.advance(10)
  const repeated = await call('POST', '/orders', { body, headers })
  expect([repeated.headers.get('idempotent-replayed'), orderOf(repeated).id === first.id]).toEqual([null, false])
})

rule('4.1.1 · the key is remembered after a restart', async ({ call, restart }) => {
  const headers = idempotencyKey()
  const first = orderOf(await call('POST', '/orders', { body, headers }))
  await restart()
  expect(orderOf(await call('POST', '/orders', { body, headers })).id).toBe(first.id)
})

rule('4.1.1 · the same key and content get the same response', async ({ call, patch, all }) => {
  const headers = idempotencyKey()
  const first = await call('POST', '/orders', { body, headers })
  const order = orderOf(first)
  await patch(`/orders/${order.numberDisplay}`, order.version, { note: 'Endret siden' })
  const before = (await all('/orders')).length
  const secondAnswer = await call('POST', '/orders', { body, headers })
  expect([secondAnswer.status, secondAnswer.headers.get('location')]).toEqual([201, first.headers.get('location')])
  expect(secondAnswer.bytes.equals(first.bytes)).toBe(true)
  expect((await all('/orders')).length).toBe(before)
})

rule('4.1.1 · a replay has Idempotent-Replayed: true', async ({ call }) => {
  const headers = idempotencyKey()
  const first = await call('POST', '/orders', { body, headers })
  const secondAnswer = await call('POST', '/orders', { body, headers })
  expect(secondAnswer.headers.get('idempotent-replayed')).toBe('true')
  expect(secondAnswer.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
})

rule('4.1.1 · the first response has no Idempotent-Replayed', async ({ call }) => {
  const first = await call('POST', '/orders', { body, headers: idempotencyKey() })
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
})

rule('4.1.1 · the same key with different content is 422 idempotency_key_reused', async ({ call, all }) => {
  const headers = idempotencyKey()
  const first = await call('POST', '/orders', { body, headers })
  const before = (await all('/orders')).length
  const other = await call('POST', '/orders', { body: { ...body, title: 'Noe annet' }, headers })
  expect([refusalOf(other), other.headers.get('idempotent-replayed')]).toEqual(['422 idempotency_key_reused', null])
  expect((await all('/orders')).length).toBe(before)
  const secondAnswer = await call('POST', '/orders', { body, headers })
  expect(secondAnswer.bytes.equals(first.bytes)).toBe(true)
})

rule('4.1.1 · content is compared as JSON, not as text', async ({ call }) => {
  const headers = idempotencyKey()
  const first = await call('POST', '/orders', { body: '{"title":"A","note":"abc"}', headers })
  const secondAnswer = await call('POST', '/orders', { body: ' { "note" : "\\u0061bc", "title": "A" } ', headers })
  expect([secondAnswer.status, secondAnswer.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(secondAnswer.bytes.equals(first.bytes)).toBe(true)
  const other = await call('POST', '/orders', { body: '{"title":"A","note":"abd"}', headers })
  expect(refusalOf(other)).toBe('422 idempotency_key_reused')
})

rule('4.1.1 · a second request while the first runs is 409 idempotency_in_progress with Retry-After', async (run) => {
  const key = await run.freshKey()
  const headers = idempotencyKey()
  const first = await startCall(run.base(), key, headers)
  const second = await run.call('POST', '/orders', { key, body, headers })
  expect(refusalOf(second)).toBe('409 idempotency_in_progress')
  expect(second.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(await first.finish()).toBe(201)
  expect((await run.call('POST', '/orders', { key, body, headers })).headers.get('idempotent-replayed')).toBe('true')
})

/** A call whose body is completed by `finish`. The service has its head once it has answered 100 Continue. */
async function startCall(
  base: string,
  key: string,
  headers: Record<string, string>,
): Promise<{ finish: () => Promise<number> }> {
  const text = JSON.stringify(body)
  const sent = open(`${base}/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      expect: '100-continue',
      ...headers,
    },
  })
  const pendingAnswer = new Promise<number>((resolve, reject) => {
    sent.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject)
  })
  await new Promise((resolve) => {
    sent.once('continue', resolve)
    sent.flushHeaders()
  })
  sent.write(text.slice(0, 1))
  return {
    finish: () => {
      sent.end(text.slice(1))
      return pendingAnswer
    },
  }
}

rule('4.1.1 · an idempotency key applies to one API key, method and path', async ({ call, freshKey, bendable }) => {
  const headers = idempotencyKey()
  const first = orderOf(await call('POST', '/orders', { body, headers }))
  const other = orderOf(await call('POST', '/orders', { body, headers, key: await freshKey() }))
  expect(other.id).not.toBe(first.id)
  const { id } = await bendable()
  const bent = await call('POST', `/bending-sheets/${id}/bent`, { body: {}, headers })
  expect([bent.status, bent.headers.get('idempotent-replayed')]).toEqual([200, null])
})

rule('4.1.1 · an error is remembered too, except 401 and 429', async ({ call, freshKey }) => {
  const headers = idempotencyKey()
  const invalidBody = { ...body, colour: 'blue' }
  const first = await call('POST', '/orders', { body: invalidBody, headers })
  const secondAnswer = await call('POST', '/orders', { body: invalidBody, headers })
  expect([refusalOf(first), refusalOf(secondAnswer)]).toEqual(['400 invalid_request', '400 invalid_request'])
  expect(secondAnswer.headers.get('idempotent-replayed')).toBe('true')
  expect(errorOf(secondAnswer).requestId).not.toBe(errorOf(first).requestId)
  const key = await freshKey(['orders:read'])
  for (const _ of [1, 2]) {
    const refusal = await call('POST', '/orders', { body, headers, key })
    expect([refusalOf(refusal), refusal.headers.get('idempotent-replayed')]).toEqual(['403 scope_missing', null])
  }
})

rule('4.1.2 · PATCH requires If-Match', async ({ newOrder, call, read }) => {
  const order = await newOrder()
  const path = `/orders/${order.numberDisplay}`
  expect(refusalOf(await call('PATCH', path, { body: { note: 'Ny' } }))).toBe('428 precondition_required')
  expect(await read(order.numberDisplay)).toEqual(order)
})

for (const [name, valueOf] of [
  ['without quotes', (version: number) => `v${version}`],
  ['without v', (version: number) => `"${version}"`],
  ['any', () => '*'],
  ['weak', (version: number) => `W/"v${version}"`],
  ['two', (version: number) => `"v${version}", "v9"`],
] as const) {
  rule(
    '4.1.2 · If-Match is "v<version>" with its quotes',
    async ({ newOrder, call }) => {
      const { numberDisplay, version } = await newOrder()
      const headers = { 'if-match': valueOf(version) }
      const answer = await call('PATCH', `/orders/${numberDisplay}`, { body: { note: 'Ny' }, headers })
      expect([refusalOf(answer), errorOf(answer).fields]).toEqual(['400 invalid_request', ['If-Match']])
    },
    name,
  )
}

rule('4.1.2 · an old version is 409 stale_version', async ({ newOrder, patch, read }) => {
  const { numberDisplay, version } = await newOrder()
  const path = `/orders/${numberDisplay}`
  const changedOrder = orderOf(await patch(path, version, { note: 'Først' }))
  for (const old of [version, changedOrder.version + 1]) {
    expect(refusalOf(await patch(path, old, { note: 'Sist' }))).toBe('409 stale_version')
  }
  expect(await read(numberDisplay)).toEqual(changedOrder)
})

rule('4.1.2 · with the new version the retry succeeds', async ({ newOrder, patch, read }) => {
  const { numberDisplay, version } = await newOrder()
  await patch(`/orders/${numberDisplay}`, version, { note: 'Først' })
  const now = await read(numberDisplay)
  const answer = await patch(`/orders/${numberDisplay}`, now.version, { note: 'Sist' })
  expect(orderOf(answer)).toMatchObject({ note: 'Sist', version: now.version + 1 })
})

rule('4.1.2 · of two PATCH calls for one version, one succeeds', async ({ newOrder, patch, eventsAfter, latest }) => {
  const { numberDisplay, version } = await newOrder()
  const mark = await latest()
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((note) => patch(`/orders/${numberDisplay}`, version, { note: note.repeat(3) })),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
  expect(await eventsAfter(mark)).toHaveLength(1)
})
