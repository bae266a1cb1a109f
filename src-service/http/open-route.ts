// Addresses outside the operations: whoever asks is answered, without a key. They count nowhere, and are closed to an address
// that has guessed at keys too often.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { Rate } from '../limits/call-counts.ts'
import type { Failure } from './failure.ts'
import type { Answer } from './operation.ts'
import { commonHeaders, json, sendFailure } from './sending.ts'

export interface OpenRoute {
  /** From the root, with `:name` for what varies. */
  path: string
  /** Left out, GET. */
  method?: 'GET' | 'POST'
  /** Throws a `Failure` for what it will not answer. */
  answer: (asked: AskedOpenly) => OpenAnswer | Promise<OpenAnswer>
}

export interface AskedOpenly {
  params: unknown
  query: unknown
  /** What a form sent; text for `URLSearchParams`, or nothing. */
  body: unknown
  /** The caller's address. */
  ip: string
}

/** An answer, or a stream of so many bytes. */
export type OpenAnswer = (Answer | (Omit<Answer, 'body'> & { body: Readable; bytes: number })) & {
  /** Left out, 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
}

type Greet = (request: FastifyRequest) => { rate: Rate; failure: Failure | null }

export function addOpenRoute(app: FastifyInstance, { path, method = 'GET', answer }: OpenRoute, greet: Greet): void {
  app.route({
    method,
    url: path,
    onRequest: (request, reply, done) => {
      const { rate, failure } = greet(request)
      reply.headers(commonHeaders(request.id, rate))
      if (failure === null) done()
      else sendFailure(reply, request, failure)
    },
    handler: async (request, reply) => sendOpen(reply, await answer(request)),
  })
}

function sendOpen(reply: FastifyReply, answer: OpenAnswer): FastifyReply {
  const { body, contentType = json, fileName, status = 200, headers = {} } = answer
  if ('bytes' in answer) reply.header('content-length', answer.bytes)
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return reply.code(status).headers(headers).header('x-content-type-options', 'nosniff').type(contentType).send(body)
}

/** Matches the paths that a route answers. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
}
