// A webhook receiver on loopback that follows specification 6.2: it checks signature and age before it parses the body, recognises duplicates by
// the event id, and ignores outdated versions.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import * as z from 'zod'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  id: string
  type: string
  attempt: number
  /** How the consumer handled the message. */
  verdict: 'handled' | 'duplicate' | 'older' | 'forged' | 'stale'
}

type Answering = (response: ServerResponse, received: Received, request: IncomingMessage) => void

export interface Receiver {
  url: string
  received: Received[]
  /** The accepted secrets. */
  secrets: string[]
  answer: Answering
}

const maxAgeSeconds = 300
const message = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ order: z.object({ id: z.string(), version: z.number() }).optional() }),
})

/** Starts a receiver for a test. It answers 200 until the test sets another answer. `nowMs` returns the time for the check of ages. */
export async function startReceiver(nowMs: () => number): Promise<Receiver> {
  const handled = new Set<string>()
  const versions = new Map<string, number>()

  const verdictOf = (header: string, body: string, secrets: readonly string[]): Received['verdict'] => {
    const { t, v1 } = readSignature(header)
    const isValid = secrets.some((secret) => {
      const expectedDigest = createHmac('sha256', secret).update(`${t}.${body}`).digest()
      return v1.some(
        (each) =>
          each.length === expectedDigest.length * 2 && timingSafeEqual(expectedDigest, Buffer.from(each, 'hex')),
      )
    })
    if (!isValid) return 'forged'
    if (Math.abs(nowMs() / 1000 - t) > maxAgeSeconds) return 'stale'
    const { id, data } = message.parse(JSON.parse(body))
    if (handled.has(id)) return 'duplicate'
    handled.add(id)
    if (data.order === undefined) return 'handled'
    if (data.order.version <= (versions.get(data.order.id) ?? 0)) return 'older'
    versions.set(data.order.id, data.order.version)
    return 'handled'
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString()
      const header = (name: string) => String(request.headers[name])
      const received: Received = {
        headers: request.headers,
        body,
        id: header('service-event-id'),
        type: header('service-event-type'),
        attempt: Number(header('service-delivery-attempt')),
        verdict: verdictOf(header('service-signature'), body, receiver.secrets),
      }
      receiver.received.push(received)
      receiver.answer(response, received, request)
    })
  })
  const receiver: Receiver = {
    url: '',
    received: [],
    secrets: [],
    answer: (response) => response.end('ok'),
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  receiver.url = `http://127.0.0.1:${address.port}/hook`
  return receiver
}

export function readSignature(header: string): { t: number; v1: string[] } {
  const pairs = header.split(',').map((part) => part.split('='))
  const valuesOf = (name: string) => pairs.filter(([key]) => key === name).map(([, value = '']) => value)
  return { t: Number(valuesOf('t')[0]), v1: valuesOf('v1') }
}
