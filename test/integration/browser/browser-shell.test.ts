import { randomBytes } from 'node:crypto'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { createConnection } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { serveBrowserShell, type BrowserShell } from '../../../src-main/browser/browser-shell.ts'
import { smallStation, type SmallStation } from '../station-api/small-station.ts'
import { heldClock, type HeldClock } from './held-clock.ts'

let folder: string
let clock: HeldClock
let station: SmallStation
let shell: BrowserShell

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-shell-'))
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'not for the page')
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html><title>Kant</title>')
  writeFileSync(join(folder, 'page', 'assets', 'index.js'), 'export {}')
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'page', 'link.txt'))
  clock = heldClock()
  station = smallStation()
  shell = await serveBrowserShell({
    station,
    grants: new Set(['operate'] as const),
    pageFolder: join(folder, 'page'),
    port: 0,
    clock,
    random: randomBytes,
    onError: () => {},
  })
})

afterEach(async () => {
  await shell.close()
  rmSync(folder, { recursive: true })
})

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; host?: string } = {},
): Promise<Reply> {
  const { port } = new URL(shell.address)
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: options.method ?? 'GET',
        headers: { host: options.host ?? `127.0.0.1:${port}`, ...options.headers },
      },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      },
    )
    request.on('error', reject)
    request.end(options.body)
  })
}

