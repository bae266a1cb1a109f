// What cannot be read as HTTP, or asks for what is no call: answered by hand with the one error body, and hung up on. A call that
// came whole on the same connection before it gets its own answer first: it has been carried out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorStatus } from '../../shared/workshop-api/index.ts'
import type { Rate } from '../limits/call-counts.ts'
import { Failure, invalid } from './failure.ts'
import { commonHeaders, errorBodyOf, json, newRequestId } from './sending.ts'

export interface BrokenHttp {
  /** Told of every call, as soon as its head has been read. */
  begun: (request: FastifyRequest, reply: FastifyReply) => void
  /** A connection on which something unreadable came. */
  unreadable: (error: { code?: string }, socket: Duplex) => void
}

export function brokenHttp(strangersRate: () => Rate): BrokenHttp {
  const begun = new WeakMap<Duplex, ServerResponse[]>()
  return {
    begun: (request, reply) => {
      const { socket } = request.raw
      const before = begun.get(socket) ?? []
      begun.set(socket, [...before.filter(({ closed }) => !closed), reply.raw])
    },
    unreadable: ({ code }, socket) => {
      const owed = (begun.get(socket) ?? []).filter(({ closed, req }) => !closed && req.complete)
      const hangUp = () => {
        if (code === 'ECONNRESET') socket.destroy()
        else answerByHand(socket, invalid([], 'Forespørselen kan ikke leses.'), strangersRate())
      }
      const answered = owed.map((response) => new Promise((resolve) => response.once('close', resolve)))
      void Promise.all(answered).then(hangUp)
    },
  }
}

/** Answers CONNECT, which asks for a tunnel: there is none. */
export function refuseTunnels(app: FastifyInstance, strangersRate: () => Rate): void {
  app.server.on('connect', (_request, socket) => {
    answerByHand(socket, new Failure('method_not_allowed'), strangersRate())
  })
}

const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === 'host'

/** HTTP/1.1 wants the header Host once. */
export function hasOneHost({ raw }: FastifyRequest): boolean {
  if (raw.httpVersion !== '1.1') return true
  let hosts = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (isHost(raw.rawHeaders[index])) hosts += 1
  }
  return hosts === 1
}

const reasons: Readonly<Record<number, string>> = { 400: 'Bad Request', 405: 'Method Not Allowed' }

function answerByHand(socket: Duplex, failure: Failure, rate: Rate): void {
  if (socket.writable) {
    const requestId = newRequestId()
    const status = errorStatus[failure.code]
    const body = JSON.stringify(errorBodyOf(failure, requestId))
    const head = Object.entries({
      'content-type': json,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...commonHeaders(requestId, rate),
    })
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\n${lines}\r\n${body}`)
  }
  socket.end(() => socket.destroy())
}
