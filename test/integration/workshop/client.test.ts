// Every result of a call, with real sockets that fail.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type Server as NetServer, type Socket, createServer as createNetServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Failure, mayHaveTakenEffect } from '../../../shared/workshop-api/index.ts'
import { Budget } from '../../../src-main/workshop/budget.ts'
import { type CallLogEntry, type ClientOptions, HttpWorkshopClient } from '../../../src-main/workshop/client.ts'
import { createServiceClock } from '../../../src-main/workshop/service-clock.ts'
import { manualClock } from '../../manual-clock.ts'
import { untilPasses } from '../../until-passes.ts'

const secret = 'svc_test_not-to-be-seen-anywhere'
const id = '6f1e7a3e-7a43-4a9f-9f0a-0d8b0c7f2a11'
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

function client(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const clock = manualClock(Date.parse('2026-11-24T08:00:10Z'))
  const serviceClock = createServiceClock(clock)
  const counts = new Map<string, number>()
  const budget = new Budget({
    clock,
    serviceClock,
    counts: {
      count: (window) => counts.get(window) ?? 0,
      add: (window, n) => void counts.set(window, (counts.get(window) ?? 0) + n),
      forget: (window) => void counts.delete(window),
    },
  })
  const log: CallLogEntry[] = []
  const client = new HttpWorkshopClient({
    baseUrl,
    key: () => secret,
    budget,
    serviceClock,
    clock,
    log: (entry) => log.push(entry),
    timeoutMs: 20_000,
    ...options,
  })
  closers.push(() => client.close())
  return { client: client, clock, counts, log }
}

async function listen(server: Server | NetServer): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  return `http://127.0.0.1:${address.port}/api/v1`
}
const web = (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> =>
  listen(createServer(answer))

/** A server that responds to any request with what `speak` does to the socket. */
const raw = (speak: (socket: Socket) => void): Promise<string> =>
  listen(
    createNetServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => speak(socket))
    }),
  )

const rate = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-ratelimit-reset': '1795507260' }
const serviceHeaders = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'req_1', ...rate }
const errorOf = (code: string, more: object = {}): string =>
  JSON.stringify({ error: { code, message: 'Nei.', requestId: 'req_1', ...more } })

/** The failure of a call to a server that sends this response to every request. */
async function endOf(status: number, headers: Record<string, string>, body: string): Promise<Failure | 'ok'> {
  const baseUrl = await web((_, response) => response.writeHead(status, headers).end(body))
  const outcome = await client(baseUrl).client.readMe({ priority: 'read' })
  return outcome.ok ? 'ok' : outcome.error
}

describe('before a byte is sent', () => {
  test.each([
    ['not an address', 'bad_address'],
    ['ftp://127.0.0.1/api/v1', 'bad_address'],
    ['https://name:word@host.example/api/v1', 'bad_address'],
    ['https://host.example/api/v1?key=1', 'bad_address'],
    ['http://10.0.0.7/api/v1', 'insecure'],
    ['http://127.0.0.1.host.example/api/v1', 'insecure'],
  ])('%s is refused as %s', async (baseUrl, cause) => {
    const outcome = await client(baseUrl).client.readMe({ priority: 'read' })
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'not_sent', cause } })
  })

  test('no key, and a key with a line break in it, are not sent', async () => {
    for (const key of [null, '', 'svc_test_a\nb']) {
      const outcome = await client('http://127.0.0.1:9/api/v1', { key: () => key }).client.readMe({ priority: 'read' })
      expect(outcome).toMatchObject({ ok: false, error: { kind: 'not_sent', cause: 'no_key' } })
    }
  })

  test('a closed port refuses, and the call does not count', async () => {
    const server = createNetServer()
    const baseUrl = await listen(server)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    const { client: station, counts } = client(baseUrl)
    const outcome = await station.reportBent({ sheetId: id, body: '{}' })
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'not_sent', cause: 'refused' } })
    expect([...counts.values()].every((calls) => calls === 0)).toBe(true)
  })

  test('a server without TLS is a TLS failure', async () => {
    const baseUrl = await listen(createNetServer((socket) => socket.end('plain text\r\n')))
    const outcome = await client(baseUrl.replace('http:', 'https:')).client.readMe({ priority: 'read' })
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'not_sent', cause: 'tls' } })
  })

  test('a call that is cancelled while it waits is not sent', async () => {
    const received: string[] = []
    const baseUrl = await web((request, response) => {
      received.push(request.url ?? '')
      response.writeHead(200, serviceHeaders).end('{}')
    })
    const stop = new AbortController()
    stop.abort()
    const outcome = await client(baseUrl).client.readMe({ priority: 'read', signal: stop.signal })
    expect(outcome).toEqual({ ok: false, error: { kind: 'cancelled' } })
    expect(received).toEqual([])
  })
})

