// A WebSocket over a checked TLS connection: frames of at most 1 MB, a limit on what a peer may send and on what it leaves unread. Accesses
// the network.
import { createServer, type Server } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { PeerFaultError } from '../peer-fault.ts'
import type { SecureSocket } from './tls.ts'

const maxFrameBytes = 1024 * 1024
/** A peer that does not read is disconnected at this many unsent bytes. */
const maxUnsentBytes = 32 * 1024 * 1024
/** What a peer may send within `windowMs`. A day of 5 000 facts is 1 MB. */
const windowMs = 10_000
const maxWindowBytes = 64 * 1024 * 1024
const maxWindowFrames = 20_000
const openMs = 5_000

export interface PeerSocketEvents {
  /** Throws PeerFaultError for a frame that it does not accept. The socket is closed after any error. */
  onText: (text: string) => void
  onBytes: (bytes: Buffer) => void
  /** Called once. `fault`: what the peer did wrong; null: nothing. `error`: of this station, such as of its disk; null: none. */
  onClose: (fault: string | null, error: Error | null) => void
}

export class PeerSocket {
  readonly secure: SecureSocket
  readonly #socket: WebSocket
  #fault: string | null = null
  #error: Error | null = null

  constructor(socket: WebSocket, secure: SecureSocket) {
    this.#socket = socket
    this.secure = secure
  }

  /** Frames before this call are lost, so it is made at once. */
  begin(events: PeerSocketEvents, monotonic: () => number): void {
    let window = { startMs: monotonic(), bytes: 0, frames: 0 }
    this.#socket.on('message', (data, isBinary) => {
      // what arrived before the socket closed
      if (this.#socket.readyState !== WebSocket.OPEN || !Buffer.isBuffer(data)) return
      if (monotonic() - window.startMs > windowMs) window = { startMs: monotonic(), bytes: 0, frames: 0 }
      window = { ...window, bytes: window.bytes + data.length, frames: window.frames + 1 }
      if (window.bytes > maxWindowBytes || window.frames > maxWindowFrames) return this.fail('it sends too much')
      try {
        if (isBinary) events.onBytes(data)
        else events.onText(data.toString('utf8'))
      } catch (error) {
        if (error instanceof PeerFaultError) return this.fail(error.message)
        this.#error ??= error instanceof Error ? error : new Error(String(error))
        this.drop()
      }
    })
    this.#socket.on('error', (error: Error & { code?: string }) => {
      if (error.code?.startsWith('WS_ERR') === true) this.fail(error.message)
    })
    this.#socket.on('close', () => events.onClose(this.#fault, this.#error))
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  send(frame: string | Uint8Array): void {
    if (!this.isOpen) return
    this.#socket.send(frame)
    if (this.#socket.bufferedAmount > maxUnsentBytes) this.fail('it does not read')
  }

  /** Ends the connection because of what the peer did. */
  fail(fault: string): void {
    this.#fault ??= fault
    this.drop()
  }

  /** Ends the connection at once. */
  drop(): void {
    this.#socket.terminate()
  }

  close(): void {
    this.#socket.close()
    // a peer that hangs does not answer a close frame
    const end = setTimeout(() => this.#socket.terminate(), 1_000)
    end.unref()
    this.#socket.once('close', () => clearTimeout(end))
  }
}

const socketOptions = { maxPayload: maxFrameBytes, perMessageDeflate: false, skipUTF8Validation: false } as const

/** Turns checked TLS connections into sockets. */
export class SocketServer {
  readonly #http: Server = createServer({ headersTimeout: openMs, requestTimeout: openMs })
  readonly #sockets = new WebSocketServer({ noServer: true, ...socketOptions })

  constructor(onSocket: (socket: PeerSocket) => void) {
    this.#http.on('request', (_request, response) => response.writeHead(404).end())
    this.#http.on('upgrade', (request, stream, head) => {
      const secure = this.#secureOf.get(request.socket)
      if (secure === undefined || request.url !== path) stream.destroy()
      else this.#sockets.handleUpgrade(request, stream, head, (socket) => onSocket(new PeerSocket(socket, secure)))
    })
  }

  readonly #secureOf = new WeakMap<object, SecureSocket>()

  accept(secure: SecureSocket): void {
    this.#secureOf.set(secure.socket, secure)
    this.#http.emit('connection', secure.socket)
  }

  close(): void {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#http.closeAllConnections()
  }
}

const path = '/stations'

/** Opens a socket over a TLS connection that this side has dialled and checked. */
export function openSocket(secure: SecureSocket): Promise<PeerSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://station${path}`, {
      ...socketOptions,
      handshakeTimeout: openMs,
      createConnection: () => secure.socket,
    })
    socket.once('open', () => {
      socket.off('error', reject)
      resolve(new PeerSocket(socket, secure))
    })
    socket.once('error', reject)
  })
}
