// The HTTP side of the service: one route per endpoint of the table, with the same checks for all of them. Every answer, errors
// included, has a request id and the rate headers.
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyLimitBytes, endpoints, headers, orderBodyLimitBytes } from '../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName } from '../../shared/workshop-api/index.ts'
import { malformedHttp, hasOneHost, refuseTunnels } from './malformed-http.ts'
import type { MalformedHttp } from './malformed-http.ts'
import { Failure, basePath, invalid } from '../operation/index.ts'
import type { OpenRoute } from '../operation/index.ts'
import type { AuthorizedCall, Credentials, Gate } from './gate.ts'
import { addOpenRoute, patternOf } from './open-routes.ts'
import { OperationRunner, pathOf } from './operation-runner.ts'
import type { OperationRunnerParts } from './operation-runner.ts'
import { acceptForms, readJson } from './request/index.ts'
import type { FormRules } from './request/index.ts'
import { commonHeaders, newRequestId, sendFailure } from './sending.ts'

/** The limit of a body that a form of a web page sends. */
const pageFormBytes = 4_096

/** How long a call may take to arrive. */
export interface Timeouts {
  /** Headers must be complete by then. */
  headersMs: number
  /** The whole call must be complete by then. */
  callMs: number
  /** How often connections are checked for these limits. */
  checkIntervalMs: number
}

/** 300 s is enough for a file of 15 MB at half a megabit per second. */
export const defaultTimeouts: Timeouts = { headersMs: 30_000, callMs: 300_000, checkIntervalMs: 10_000 }

declare module 'fastify' {
  interface FastifyRequest {
    authorizedCall: AuthorizedCall | null
  }
}

export interface ServerParts extends OperationRunnerParts {
  gate: Gate
  /** The routes that need no key. */
  openRoutes: readonly OpenRoute[]
  forms: FormRules
  timeouts: Timeouts
  /** Addresses or networks (CIDR) of the proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[]
  log: FastifyBaseLogger
  /** True once the service is closing. */
  isClosing: () => boolean
}

/** Does not listen yet. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { gate, openRoutes } = parts
  const runner = new OperationRunner(parts)
  const malformed = malformedHttp(gate.anonymousRate)
  const app = createApp(parts, malformed)
  // A call with an unknown expectation is answered like any other: Node's own 417 has no body.
  app.server.on('checkExpectation', (request, response) => {
    app.routing(request, response)
  })
  refuseTunnels(app, gate.anonymousRate)
  acceptJson(app)
  app.decorateRequest('authorizedCall', null)
  if (parts.trustedProxies.length === 0) warnOfUnnamedProxy(app, parts.log)
  addChecksOfEveryCall(app, parts, malformed)
  addErrorHandler(app, parts)

  for (const name of endpointNames.filter((each) => !acceptsForm(each))) addOperation(app, name, parts, runner)
  void app.register((formRoutes, _options, done) => {
    acceptForms(formRoutes, parts.forms)
    for (const name of endpointNames.filter(acceptsForm)) addOperation(formRoutes, name, parts, runner)
    done()
  })
  void app.register((pageRoutes, _options, done) => {
    pageRoutes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: pageFormBytes },
      (_request, body, onRead) => {
        onRead(null, body.toString('utf8'))
      },
    )
    for (const route of openRoutes)
      addOpenRoute(pageRoutes, route, (request) => gate.authenticate(credentialsOf(request)))
    done()
  })
  return app
}

function createApp({ gate, log, timeouts, trustedProxies }: ServerParts, malformed: MalformedHttp): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // A caller's address is the one that a named proxy adds. Wrong keys then block that address and not the proxy's.
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    requestTimeout: timeouts.callMs,
    // A call without Host is refused below: Node's own refusal has no body.
    http: {
      requireHostHeader: false,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkIntervalMs,
    },
    return503OnClosing: false,
    genReqId: newRequestId,
    // Only failed calls are logged, and that log line contains the request id.
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 1_000 },
    exposeHeadRoutes: true,
    frameworkErrors: (_error, request, reply) => {
      rejectCall(gate, request, reply, new Failure('not_found'))
    },
    clientErrorHandler: malformed.onUnreadable,
  })
}

/** Once. All callers of a proxy have its address, so that the wrong keys of one of them block all. */
function warnOfUnnamedProxy(app: FastifyInstance, log: ServerParts['log']): void {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      log.warn({ address: request.ip }, 'a proxy forwards calls and is not named: name its address with --trust-proxy')
    }
    done()
  })
}

function rejectCall(gate: Gate, request: FastifyRequest, reply: FastifyReply, failure: Failure): void {
  const verdict = gate.reject(credentialsOf(request), failure)
  reply.headers(commonHeaders(request.id, verdict.rate))
  sendFailure(reply, request, verdict.failure)
}

