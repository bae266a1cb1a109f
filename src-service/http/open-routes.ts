// Routes outside the operations, which need no key. They do not count against limits, and are refused to an address that has sent too
// many wrong keys.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeService } from '../../shared/workshop-api/openapi/index.ts'
import type { Rate } from '../limits/index.ts'
import type { Failure, OpenAnswer, OpenRoute } from '../operation/index.ts'
import { commonHeaders, json, sendFailure } from './sending.ts'

type Authenticate = (request: FastifyRequest) => { rate: Rate; failure: Failure | null }

export function addOpenRoute(
  app: FastifyInstance,
  { path, method = 'GET', answer }: OpenRoute,
  authenticate: Authenticate,
): void {
  app.route({
    method,
    url: path,
    onRequest: (request, reply, done) => {
      const { rate, failure } = authenticate(request)
      reply.headers(commonHeaders(request.id, rate))
      if (failure === null) done()
      else sendFailure(reply, request, failure)
    },
    handler: async (request, reply) => sendAnswer(reply, await answer(request)),
  })
}

function sendAnswer(reply: FastifyReply, answer: OpenAnswer): FastifyReply {
  const { body, contentType = json, fileName, status = 200, headers = {} } = answer
  if ('bytes' in answer) reply.header('content-length', answer.bytes)
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return reply.code(status).headers(headers).header('x-content-type-options', 'nosniff').type(contentType).send(body)
}

/** Matches the paths of a route. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
}

/** GET /openapi.json: the OpenAPI description. It is made at the first request and cached as bytes. */
export function openapiRoute(basePath: string): OpenRoute {
  let body: Buffer | null = null
  return {
    path: `${basePath}/openapi.json`,
    answer: () => {
      body ??= Buffer.from(JSON.stringify(describeService(basePath)))
      return { body }
    },
  }
}
