// One operation's turn: what was sent is checked, the operation runs, and its answer is remembered where the call carried an
// Idempotency-Key. Answers can be held to the contract's strict schemas, so that the tests see each one that does not fit.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints, errorStatus, headers } from '../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName, ErrorCode } from '../../shared/workshop-api/index.ts'
import type { Clock } from '../store/clock.ts'
import type { Store } from '../store/store.ts'
import { checkedCall } from './checked-call.ts'
import { etagOf, isKnown } from './etag.ts'
import { Failure, invalid } from './failure.ts'
import type { Passed } from './gate.ts'
import { answerMemory, contentHash, runningCalls, wellFormed } from './idempotency.ts'
import type { IdempotencyScope, RememberedAnswer } from './idempotency.ts'
import type { Answer, Operation, Operations } from './operation.ts'
import { isPageBuffer, takeBack } from './page-buffers.ts'
import { errorBodyOf, json, sendFailure } from './sending.ts'

export interface AnsweringParts {
  store: Store
  operations: Operations
  /** Fail, rather than send, an answer that its strict schema does not know. */
  checkAnswers: boolean
  newOrders: NewOrders
  /** Where others reach the service, as whoever started it said: what addresses in answers begin with. Null: as each caller does. */
  reachedAt: string | null
  /** The service's own time: `Date` tells it, and callers reckon their waits from it. */
  now: Clock
}

/** The limit of new orders a day, which counts what was made and not what was called. */
export interface NewOrders {
  /** Seconds until the caller may make one; 0: now. */
  waitFor: (passed: Passed) => number
  count: (passed: Passed) => void
  /** For one that was counted and could not be kept. */
  takeBack: (passed: Passed) => void
}

export interface Answering {
  /** Once a call is through the gate: its Idempotency-Key is taken until the answer is away. */
  begin: (request: FastifyRequest, reply: FastifyReply, passed: Passed, endpoint: Endpoint) => void
  answer: <Name extends EndpointName>(
    name: Name,
    passed: Passed,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => void | Promise<void>
}

/** What a repeated call must find out anew: who it is, whether it may, and whether it is its turn. */
const notRemembered: ReadonlySet<ErrorCode> = new Set(['idempotency_in_progress', 'idempotency_key_reused'])
const remembers = (code: ErrorCode) => {
  const status = errorStatus[code]
  return status < 500 && ![401, 403, 429].includes(status) && !notRemembered.has(code)
}

export function answering({ store, operations, checkAnswers, newOrders, reachedAt, now }: AnsweringParts): Answering {
  const memory = answerMemory(store)
  const running = runningCalls()

  const send = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, answer: Answer) => {
    if (checkAnswers) holdToContract(endpoint, answer)
    if (endpoint.etag) {
      const etag = etagOf(answer.body)
      reply.header('etag', etag)
      if (isKnown(request.headers['if-none-match'], etag)) {
        if (typeof answer.body !== 'string') takeBack(answer.body)
        void reply.code(304).send()
        return
      }
    }
    if (answer.fileName !== undefined) reply.header('content-disposition', `attachment; filename="${answer.fileName}"`)
    if (answer.location !== undefined) reply.header('location', answer.location)
    const { body } = answer
    if (typeof body !== 'string' && isPageBuffer(body)) {
      reply.raw.once('finish', () => {
        takeBack(body)
      })
    }
    void reply
      .code(endpoint.status)
      .type(answer.contentType ?? (endpoint.answer === null ? (endpoint.media[0] ?? json) : json))
      .send(body)
  }