function addChecksOfEveryCall(
  app: FastifyInstance,
  { gate, openRoutes, now, isClosing }: ServerParts,
  malformed: MalformedHttp,
): void {
  const patterns = [
    ...Object.values(endpoints).map(({ method, path }) => ({ method, pattern: patternOf(routeOf(path)) })),
    ...openRoutes.map(({ path, method = 'GET' }) => ({ method, pattern: patternOf(path) })),
  ]
  app.addHook('onRequest', (request, reply, done) => {
    malformed.onCall(request, reply)
    reply.header('date', dateHeader(now()))
    if (isClosing()) {
      reply.headers({ ...commonHeaders(request.id, gate.anonymousRate()), connection: 'close' })
      sendFailure(reply, request, new Failure('unavailable'))
    } else if (!hasOneHost(request)) {
      reply.headers({ ...commonHeaders(request.id, gate.anonymousRate()), connection: 'close' })
      sendFailure(reply, request, invalid(['Host']))
    } else if (request.is404) {
      const allowed = methodsOf(patterns, request.url)
      if (allowed.length > 0) reply.header('allow', allowed.join(', '))
      rejectCall(gate, request, reply, new Failure(allowed.length > 0 ? 'method_not_allowed' : 'not_found'))
    } else done()
  })
}

function addErrorHandler(app: FastifyInstance, { gate, log }: ServerParts): void {
  app.setErrorHandler((error, request, reply) => {
    const cause = failureOf(error)
    // Nothing can be stored for a workshop that has been deleted.
    const isKeyGone =
      cause.code === 'internal_error' && request.authorizedCall !== null && !gate.isStillValid(credentialsOf(request))
    const failure = isKeyGone ? new Failure('unauthorized') : cause
    if (!reply.hasHeader(headers.limit)) reply.headers(commonHeaders(request.id, gate.anonymousRate()))
    if (failure.code === 'internal_error') log.error({ err: error, requestId: request.id }, 'a call failed')
    sendFailure(reply, request, failure)
  })
}

function addOperation(
  app: FastifyInstance,
  name: EndpointName,
  { gate, now }: ServerParts,
  runner: OperationRunner,
): void {
  const endpoint: Endpoint = endpoints[name]
  app.route({
    method: endpoint.method,
    url: routeOf(endpoint.path),
    bodyLimit: orderPaths.has(endpoint.path) ? orderBodyLimitBytes : bodyLimitBytes,
    onRequest: (request, reply, done) => {
      const verdict = gate.admit(credentialsOf(request), endpoint)
      reply.headers(commonHeaders(request.id, verdict.rate))
      if ('failure' in verdict) {
        sendFailure(reply, request, verdict.failure)
        return
      }
      request.authorizedCall = verdict.call
      runner.claimIdempotencyKey({ request, reply }, verdict.call, endpoint)
      done()
    },
    handler: (request, reply) => {
      if (request.authorizedCall === null) throw new Error('a call reached its operation without the gate')
      // A body can take minutes to arrive. The change is dated when it is made: a sync that has passed the arrival time would
      // otherwise never see it.
      const running = runner.run(name, { ...request.authorizedCall, nowMs: now() }, { request, reply })
      // with the reply, Fastify waits for an answer that a hook delays; with undefined it would send an empty one
      return running instanceof Promise ? running.then(() => reply) : running
    },
  })
}

let lastDate = { second: Number.NaN, text: '' }

/** The `Date` header. It changes once per second, so the text is cached. */
function dateHeader(nowMs: number): string {
  const second = Math.floor(nowMs / 1000)
  if (second !== lastDate.second) lastDate = { second, text: new Date(nowMs).toUTCString() }
  return lastDate.text
}

/** Most operations accept uncompressed JSON in UTF-8 only. Any other type is 415. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      requireUtf8(request)
      done(null, readJson(body))
    } catch (error) {
      done(error instanceof Error ? error : new Error('a body could not be read'))
    }
  })
}

function requireUtf8({ headers: { 'content-type': type = '', 'content-encoding': encoding } }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1]
  const isKnown =
    (charset === undefined || /^utf-?8$/i.test(charset)) && (encoding === undefined || /^identity$/i.test(encoding))
  if (!isKnown) throw new Failure('unsupported_file_type')
}

/** The paths whose bodies are orders. */
const orderPaths: ReadonlySet<string> = new Set([endpoints.submitOrder.path, endpoints.changeOrder.path])
const acceptsForm = (name: EndpointName) => endpoints[name].bodyMedia === 'multipart/form-data'
const endpointNames = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)

/** A path of the endpoint table in the router's notation. */
function routeOf(path: string): string {
  return basePath + path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function methodsOf(patterns: readonly { method: string; pattern: RegExp }[], url: string): string[] {
  const path = pathOf(url)
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

function credentialsOf(request: FastifyRequest): Credentials {
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

/** Converts Fastify's own refusals to the service's errors. Any other error is an internal one. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  // Another process held the write lock for longer than a call waits. Nothing was changed.
  if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return new Failure('unavailable')
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  if (status === 413) return new Failure('body_too_large')
  if (status === 415) return new Failure('unsupported_file_type')
  if (status === 400) return invalid([], 'Innholdet er ikke gyldig JSON.')
  return new Failure('internal_error')
}
