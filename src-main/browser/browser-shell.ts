// The same screen for a computer without Electron: its page over HTTP and the station over a WebSocket, on loopback alone.
// Every request's Host and every POST's and socket's Origin is checked; the token of this launch opens the station.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import * as z from 'zod'
import { serve, type Grant, type Station } from '../../shared/station-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { contentSecurityPolicy, readPageFiles, type PageFiles } from '../platform/page-files.ts'
import { webSocketChannel } from '../station/web-socket-channel.ts'
import { createLaunchCodes, newSecret, sameSecret, type LaunchCodes } from './launch-codes.ts'

export interface BrowserShellOptions {
  station: Station
  /** What every screen of this shell may do. */
  grants: ReadonlySet<Grant>
  /** Where the built screen lies. */
  pageFolder: string
  /** 0 takes a free one. */
  port: number
  clock: Clock
  random: (bytes: number) => Uint8Array
  /** Told of what a call's handler threw that was not a refusal. */
  onFault: (name: string, fault: unknown) => void
}

export interface BrowserShell {
  /** Where a browser is sent: with a fresh launch code in the fragment, good once, for a minute. */
  url: () => string
  /** `http://127.0.0.1:PORT`. */
  address: string
  /** What opens the station: for the attach file. */
  token: string
  close: () => Promise<void>
}

export const helloWithinMs = 5_000
/** How a socket is closed whose token is not of this launch: the page then says to start the app again. */
export const tokenRefused = 4401
const mostFrameBytes = 1024 * 1024
const mostBodyBytes = 1024
const host = '127.0.0.1'

/** Rejects when the page is not built or the port is taken. */
export async function serveBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const { clock, random } = options
  const page = readPageFiles(options.pageFolder)
  const token = newSecret(random)
  const codes = createLaunchCodes({ now: clock.monotonic, random })
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 })
  const port = await listen(server, options.port)
  const address = `http://${host}:${port}`
  const door: Door = { host: `${host}:${port}`, origin: address, token, codes, page }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostFrameBytes, perMessageDeflate: false })

  server.on('request', (request, response) => void answer(door, request, response))
  server.on('upgrade', (request, socket, head) => {
    // a socket that is refused may be reset by the other side while the refusal is written
    socket.on('error', () => socket.destroy())
    const refusal = refuseUpgrade(door, request)
    if (refusal !== null) return turnAway(socket, refusal)
    sockets.handleUpgrade(request, socket, head, (client) => admit(client, options, token))
  })

  return {
    url: () => `${address}/#launch=${codes.issue()}`,
    address,
    token,
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Door {
  host: string
  origin: string
  token: string
  codes: LaunchCodes
  page: PageFiles
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(portOf(server.address()))
    })
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the shell listens on no port')
  return address.port
}

const helloFrame = z.strictObject({ kind: z.literal('hello'), token: z.string().max(200) })

/** The first frame must say the token, in time; then the channel is the station's. */
function admit(client: Parameters<typeof webSocketChannel>[0], options: BrowserShellOptions, token: string): void {
  const { station, grants, clock, onFault } = options
  const channel = webSocketChannel(client)
  const settled = new AbortController()
  channel.onClose(() => settled.abort())
  void clock.wait(helloWithinMs, settled.signal).then(() => settled.signal.aborted || channel.close())
  channel.onMessage((frame) => {
    settled.abort()
    const hello = helloFrame.safeParse(frame)
    if (hello.success && sameSecret(hello.data.token, token)) serve(channel, { station, grants, onFault })
    else client.close(tokenRefused, 'this is not the token of this launch')
  })
}

function refuseUpgrade(door: Door, request: IncomingMessage): string | null {
  if (request.headers.host !== door.host) return '421 Misdirected Request'
  if (request.headers.origin !== door.origin) return '403 Forbidden'
  if (request.url !== '/station') return '404 Not Found'
  return null
}

function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

async function answer(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  const say = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
  }
  if (request.headers.host !== door.host) return say(421, 'This station answers under its own loopback address alone.')
  if (request.method === 'POST') return swap(door, request, response, say)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD, POST')
    return say(405, 'Only GET, HEAD and POST are known here.')
  }
  const file = door.page.get((request.url ?? '').replace(/\?.*$/s, ''))
  if (file === undefined) return say(404, 'There is no such file.')
  response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.byteLength })
  response.end(request.method === 'HEAD' ? undefined : file.bytes)
}

const codeBody = z.strictObject({ code: z.string().max(200) })
const tokenBody = z.strictObject({ token: z.string().max(200) })

/** A launch code for the token; or, for who has the token, a new launch code. */
async function swap(
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
  say: (status: number, text: string) => void,
): Promise<void> {
  if (request.headers.origin !== door.origin) return say(403, 'The request does not come from this station’s own page.')
  const redeem = swaps[request.url ?? '']
  if (redeem === undefined) return say(404, 'There is nothing to post to here.')
  if (request.headers['content-type'] !== 'application/json') return say(415, 'Send application/json.')
  const body = await readBody(request)
  if (body === null) {
    response.setHeader('connection', 'close')
    return say(413, `Send at most ${mostBodyBytes} bytes.`)
  }
  const got = redeem(door, body)
  if (got === null) return say(403, 'This code or token is not good, or no longer.')
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(got))
}

const swaps: Readonly<Record<string, (door: Door, body: unknown) => object | null>> = {
  '/launch': ({ codes, token }, body) => {
    const parsed = codeBody.safeParse(body)
    return parsed.success && codes.redeem(parsed.data.code) ? { token } : null
  },
  '/launch-code': ({ codes, token }, body) => {
    const parsed = tokenBody.safeParse(body)
    return parsed.success && sameSecret(parsed.data.token, token) ? { code: codes.issue() } : null
  },
}

/** Null: too long, or cut off. What is not JSON comes as undefined and fits no schema. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  try {
    for await (const chunk of request.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += String(chunk)
      if (text.length > mostBodyBytes) return null
    }
  } catch {
    return null
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy("'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}
