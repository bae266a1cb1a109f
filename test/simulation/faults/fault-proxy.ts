// A proxy on loopback between one station and the service: every call waits until the scheduler decides what happens to it. Real
// sockets on both sides. One call per connection, so that a closed connection is noticed immediately.
import {
  type Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Sent {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface HeldCall extends Sent {
  /** The service's answer, once the call was passed on. */
  answer: Answer | null
  /** The call met a fault. */
  faulted: boolean
  /** The proxy must not end the call: the station's own timeout ends it. */
  hung: boolean
  /** The station has given up the call. */
  isGivenUp: boolean
  send: (answer: Answer) => void
  /** Sends the head and half of the body, then nothing. */
  sendHalf: (answer: Answer) => void
  cut: (how: 'end' | 'reset') => void
}

export interface FaultProxy {
  baseUrl: string
  /** The calls that the station waits for, in no particular order. */
  held: () => HeldCall[]
  /** Stops listening, and cuts the calls that wait. */
  lineDown: () => Promise<void>
  lineUp: () => Promise<void>
  isUp: () => boolean
}

const basePath = '/api/v1'

export async function openFaultProxy(host: string, port: number): Promise<FaultProxy> {
  const heldCalls = new Set<HeldCall>()
  const sockets = new Set<Socket>()
  let server: Server | null = null

  const hold = (sent: Sent, outgoing: ServerResponse): void => {
    const call: HeldCall = {
      ...sent,
      answer: null,
      faulted: false,
      hung: false,
      isGivenUp: false,
      send: ({ status, headers, body }) => {
        heldCalls.delete(call)
        outgoing.writeHead(status, headersFor(headers, body.length)).end(body)
      },
      sendHalf: ({ status, headers, body }) => {
        heldCalls.delete(call)
        outgoing.writeHead(status, headersFor(headers, body.length + 1))
        outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.socket?.destroy())
      },
      cut: (how) => {
        heldCalls.delete(call)
        if (how === 'reset') outgoing.socket?.resetAndDestroy()
        else outgoing.socket?.destroy()
      },
    }
    heldCalls.add(call)
    outgoing.on('close', () => {
      call.isGivenUp = true
      heldCalls.delete(call)
    })
  }
  const lineUp = async (): Promise<void> => {
    if (server !== null) return
    const listening = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const { method = '', url = '', headers } = incoming
        hold({ method, path: url, headers, body: Buffer.concat(chunks) }, outgoing)
      })
    })
    listening.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject)
      listening.listen(port, host, resolve)
    })
    server = listening
  }
  await lineUp()
  return {
    baseUrl: `http://${host}:${port}${basePath}`,
    held: () => [...heldCalls],
    isUp: () => server !== null,
    lineUp,
    lineDown: async () => {
      const closing = server
      server = null
      if (closing === null) return
      const closed = new Promise<void>((resolve) => closing.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function headersFor(headers: IncomingHttpHeaders, length: number): IncomingHttpHeaders {
  const { 'transfer-encoding': _, 'keep-alive': __, ...others } = headers
  return { ...others, connection: 'close', 'content-length': String(length) }
}

/** Passes a call on to the service. Null if the service is not available. */
export function passOn(agent: Agent, origin: string, { method, path, headers, body }: Sent): Promise<Answer | null> {
  const { connection: _, ...sent } = headers
  return new Promise((resolve) => {
    const onward = request(`${origin}${path}`, { agent, method, headers: sent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
      answer.on('error', () => resolve(null))
    })
    onward.on('error', () => resolve(null))
    onward.end(body)
  })
}