test('a report that is cancelled while every connection is in use is not sent', async () => {
  const received: ServerResponse[] = []
  const baseUrl = await web((_, response) => void received.push(response))
  const { client: station } = client(baseUrl)
  const busy = Array.from({ length: 6 }, () => station.readMe({ priority: 'pull' }))
  await untilPasses(() => expect(received).toHaveLength(6))
  const stop = new AbortController()
  const report = station.reportBent({ sheetId: id, body: '{}', signal: stop.signal })
  // now the report is in the queue behind the others
  await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  expect(await report).toEqual({ ok: false, error: { kind: 'cancelled' } })
  for (const response of received) response.writeHead(200, serviceHeaders).end('{}')
  await Promise.all(busy)
  const last = station.readMe({ priority: 'pull' })
  await untilPasses(() => expect(received).toHaveLength(7))
  received[6]?.writeHead(200, serviceHeaders).end('{}')
  await last
  expect(received.map(({ req }) => req.method)).not.toContain('POST')
})

describe('after bytes were sent', () => {
  const half =
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-request-id: req_1\r\ncontent-length: 100\r\n\r\n{"id":'

  test.each([
    ['a reset before the answer', (socket: Socket) => socket.resetAndDestroy(), 'reset'],
    ['a close before the answer', (socket: Socket) => socket.end(), 'reset'],
    ['a close in the middle of the answer', (socket: Socket) => socket.end(half), 'reset'],
    [
      'a reset in the middle of the answer',
      (socket: Socket) => socket.write(half, () => socket.resetAndDestroy()),
      'reset',
    ],
  ])('after %s it is unknown whether the report took effect', async (_, speak, cause) => {
    const baseUrl = await raw(speak)
    const outcome = await client(baseUrl).client.reportBent({ sheetId: id, body: '{}', idempotencyKey: '01ARZ3NDEKTS' })
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'no_answer', cause } })
    expect(!outcome.ok && mayHaveTakenEffect(outcome.error)).toBe(true)
  })

  test('a response that is too late is a timeout', async () => {
    const baseUrl = await raw(() => patient.clock.advance(20_000))
    const patient = client(baseUrl)
    const outcome = await patient.client.reportBent({ sheetId: id, body: '{}' })
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'no_answer', cause: 'timeout' } })
  })

  test('a report that is cancelled after it was sent may have arrived; a read is only cancelled', async () => {
    const baseUrl = await raw(() => stop.abort())
    let stop = new AbortController()
    const report = await client(baseUrl).client.reportBent({ sheetId: id, body: '{}', signal: stop.signal })
    expect(report).toMatchObject({ ok: false, error: { kind: 'no_answer' } })
    stop = new AbortController()
    const read = await client(baseUrl).client.readMe({ priority: 'read', signal: stop.signal })
    expect(read).toEqual({ ok: false, error: { kind: 'cancelled' } })
  })

  test('a response that is not HTTP is not from the service', async () => {
    const baseUrl = await raw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    const outcome = await client(baseUrl).client.readMe({ priority: 'read' })
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'not_the_service' } })
  })
})

describe('a proxy or a captive portal', () => {
  test.each([
    ['a page of HTML', 200, { ...serviceHeaders, 'content-type': 'text/html' }, '<html>Sign in</html>'],
    ['an answer without a request id', 200, { 'content-type': 'application/json' }, '{}'],
    ['a network that asks for a sign-in', 511, serviceHeaders, '{}'],
    ['invalid JSON', 200, serviceHeaders, '{"organization":'],
    ['an error that is not of the service', 403, serviceHeaders, '{"message":"blocked by policy"}'],
    ['an error without a request id', 404, { 'content-type': 'application/json' }, errorOf('not_found')],
  ])('%s is not the service', async (_, status, headers, body) => {
    expect(await endOf(status, headers, body)).toMatchObject({ kind: 'not_the_service', status })
  })

  test('a redirect is never followed, not even to the same host', async () => {
    const received: string[] = []
    const baseUrl = await web((request, response) => {
      received.push(request.url ?? '')
      response.writeHead(302, { ...serviceHeaders, location: '/api/v1/elsewhere' }).end()
    })
    const outcome = await client(baseUrl).client.readMe({ priority: 'read' })
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'not_the_service', status: 302 } })
    expect(received).toEqual(['/api/v1/me'])
  })
})