const launchCode = (): string => new URL(shell.url()).hash.replace('#launch=', '')

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  ask(path, {
    method: 'POST',
    headers: { origin: shell.address, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

interface Socket {
  frames: unknown[]
  /** The next frame, or how the socket was closed or refused. */
  next: () => Promise<unknown>
  send: (data: string | Buffer) => void
  raw: WebSocket
}

function openSocket({
  origin = shell.address,
  path = '/station',
  host,
}: { origin?: string | null; path?: string; host?: string } = {}): Socket {
  const raw = new WebSocket(`${shell.address.replace('http', 'ws')}${path}`, {
    ...(origin === null ? {} : { origin }),
    headers: host === undefined ? {} : { host },
  })
  const frames: unknown[] = []
  const events: unknown[] = []
  const waiting: ((event: unknown) => void)[] = []
  const emit = (event: unknown): void => {
    const resolve = waiting.shift()
    if (resolve === undefined) events.push(event)
    else resolve(event)
  }
  raw.on('message', (data) => {
    const frame: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : '')
    frames.push(frame)
    emit(frame)
  })
  raw.on('close', (code) => emit({ closed: code }))
  raw.on('unexpected-response', (request, response) => {
    emit({ refused: response.statusCode })
    request.destroy()
  })
  raw.on('error', () => {})
  return {
    raw,
    frames,
    next: () => (events.length > 0 ? Promise.resolve(events.shift()) : new Promise((resolve) => waiting.push(resolve))),
    send: (data) => {
      if (raw.readyState === WebSocket.OPEN) raw.send(data)
      else raw.once('open', () => raw.send(data))
    },
  }
}

const hello = (token: string): string => JSON.stringify({ kind: 'hello', token })

test('the page is served with the security headers', async () => {
  const page = await ask('/')
  expect(page.status).toBe(200)
  expect(page.body).toContain('<title>Kant</title>')
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect((await ask('/assets/index.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
})

test('the browser keeps only files whose name changes with their content', async () => {
  expect((await ask('/')).headers['cache-control']).toBe('no-store')
  expect((await ask('/assets/index.js')).headers['cache-control']).toBe('private, max-age=31536000, immutable')
  expect((await ask('/assets/none.js')).headers['cache-control']).toBe('no-store')
})

test('no path leads out of the page’s folder, and a link in it is not followed', async () => {
  const paths = [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/link.txt',
    '//etc/passwd',
    '/assets',
    '/assets/',
  ]
  for (const path of paths) {
    const reply = await ask(path)
    expect([path, reply.status]).toEqual([path, 404])
    expect(reply.body).not.toContain('not for the page')
  }
})

test('a request with any other host is refused, which prevents DNS rebinding', async () => {
  const { port } = new URL(shell.address)
  for (const host of ['evil.example', `localhost:${port}`, '127.0.0.1', `127.0.0.1:${port}.evil.example`]) {
    expect([host, (await ask('/', { host })).status]).toEqual([host, 421])
  }
  expect(await openSocket({ host: `localhost:${port}` }).next()).toEqual({ refused: 421 })
})

test('a launch code is exchanged for the token once', async () => {
  const code = launchCode()
  const first = await post('/launch', { code })
  expect([first.status, JSON.parse(first.body)]).toEqual([200, { token: shell.token }])
  expect(shell.token).toMatch(/^[0-9a-f]{64}$/)
  expect((await post('/launch', { code })).status).toBe(403)
})

test('an expired or unknown launch code is refused', async () => {
  const code = launchCode()
  clock.advance(60_000)
  expect((await post('/launch', { code })).status).toBe(403)
  expect((await post('/launch', { code: 'f'.repeat(64) })).status).toBe(403)
  expect((await post('/launch', { code: 1 })).status).toBe(403)
  expect((await post('/launch', {})).status).toBe(403)
})

test('a post without the right Origin does not use up the code', async () => {
  const code = launchCode()
  const body = JSON.stringify({ code })
  const without = await ask('/launch', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(without.status).toBe(403)
  for (const origin of [
    'null',
    'http://evil.example',
    shell.address.replace('127.0.0.1', 'localhost'),
    `${shell.address}/`,
  ]) {
    expect([origin, (await post('/launch', { code }, { origin })).status]).toEqual([origin, 403])
  }
  expect((await post('/launch', { code })).status).toBe(200)
})

test('a post that is too long, of another type, or not JSON is refused', async () => {
  const code = launchCode()
  expect((await post('/launch', { code, padding: 'x'.repeat(2_000) })).status).toBe(413)
  expect((await post('/launch', { code }, { 'content-type': 'text/plain' })).status).toBe(415)
  const noJson = await ask('/launch', {
    method: 'POST',
    headers: { origin: shell.address, 'content-type': 'application/json' },
    body: '{"code":',
  })
  expect(noJson.status).toBe(403)
  expect((await post('/elsewhere', { code })).status).toBe(404)
  expect((await ask('/', { method: 'PUT' })).status).toBe(405)
})

test('the token is exchanged for a new launch code for another window', async () => {
  const reply = await post('/launch-code', { token: shell.token })
  const { code } = JSON.parse(reply.body)
  expect((await post('/launch', { code })).status).toBe(200)
  expect((await post('/launch-code', { token: '0'.repeat(64) })).status).toBe(403)
})

test('the token in the first frame gives access to the station: a snapshot is sent, then responses', async () => {
  const socket = openSocket()
  socket.send(hello(shell.token))
  expect(await socket.next()).toMatchObject({ kind: 'snapshot', seq: 0 })
  socket.send(JSON.stringify({ kind: 'call', id: 1, name: 'marks.list', in: {} }))
  expect(await socket.next()).toEqual({ kind: 'result', id: 1, out: { marks: [], total: 0 } })
})

test('a wrong token closes the socket with its own code, before anything of the station is sent', async () => {
  for (const token of ['', '0'.repeat(64), shell.token.slice(1), `${shell.token}0`]) {
    const socket = openSocket()
    socket.send(hello(token))
    expect(await socket.next()).toEqual({ closed: 4401 })
    expect(socket.frames).toEqual([])
  }
  expect(station.listeners()).toBe(0)
})

test('a call before the token closes the socket and is not handled', async () => {
  const socket = openSocket()
  socket.send(JSON.stringify({ kind: 'call', id: 1, name: 'marks.list', in: {} }))
  expect(await socket.next()).toEqual({ closed: 4401 })
  expect(station.reached).toEqual([])
})

test('a socket that does not send the token within five seconds is closed', async () => {
  const socket = openSocket()
  await new Promise((resolve) => socket.raw.once('open', resolve))
  clock.advance(5_000)
  expect(await socket.next()).toMatchObject({ closed: expect.any(Number) })
})

test('a socket that sent the token stays open after the five seconds', async () => {
  const socket = openSocket()
  socket.send(hello(shell.token))
  await socket.next()
  clock.advance(60_000)
  station.push({ name: 'changed', data: { dates: ['2026-08-03'], sheetIds: [] } })
  expect(await socket.next()).toMatchObject({ kind: 'push', seq: 1 })
})

test('a socket without the right Origin or path is refused', async () => {
  expect(await openSocket({ origin: null }).next()).toEqual({ refused: 403 })
  expect(await openSocket({ origin: 'http://evil.example' }).next()).toEqual({ refused: 403 })
  expect(await openSocket({ origin: 'null' }).next()).toEqual({ refused: 403 })
  expect(await openSocket({ path: '/' }).next()).toEqual({ refused: 404 })
})

test('a frame above a mebibyte, a binary frame, a frame that is not JSON and one that is not a call close the socket', async () => {
  const frames = [
    JSON.stringify({ kind: 'call', id: 1, name: 'marks.list', in: { padding: 'x'.repeat(1024 * 1024) } }),
    Buffer.from('{}'),
    '{"kind":',
    '[]',
    '{"kind":"call","id":0,"name":"marks.list"}',
  ]
  for (const frame of frames) {
    const socket = openSocket()
    socket.send(hello(shell.token))
    await socket.next()
    socket.send(frame)
    expect(await socket.next()).toMatchObject({ closed: expect.any(Number) })
    expect(station.listeners()).toBe(0)
  }
  expect(station.reached).toEqual([])
})

test('the shell listens only on loopback', async () => {
  const { port } = new URL(shell.address)
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address !== undefined && !address.internal)
    .map((address) => address?.address ?? '')
    .filter((address) => !address.startsWith('fe80'))
  for (const other of [...others, '127.0.0.2', '::1']) {
    const outcome = await new Promise((resolve) => {
      const socket = createConnection({ host: other, port: Number(port) })
      socket.once('connect', () => resolve('connected'))
      socket.once('error', () => resolve('refused'))
    })
    expect([other, outcome]).toEqual([other, 'refused'])
  }
  if (process.platform !== 'linux') return
  // the kernel's list of the sockets that listen on this port, with the addresses they are bound to
  const bound = ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/net/${family}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local, , state]) => state === '0A' && Number.parseInt(local?.split(':')[1] ?? '', 16) === Number(port),
      )
      .map(([, local]) => local?.split(':')[0]),
  )
  expect(bound).toEqual(['0100007F'])
})

test('closing the shell closes every screen and frees the port', async () => {
  const socket = openSocket()
  socket.send(hello(shell.token))
  await socket.next()
  await shell.close()
  expect(await socket.next()).toMatchObject({ closed: expect.any(Number) })
  await expect(ask('/')).rejects.toThrow(/ECONNREFUSED/)
})

test('a folder without a built page is an error', async () => {
  const options = { station, grants: new Set<'operate'>(), port: 0, clock, random: randomBytes, onError: () => {} }
  await expect(serveBrowserShell({ ...options, pageFolder: join(folder, 'page', 'assets') })).rejects.toThrow(
    /no built screen/,
  )
})
