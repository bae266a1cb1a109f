// The HTTP side of the service: a route for every endpoint of the table, one way in and one way out for all of them. Every
// answer, whatever became of the call, carries a request id and the rate headers.
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyLimitBytes, endpoints, headers } from '../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName } from '../../shared/workshop-api/index.ts'
import { answering, pathOf } from './answering.ts'
import type { AnsweringParts } from './answering.ts'
import { brokenHttp, hasOneHost, refuseTunnels } from './broken-http.ts'
import { Failure, invalid } from './failure.ts'
import type { Gate, Knock, Passed } from './gate.ts'
import { readJson } from './json-body.ts'
import { takeForms } from './forms.ts'
import type { FormRules } from './forms.ts'
import { addOpenRoute, patternOf } from './open-route.ts'
import type { OpenRoute } from './open-route.ts'
import { commonHeaders, newRequestId, sendFailure } from './sending.ts'

export const basePath = '/api/v1'
/** As much as a page's form may send. */
const formBytes = 4_096
/** How long a call may take to come. */
export interface Patience {
  /** Headers that have not been sent whole by then are given up. */
  headersMs: number
  /** And a whole call. */
  callMs: number
  /** How often it is looked at. */
  lookedAtEveryMs: number
}

/** By then a file of 15 MB has come over half a megabit a second. */
export const usualPatience: Patience = { headersMs: 30_000, callMs: 300_000, lookedAtEveryMs: 10_000 }

declare module 'fastify' {
  interface FastifyRequest {
    passed: Passed | null
  }
}

export interface ServerParts extends AnsweringParts {
  gate: Gate
  /** What is answered without a key. */
  open: readonly OpenRoute[]
  forms: FormRules
  patience: Patience
  log: FastifyBaseLogger
  /** True from the moment the service begins to end. */
  closing: () => boolean
}

export function makeServer(parts: ServerParts): FastifyInstance {
  const { gate, open, patience, log, now, closing } = parts
  const answers = answering(parts)
  const broken = brokenHttp(gate.strangersRate)
  const patterns = [
    ...Object.values(endpoints).map(({ method, path }) => ({ method, pattern: patternOf(routeOf(path)) })),
    ...open.map(({ path, method = 'GET' }) => ({ method, pattern: patternOf(path) })),
  ]
  const turnAway = (request: FastifyRequest, reply: FastifyReply, failure: Failure) => {
    const verdict = gate.turnAway(knockOf(request), failure)
    reply.headers(commonHeaders(request.id, verdict.rate))
    sendFailure(reply, request, verdict.failure)
  }

  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // Behind a proxy on this computer a caller's address is the one that the proxy adds: wrong keys shut nobody else out.
    trustProxy: 'loopback',
    requestTimeout: patience.callMs,
    // A call without Host is refused below: Node's own refusal has no body.
    http: {
      requireHostHeader: false,
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookedAtEveryMs,
    },
    return503OnClosing: false,
    genReqId: newRequestId,
    // No call is logged but one that fails, and that line names its request itself.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 1_000 },
    exposeHeadRoutes: false,
    frameworkErrors: (_error, request, reply) => {
      turnAway(request, reply, new Failure('not_found'))
    },
    clientErrorHandler: broken.unreadable,
  })
  // An expectation that is not known is passed over and the call answered as any other: Node's own 417 has no body.
  app.server.on('checkExpectation', (request, response) => {
    app.routing(request, response)
  })
  refuseTunnels(app, gate.strangersRate)
  readBodies(app)
  app.decorateRequest('passed', null)

  app.addHook('onRequest', (request, reply, done) => {
    broken.begun(request, reply)
    reply.header('date', dateAt(now()))
    if (closing()) {
      reply.headers({ ...commonHeaders(request.id, gate.strangersRate()), connection: 'close' })
      sendFailure(reply, request, new Failure('unavailable'))
    } else if (!hasOneHost(request)) {
      reply.headers({ ...commonHeaders(request.id, gate.strangersRate()), connection: 'close' })
      sendFailure(reply, request, invalid(['Host']))
    } else if (request.is404) {
      const allowed = methodsOf(patterns, request.url)
      if (allowed.length > 0) reply.header('allow', allowed.join(', '))
      turnAway(request, reply, new Failure(allowed.length > 0 ? 'method_not_allowed' : 'not_found'))
    } else done()
  })

  app.setErrorHandler((error, request, reply) => {
    const fault = failureOf(error)
    // Nothing can be kept for a workshop that is gone.
    const gone = fault.code === 'internal_error' && request.passed !== null && !gate.stillKnows(knockOf(request))
    const failure = gone ? new Failure('unauthorized') : fault
    if (!reply.hasHeader(headers.limit)) reply.headers(commonHeaders(request.id, gate.strangersRate()))
    if (failure.code === 'internal_error') log.error({ err: error, requestId: request.id }, 'a call failed')
    sendFailure(reply, request, failure)
  })

  const addOperation = (to: FastifyInstance, name: EndpointName) => {
    const endpoint: Endpoint = endpoints[name]
    to.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      onRequest: (request, reply, done) => {
        const verdict = gate.enter(knockOf(request), endpoint)
        reply.headers(commonHeaders(request.id, verdict.rate))
        if ('failure' in verdict) {
          sendFailure(reply, request, verdict.failure)
          return
        }
        request.passed = verdict.passed
        answers.begin(request, reply, verdict.passed, endpoint)
        done()
      },
      handler: (request, reply) => {
        if (request.passed === null) throw new Error('a call came to its operation past the gate')
        // A body can take minutes to come. What the call does is dated by when it is done: a sync that has been past the moment of
        // its coming would never be told of it.
        return answers.answer(name, { ...request.passed, nowMs: now() }, request, reply)
      },
    })
  }
  for (const name of endpointNames.filter((each) => !takesForm(each))) addOperation(app, name)
  void app.register((ofForms, _options, done) => {
    takeForms(ofForms, parts.forms)
    for (const name of endpointNames.filter(takesForm)) addOperation(ofForms, name)
    done()
  })
  void app.register((ofPages, _options, done) => {
    ofPages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: formBytes },
      (_request, body, read) => {
        read(null, body.toString('utf8'))
      },
    )
    for (const route of open) addOpenRoute(ofPages, route, (request) => gate.greet(knockOf(request)))
    done()
  })
  return app
}

