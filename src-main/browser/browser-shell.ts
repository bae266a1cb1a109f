// The screen for a computer without Electron: the page over HTTP and the station over a WebSocket, on loopback only. Checks the Host of
// every request, and the Origin of every POST and socket. A socket needs the token of this launch. Reads the page's folder.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import * as z from 'zod'
import { serve, type Grant, type Station } from '../../shared/station-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { contentSecurityPolicy, readPageFiles, type PageFiles } from '../platform/page-files.ts'
import { webSocketChannel } from '../station/attach/index.ts'
import { createLaunchCodes, newSecret, sameSecret, type LaunchCodes } from './launch-codes.ts'

export interface BrowserShellOptions {
  station: Station
  /** The grants of every screen of this shell. */
  grants: ReadonlySet<Grant>
  /** The folder of the built screen. */
  pageFolder: string
  /** 0: any free port. */
  port: number
  clock: Clock
  random: (bytes: number) => Uint8Array
  /** Called with an error of a call's handler that is not a refusal. */
  onError: (name: string, error: unknown) => void
}

export interface BrowserShell {
  /** The address for a browser, with a new launch code in the fragment; valid once, for one minute. */
  url: () => string
  /** `http://127.0.0.1:PORT`. */
  address: string
  /** Gives access to the station; for the attach file. */
  token: string
  close: () => Promise<void>
}

const helloWithinMs = 5_000
/** The close code of a socket whose token is not of this launch: the page then asks to start the app again. */
const tokenRefused = 4401
const maxFrameBytes = 1024 * 1024
const maxBodyBytes = 1024
const host = '127.0.0.1'

/** Rejects if the page is not built or the port is in use. */
export async function serveBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const { clock, random } = options
  const page = readPageFiles(options.pageFolder)
  const token = newSecret(random)
  const codes = createLaunchCodes({ now: clock.monotonic, random })
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 })
  const port = await listen(server, options.port)
  const address = `http://${host}:${port}`
  const access: ShellAccess = { host: `${host}:${port}`, origin: address, token, codes, page }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })

  server.on('request', (request, response) => void respond(access, request, response))
  server.on('upgrade', (request, socket, head) => {
    // the other side may reset a refused socket while the refusal is written
    socket.on('error', () => socket.destroy())
    const refusal = refuseUpgrade(access, request)
    if (refusal !== null) return rejectUpgrade(socket, refusal)
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

interface ShellAccess {
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
  if (address === null || typeof address === 'string') throw new Error('the shell has no port')
  return address.port
}

const helloFrame = z.strictObject({ kind: z.literal('hello'), token: z.string().max(200) })

/** The first frame must have the token, within the time limit; then the channel is connected to the station. */
function admit(client: Parameters<typeof webSocketChannel>[0], options: BrowserShellOptions, token: string): void {
  const { station, grants, clock, onError } = options
  const channel = webSocketChannel(client)
  const settled = new AbortController()
  channel.onClose(() => settled.abort())
  void clock.wait(helloWithinMs, settled.signal).then(() => settled.signal.aborted || channel.close())
  channel.onMessage((frame) => {
    settled.abort()
    const hello = helloFrame.safeParse(frame)
    if (hello.success && sameSecret(hello.data.token, token)) serve(channel, { station, grants, onError })
    else client.close(tokenRefused, 'the token is not of this launch')
  })
}

function refuseUpgrade(access: ShellAccess, request: IncomingMessage): string | null {
  if (request.headers.host !== access.host) return '421 Misdirected Request'
  if (request.headers.origin !== access.origin) return '403 Forbidden'
  if (request.url !== '/station') return '404 Not Found'
  return null
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

async function respond(access: ShellAccess, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  const send = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
  }
  if (request.headers.host !== access.host) return send(421, 'The station responds only at its own loopback address.')
  if (request.method === 'POST') return exchangeSecret(access, request, response, send)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD, POST')
    return send(405, 'Only GET, HEAD and POST are supported.')
  }
  const path = (request.url ?? '').replace(/\?.*$/s, '')
  const file = access.page.get(path)
  if (file === undefined) return send(404, 'Not found.')
  if (path.startsWith(hashedFiles)) response.setHeader('cache-control', 'private, max-age=31536000, immutable')
  response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.byteLength })
  response.end(request.method === 'HEAD' ? undefined : file.bytes)
}

const codeBody = z.strictObject({ code: z.string().max(200) })
const tokenBody = z.strictObject({ token: z.string().max(200) })

/** Exchanges a launch code for the token, or the token for a new launch code. */
async function exchangeSecret(
  access: ShellAccess,
  request: IncomingMessage,
  response: ServerResponse,
  send: (status: number, text: string) => void,
): Promise<void> {
  if (request.headers.origin !== access.origin) return send(403, 'The request is not from the page of this station.')
  const redeem = exchanges[request.url ?? '']
  if (redeem === undefined) return send(404, 'There is no such resource.')
  if (request.headers['content-type'] !== 'application/json') return send(415, 'Send application/json.')
  const body = await readBody(request)
  if (body === null) {
    response.setHeader('connection', 'close')
    return send(413, `Send at most ${maxBodyBytes} bytes.`)
  }
  const reply = redeem(access, body)
  if (reply === null) return send(403, 'The code or the token is not valid.')
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(reply))
}

const exchanges: Readonly<Record<string, (access: ShellAccess, body: unknown) => object | null>> = {
  '/launch': ({ codes, token }, body) => {
    const parsed = codeBody.safeParse(body)
    return parsed.success && codes.redeem(parsed.data.code) ? { token } : null
  },
  '/launch-code': ({ codes, token }, body) => {
    const parsed = tokenBody.safeParse(body)
    return parsed.success && sameSecret(parsed.data.token, token) ? { code: codes.issue() } : null
  },
}

/** Null: too long or incomplete. Undefined for a text that is not JSON; no schema accepts it. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  try {
    for await (const chunk of request.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += String(chunk)
      if (text.length > maxBodyBytes) return null
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

/** The build names these files by their content, so a browser can keep them, with the scripts that it has compiled. */
const hashedFiles = '/assets/'

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy("'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}
