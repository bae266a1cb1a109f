// Slow calls: a body that arrives slowly or never completely, and a store that another process has locked.
import Database from 'better-sqlite3'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorBody } from '../../../../shared/workshop-api/index.ts'
import { errorOf, orderOf, ordersOf, runningService } from '../running-service.ts'
import type { RunningService } from '../running-service.ts'
import { submit } from '../submit-order.ts'

const minute = 60_000

/** Makes a call and sends half of its body. Runs `meanwhile` once the service has admitted the call, then sends the rest. */
async function slowly(
  { baseUrl, sandboxKey }: RunningService,
  { method, path, headers, body }: { method: string; path: string; headers: Record<string, string>; body: Buffer },
  meanwhile: () => void,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(baseUrl + path, {
      method,
      // The service sends 100 Continue in the turn in which it admits the call.
      headers: {
        authorization: `Bearer ${sandboxKey}`,
        expect: '100-continue',
        'content-length': body.length,
        ...headers,
      },
    })
    call.once('continue', () => {
      call.write(body.subarray(0, body.length / 2), () => {
        meanwhile()
        call.end(body.subarray(body.length / 2))
      })
    })
    call.once('response', (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode)
      })
    })
    call.once('error', reject)
    call.flushHeaders()
  })
}

const file = Buffer.concat([
  Buffer.from('--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nfoto\r\n'),
  Buffer.from('--x\r\nContent-Disposition: form-data; name="fil"; filename="a.jpg"\r\n\r\n'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.alloc(1_000),
  Buffer.from('\r\n--x--\r\n'),
])

test.each([
  {
    what: 'a file',
    call: (path: string) => ({
      method: 'POST',
      path: `${path}/attachments`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: file,
    }),
    status: 201,
  },
  {
    what: 'a change',
    call: (path: string) => ({
      method: 'PATCH',
      path,
      headers: { 'content-type': 'application/json', 'if-match': '"v1"' },
      body: Buffer.from('{"title":"Ny tittel"}'),
    }),
    status: 200,
  },
])('$what that took a minute to arrive is in a sync that ran meanwhile', async ({ call, status }) => {
  const service = await runningService()
  const { numberDisplay } = orderOf(await submit(service, { note: 'Haster' }))
  const twoSecondsAgo = () => new Date(service.clock.nowMs - 2_000).toISOString()
  let last = ''
  const pendingAnswer = await slowly(service, call(`/orders/${numberDisplay}`), () => {
    service.clock.nowMs += minute
    last = twoSecondsAgo()
  })
  expect(pendingAnswer).toBe(status)
  service.clock.nowMs += minute
  const changedOrders = ordersOf(await service.get(`/orders?sort=updatedAt&updatedSince=${last}`)).data
  expect(changedOrders.map((order) => order.numberDisplay)).toEqual([numberDisplay])
})

/** Sends bytes, keeps the connection open, and reads until the service closes it. */
async function readUntilClosed({ baseUrl }: RunningService, sent: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
    socket.on('data', (part) => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => {
      resolve(Buffer.concat(parts).toString())
    })
    socket.write(Buffer.concat(sent.map((part) => Buffer.from(part))))
  })
}

const order = Buffer.from('{"note":"Haster"}')

test.each([
  {
    what: 'an order',
    head: 'POST /api/v1/orders HTTP/1.1\r\nIdempotency-Key: en-nokkel\r\nContent-Type: application/json',
    body: order,
  },
  {
    what: 'a file',
    head: 'POST /api/v1/orders/T-000001/attachments HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x',
    body: file,
  },
])(
  '$what that does not arrive completely in time is a 400, the connection is closed, and nothing is stored',
  async (sent) => {
    const service = await runningService({ timeouts: { headersMs: 1_000, callMs: 1_000, checkIntervalMs: 10 } })
    const before = (await service.get('/orders?limit=100')).text
    const received = await readUntilClosed(service, [
      `${sent.head}\r\nHost: x\r\nAuthorization: Bearer ${service.sandboxKey}\r\n`,
      `Content-Length: ${sent.body.length}\r\n\r\n`,
      sent.body.subarray(0, sent.body.length / 2),
    ])
    const [head = '', body = ''] = received.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toMatch(/^connection: close$/im)
    expect(errorBody.parse(JSON.parse(body)).error.code).toBe('invalid_request')
    expect((await service.get('/orders?limit=100')).text).toBe(before)
    await expect.poll(() => readdirSync(join(service.dataFolder, 'attachments', 'incoming'))).toEqual([])
    // Its Idempotency-Key is free again.
    expect((await submit(service, { note: 'Haster' }, undefined, 'en-nokkel')).status).toBe(201)
  },
)

test(
  'a store that another process has locked is a 503 with Retry-After, and nothing changes',
  { tags: 'long' },
  async () => {
    const service = await runningService()
    const other = new Database(join(service.dataFolder, 'workshop.db'))
    const submitOrder = () => submit(service, { note: 'Haster' }, undefined, 'en-nokkel')
    other.exec('BEGIN IMMEDIATE')
    const refusal = await submitOrder()
    other.exec('ROLLBACK')
    other.close()
    expect([refusal.status, errorOf(refusal).code]).toEqual([503, 'unavailable'])
    expect(refusal.headers.get('retry-after')).toBe('5')
    const createAnswer = await submitOrder()
    expect([
      createAnswer.status,
      createAnswer.headers.get('idempotent-replayed'),
      orderOf(createAnswer).version,
    ]).toEqual([201, null, 1])
  },
)