  /** Runs an operation and remembers what became of it, in one transaction. */
  const once = async <Name extends EndpointName>(
    name: Name,
    operation: Operation<Name>,
    scope: IdempotencyScope,
    passed: Passed,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    const hash = contentHash(request.body)
    const recall = () => memory.recall(scope, passed.nowMs)
    const remember = (status: number, body: string, location: string | null) => {
      memory.remember(scope, { contentHash: hash, status, body, location }, passed.nowMs)
    }
    const { makesOrder, status }: Endpoint = endpoints[name]
    const remembered = recall()
    if (remembered?.contentHash === hash) return replay(remembered, request, reply)
    let answer: Answer
    let counted: Passed | null = null
    try {
      const call = checkedCall(name, passed, request, reachedAt)
      if (remembered !== null) throw new Failure('idempotency_key_reused')
      if (!running.claim(scope, request.id)) throw new Failure('idempotency_in_progress')
      answer = await store.writeInGroup(() => {
        // While this call was on its way others may have been answered: one with its key, whose caller has hung up, or the last
        // new order of the day.
        if (recall() !== null) throw new Failure('idempotency_in_progress')
        const done = { ...passed, nowMs: now() }
        const retryAfterSeconds = makesOrder ? newOrders.waitFor(done) : 0
        if (retryAfterSeconds > 0) throw new Failure('rate_limited', { retryAfterSeconds })
        const made = operation({ ...call, nowMs: done.nowMs })
        if (made instanceof Promise || typeof made.body !== 'string') {
          throw new Error(`${name}: an answer that is remembered is made in one transaction, as text`)
        }
        remember(status, made.body, made.location ?? null)
        // Last, so that nothing but the disk can take the order back.
        if (makesOrder) {
          newOrders.count(done)
          counted = done
        }
        return made
      })
    } catch (error) {
      if (counted !== null) newOrders.takeBack(counted)
      if (!(error instanceof Failure)) throw error
      if (remembers(error.code) && remembered === null) {
        const body = JSON.stringify(errorBodyOf(error, request.id))
        await store.writeInGroup(() => {
          if (recall() === null) remember(errorStatus[error.code], body, null)
        })
      }
      sendFailure(reply, request, error)
      return
    }
    send(endpoints[name], request, reply, answer)
  }

  return {
    begin: (request, reply, passed, endpoint) => {
      const scope = scopeOf(request, passed, endpoint)
      if (scope === null || !wellFormed(scope.idempotencyKey)) return
      running.claim(scope, request.id)
      reply.raw.once('close', () => {
        running.release(scope, request.id)
      })
    },
    answer: (name, passed, request, reply) => {
      const endpoint: Endpoint = endpoints[name]
      const operation = operations[name]
      const scope = scopeOf(request, passed, endpoint)
      if (scope !== null) {
        if (!wellFormed(scope.idempotencyKey)) throw invalid(['Idempotency-Key'])
        return once(name, operation, scope, passed, request, reply)
      }
      const answer = operation(checkedCall(name, passed, request, reachedAt))
      if (answer instanceof Promise) return answer.then((made) => send(endpoint, request, reply, made))
      return send(endpoint, request, reply, answer)
    },
  }
}

function replay(remembered: RememberedAnswer, request: FastifyRequest, reply: FastifyReply): void {
  if (remembered.location !== null) reply.header('location', remembered.location)
  const body = remembered.status < 400 ? remembered.body : freshError(remembered.body, request.id)
  void reply.code(remembered.status).header(headers.replayed, 'true').type(json).send(body)
}

function scopeOf(request: FastifyRequest, { key }: Passed, endpoint: Endpoint): IdempotencyScope | null {
  const value = request.headers[headers.idempotencyKey]
  if (endpoint.idempotencyKey === 'ignored' || value === undefined) return null
  const idempotencyKey = Array.isArray(value) ? value.join(', ') : value
  return { keyId: key.id, method: request.method, path: pathOf(request.url), idempotencyKey }
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** The error as it was, with the request id of the call that asks again. */
function freshError(body: string, requestId: string): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) => (name === 'requestId' ? requestId : value))
}

function holdToContract(endpoint: Endpoint, { body, contentType = json }: Answer): void {
  if (endpoint.answer === null || contentType !== json) return
  const result = endpoint.answer.safeParse(JSON.parse(Buffer.from(body).toString()))
  if (!result.success) throw new Error(`${endpoint.path} answers outside its contract: ${result.error.message}`)
}
