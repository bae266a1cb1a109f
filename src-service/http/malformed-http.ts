// Answers input that is not valid HTTP, and CONNECT: writes the error body to the socket and closes it. Complete calls that arrived
// earlier on the same connection are answered first, because they have been carried out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorStatus } from '../../shared/workshop-api/index.ts'
import type { Rate } from '../limits/index.ts'
import { Failure, invalid } from '../operation/index.ts'
import { commonHeaders, errorBodyOf, json, newRequestId } from './sending.ts'

export interface MalformedHttp {
  /** Called for every call, once its headers have been read. */
  onCall: (request: FastifyRequest, reply: FastifyReply) => void
  /** Called for a connection with unreadable input. */
  onUnreadable: (error: { code?: string }, socket: Duplex) => void
}

export function malformedHttp(anonymousRate: () => Rate): MalformedHttp {
  const responses = new WeakMap<Duplex, ServerResponse[]>()
  return {
    onCall: (request, reply) => {
      const { socket } = request.raw
      const previous = responses.get(socket) ?? []
      responses.set(socket, [...previous.filter(({ closed }) => !closed), reply.raw])
    },
    onUnreadable: ({ code }, socket) => {
      const pending = (responses.get(socket) ?? []).filter(({ closed, req }) => !closed && req.complete)
      const answerAndClose = () => {
        if (code === 'ECONNRESET') socket.destroy()
        else writeFailure(socket, invalid([], 'Forespørselen kan ikke leses.'), anonymousRate())
      }
      const answers = pending.map((response) => new Promise((resolve) => response.once('close', resolve)))
      void Promise.all(answers).then(answerAndClose)
    },
  }
}

/** Answers CONNECT, which requests a tunnel, with 405. */
export function refuseTunnels(app: FastifyInstance, anonymousRate: () => Rate): void {
  app.server.on('connect', (_request, socket) => {
    writeFailure(socket, new Failure('method_not_allowed'), anonymousRate())
  })
}

const isHost = (name: string | undefined): boolean => name?.length === 4 && name.toLowerCase() === 'host'

/** HTTP/1.1 requires exactly one Host header. */
export function hasOneHost({ raw }: FastifyRequest): boolean {
  if (raw.httpVersion !== '1.1') return true
  let hosts = 0
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (isHost(raw.rawHeaders[index])) hosts += 1
  }
  return hosts === 1
}

const reasons: Readonly<Record<number, string>> = { 400: 'Bad Request', 405: 'Method Not Allowed' }

function writeFailure(socket: Duplex, failure: Failure, rate: Rate): void {
  if (socket.writable) {
    const requestId = newRequestId()
    const status = errorStatus[failure.code]
    const body = JSON.stringify(errorBodyOf(failure, requestId))
    const headerEntries = Object.entries({
      'content-type': json,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...commonHeaders(requestId, rate),
    })
    const lines = headerEntries.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\n${lines}\r\n${body}`)
  }
  socket.end(() => socket.destroy())
}