describe('a refusal of the service', () => {
  test('an unknown code is returned as text', async () => {
    const failure = await endOf(409, serviceHeaders, errorOf('bent_by_robot', { robot: 7 }))
    expect(failure).toMatchObject({ kind: 'refused', code: 'bent_by_robot' })
  })

  test.each([
    [401, 'unauthorized', {}],
    [403, 'scope_missing', { scope: 'production:read' }],
    [403, 'feature_not_in_plan', { feature: 'produksjon' }],
    [409, 'sheet_superseded', { currentDrawingVersion: 3 }],
  ])('%i %s has the fields of its error', async (status, code, more) => {
    const failure = await endOf(status, serviceHeaders, errorOf(code, more))
    expect(failure).toMatchObject({ kind: 'refused', status, code, error: { message: 'Nei.', ...more } })
  })

  test('a refusal has its Retry-After', async () => {
    const failure = await endOf(409, { ...serviceHeaders, 'retry-after': '7' }, errorOf('idempotency_in_progress'))
    expect(failure).toMatchObject({ kind: 'refused', retryAfterSeconds: 7 })
  })

  test.each([
    [500, serviceHeaders, errorOf('internal_error'), null],
    [503, { ...serviceHeaders, 'retry-after': '5' }, errorOf('unavailable'), 5],
    [502, { 'content-type': 'text/html' }, '<html>Bad gateway</html>', null],
  ])('%i may have taken effect', async (status, headers, body, retryAfterSeconds) => {
    const failure = await endOf(status, headers, body)
    expect(failure).toMatchObject({ kind: 'server_error', status, retryAfterSeconds })
    expect(failure !== 'ok' && mayHaveTakenEffect(failure)).toBe(true)
  })

  test.each([
    ['Retry-After if it is longer', '45', '30', 45_000, false],
    ['Reset minus Date if it is longer', '5', '30', 30_000, false],
    ['the day if it is longer than a minute', '3600', '30', 3_600_000, true],
    ['25 hours at most, whatever Retry-After says', '999999999999', '30', 25 * 3_600_000, true],
    ['25 hours at most, however far off Reset is from Date', '5', '1800000000', 25 * 3_600_000, true],
  ])('429 waits for %s', async (_, retryAfter, untilReset, waitMs, wholeDay) => {
    const date = Date.parse('2026-11-24T12:00:00Z')
    const headers = {
      ...serviceHeaders,
      date: new Date(date).toUTCString(),
      'x-ratelimit-reset': String(date / 1_000 + Number(untilReset)),
      'retry-after': retryAfter,
    }
    const baseUrl = await web((__, response) =>
      response.writeHead(429, headers).end(errorOf('rate_limited', { retryAfterSeconds: Number(retryAfter) })),
    )
    const { client: station, clock } = client(baseUrl)
    const outcome = await station.readMe({ priority: 'read' })
    expect(outcome).toEqual({
      ok: false,
      error: { kind: 'rate_limited', untilMs: clock.now() + waitMs, wholeDay },
    })
  })
})

/** The request that a server receives. */
async function recorded(use: (station: ReturnType<typeof client>['client']) => Promise<unknown>) {
  const received: { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }[] = []
  const baseUrl = await web((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      })
      response.writeHead(200, serviceHeaders).end('{"data":[],"nextCursor":null,"date":"2026-11-24"}')
    })
  })
  const { client: station, log } = client(`${baseUrl}/`)
  await use(station)
  return { received: received[0], log }
}

describe('a request', () => {
  test('requests 100 items of a list at a time, and has the key only in its header', async () => {
    const { received, log } = await recorded((station) =>
      station.readBendingList({ date: '2026-11-24', cursor: 'a b&c' }, { priority: 'read' }),
    )
    expect(received?.url).toBe('/api/v1/bending-list?date=2026-11-24&limit=100&cursor=a+b%26c')
    expect(received?.headers.authorization).toBe(`Bearer ${secret}`)
    expect(JSON.stringify(log)).not.toContain(secret)
    expect(log).toMatchObject([{ call: 'readBendingList', outcome: 'ok', requestId: 'req_1' }])
  })

  test('has exactly the given bytes and the given idempotency key', async () => {
    const body = Buffer.from('{ "by":"Å",\n "bentAt": "2026-11-24T08:00:00.000Z" }')
    const { received } = await recorded((station) =>
      station.reportBent({ sheetId: id, body, idempotencyKey: '01JD3X8Q2V5K7M9N' }),
    )
    expect(received).toMatchObject({ method: 'POST', url: `/api/v1/bending-sheets/${id}/bent` })
    expect(received?.body.equals(body)).toBe(true)
    expect(received?.headers).toMatchObject({
      'idempotency-key': '01JD3X8Q2V5K7M9N',
      'content-type': 'application/json',
    })
  })
})

describe('a response', () => {
  test('a malformed item is reported with its position and does not hide the others', async () => {
    const brake = {
      id,
      name: 'Kantpresse 1',
      kind: 'press_brake',
      maxLengthMm: 3200,
      maxThicknessMm: 4,
      active: true,
      version: 1,
    }
    const body = JSON.stringify({ data: [brake, { ...brake, maxLengthMm: 'long' }, brake], nextCursor: null })
    const baseUrl = await web((_, response) => response.writeHead(200, serviceHeaders).end(body))
    const outcome = await client(baseUrl).client.listPressBrakes({}, { priority: 'read' })
    expect(outcome).toMatchObject({
      ok: true,
      value: { items: [{ maxForceKn: null }, {}], malformed: [{ index: 1, problems: [{ path: 'maxLengthMm' }] }] },
    })
  })

  test('a response of the wrong shape is malformed, with its content', async () => {
    expect(await endOf(200, serviceHeaders, '{"organization":{}}')).toMatchObject({
      kind: 'malformed',
      raw: { organization: {} },
    })
  })
})