let lastDate = { second: Number.NaN, text: '' }

/** As `Date` writes it: by the second, which is written out once. */
function dateAt(nowMs: number): string {
  const second = Math.floor(nowMs / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(nowMs).toUTCString() }
  return lastDate.text
}

/** JSON in UTF-8, as it is, is the one body that most operations take: another type, text too, is refused as unknown. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readJson(plain(request, body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error('a body could not be read'))
    }
  })
}

function plain(
  { headers: { 'content-type': type = '', 'content-encoding': encoding } }: FastifyRequest,
  body: Buffer,
): Buffer {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1]
  const known =
    (charset === undefined || /^utf-?8$/i.test(charset)) && (encoding === undefined || /^identity$/i.test(encoding))
  if (!known) throw new Failure('unsupported_file_type')
  return body
}

const takesForm = (name: EndpointName) => endpoints[name].bodyMedia === 'multipart/form-data'
const endpointNames = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)

/** A path of the table as the router writes it. */
function routeOf(path: string): string {
  return basePath + path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function methodsOf(patterns: readonly { method: string; pattern: RegExp }[], url: string): string[] {
  const path = pathOf(url)
  return patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}

function knockOf(request: FastifyRequest): Knock {
  const idempotencyKey = request.headers[headers.idempotencyKey]
  return {
    address: request.ip,
    authorization: request.headers.authorization,
    method: request.method,
    path: pathOf(request.url),
    idempotencyKey: Array.isArray(idempotencyKey) ? idempotencyKey.join(', ') : idempotencyKey,
    ifMatch: request.headers['if-match'],
  }
}

/** What Fastify refuses on its own, in the service's words; anything else unforeseen is the service's fault. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  // Another process has been writing for longer than a call waits: nothing of it was done.
  if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return new Failure('unavailable')
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  if (status === 413) return new Failure('body_too_large')
  if (status === 415) return new Failure('unsupported_file_type')
  if (status === 400) return invalid([], 'Innholdet er ikke gyldig JSON.')
  return new Failure('internal_error')
}
