// Runs one operation: checks what was sent, runs the operation, and stores its answer if the call has an Idempotency-Key. On
// request, compares answers with the strict schemas of the contract, so that tests find each answer that does not match.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { endpoints, errorStatus, headers } from '../../shared/workshop-api/index.ts'
import type { Endpoint, EndpointName, ErrorCode } from '../../shared/workshop-api/index.ts'
import type { Clock, Store } from '../store/index.ts'
import { Failure, invalid, isPageBuffer, releasePageBuffer } from '../operation/index.ts'
import type { Answer, Call, Operation, Operations } from '../operation/index.ts'
import type { AuthorizedCall } from './gate.ts'
import { answerStore, contentHash, runningCalls, isWellFormedKey } from './idempotency.ts'
import type { AnswerStore, IdempotencyScope, StoredAnswer, RunningCalls } from './idempotency.ts'
import { checkedCall } from './request/index.ts'
import { errorBodyOf, json, sendFailure } from './sending.ts'

export interface OperationRunnerParts {
  store: Store
  operations: Operations
  /** Fails a call whose answer does not match its strict schema. */
  checkAnswers: boolean
  newOrders: NewOrders
  /** The public origin of the service, for addresses in answers. Null: the origin that the caller used. */
  publicOrigin: string | null
  /** The service's own time. `Date` headers carry it, and callers compute their waits from it. */
  now: Clock
}

/** The daily limit of new orders. It counts created orders, not calls. */
interface NewOrders {
  /** Seconds until the caller may create an order; 0: now. */
  secondsUntilAllowed: (call: AuthorizedCall) => number
  count: (call: AuthorizedCall) => void
  /** Reverts the count of an order that could not be stored. */
  releaseCount: (call: AuthorizedCall) => void
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** These depend on the state at the time of the call, so a repeated call must find them out again. */
const notStored: ReadonlySet<ErrorCode> = new Set(['idempotency_in_progress', 'idempotency_key_reused'])
const isStored = (code: ErrorCode) => {
  const status = errorStatus[code]
  return status < 500 && ![401, 403, 429].includes(status) && !notStored.has(code)
}

/** Prices are computed from a body, and change nothing. */
const isWriting = (endpoint: Endpoint): boolean => endpoint.method !== 'GET' && endpoint.class !== 'prices'

export class OperationRunner {
  readonly #parts: OperationRunnerParts
  readonly #answers: AnswerStore
  readonly #running: RunningCalls = runningCalls()

  constructor(parts: OperationRunnerParts) {
    this.#parts = parts
    this.#answers = answerStore(parts.store)
  }

  /** Claims the Idempotency-Key of an admitted call until its answer is sent. */
  claimIdempotencyKey({ request, reply }: Exchange, call: AuthorizedCall, endpoint: Endpoint): void {
    const scope = scopeOf(request, call, endpoint)
    if (scope === null || !isWellFormedKey(scope.idempotencyKey)) return
    this.#running.claim(scope, request.id)
    reply.raw.once('close', () => this.#running.release(scope, request.id))
  }

  run<Name extends EndpointName>(name: Name, call: AuthorizedCall, exchange: Exchange): void | Promise<void> {
    const endpoint: Endpoint = endpoints[name]
    const operation = this.#parts.operations[name]
    const scope = scopeOf(exchange.request, call, endpoint)
    if (scope !== null) {
      if (!isWellFormedKey(scope.idempotencyKey)) throw invalid(['Idempotency-Key'])
      return this.#runOnce(name, operation, scope, call, exchange)
    }
    const checked = checkedCall(name, call, exchange.request, this.#parts.publicOrigin)
    const answer = isWriting(endpoint) ? this.#write(name, operation, checked) : operation(checked)
    if (answer instanceof Promise) return answer.then((resolved) => this.#send(endpoint, exchange, resolved))
    return this.#send(endpoint, exchange, answer)
  }

  /** Runs an operation that writes in the group transaction, dated when it is made. */
  #write<Name extends EndpointName>(name: Name, operation: Operation<Name>, checked: Call<Name>): Promise<Answer> {
    return this.#parts.store.writeInGroup(() => {
      const answer = operation({ ...checked, nowMs: this.#parts.now() })
      if (answer instanceof Promise) throw new Error(`${name}: a change must be made synchronously`)
      return answer
    })
  }

  /** Runs an operation and stores its answer or its failure, in one transaction. */
  async #runOnce<Name extends EndpointName>(
    name: Name,
    operation: Operation<Name>,
    scope: IdempotencyScope,
    call: AuthorizedCall,
    exchange: Exchange,
  ): Promise<void> {
    const { request, reply } = exchange
    const hash = contentHash(request.body)
    const stored = this.#answers.find(scope, call.nowMs)
    if (stored?.contentHash === hash) return replay(stored, exchange)
    let answer: Answer
    try {
      const checked = checkedCall(name, call, request, this.#parts.publicOrigin)
      if (stored !== null) throw new Failure('idempotency_key_reused')
      if (!this.#running.claim(scope, request.id)) throw new Failure('idempotency_in_progress')
      answer = await this.#runInGroup(name, call, scope, hash, (nowMs) => operation({ ...checked, nowMs }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (isStored(error.code) && stored === null) {
        const body = JSON.stringify(errorBodyOf(error, request.id))
        const status = errorStatus[error.code]
        await this.#parts.store.writeInGroup(() => {
          if (this.#answers.find(scope, call.nowMs) !== null) return
          this.#answers.put(scope, { contentHash: hash, status, body, location: null }, call.nowMs)
        })
      }
      sendFailure(reply, request, error)
      return
    }
    this.#send(endpoints[name], exchange, answer)
  }

  /** Runs `operate` in the group transaction. A new order is counted in it, and uncounted if the transaction fails. */
  async #runInGroup(
    name: EndpointName,
    call: AuthorizedCall,
    scope: IdempotencyScope,
    hash: string,
    runOperation: (nowMs: number) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    const { store, newOrders, now } = this.#parts
    const { makesOrder, status }: Endpoint = endpoints[name]
    let countedCall: AuthorizedCall | null = null
    try {
      return await store.writeInGroup(() => {
        // Other calls may have been answered since this one arrived: a call with the same key whose caller has disconnected, or
        // the last new order of the day.
        if (this.#answers.find(scope, call.nowMs) !== null) throw new Failure('idempotency_in_progress')
        const current = { ...call, nowMs: now() }
        const retryAfterSeconds = makesOrder ? newOrders.secondsUntilAllowed(current) : 0
        if (retryAfterSeconds > 0) throw new Failure('rate_limited', { retryAfterSeconds })
        const answer = runOperation(current.nowMs)
        if (answer instanceof Promise || typeof answer.body !== 'string') {
          throw new Error(`${name}: a stored answer must be made synchronously, as text`)
        }
        const { body, location = null } = answer
        this.#answers.put(scope, { contentHash: hash, status, body, location }, call.nowMs)
        // Counted last, so that only a failed write can revert it.
        if (makesOrder) {
          newOrders.count(current)
          countedCall = current
        }
        return answer
      })
    } catch (error) {
      if (countedCall !== null) newOrders.releaseCount(countedCall)
      throw error
    }
  }

  #send(endpoint: Endpoint, { request, reply }: Exchange, answer: Answer): void {
    if (this.#parts.checkAnswers) checkAgainstContract(endpoint, answer)
    const { body, fileName, location, contentType } = answer
    if (endpoint.etag) {
      const etag = etagOf(body)
      reply.header('etag', etag)
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        if (typeof body !== 'string') releasePageBuffer(body)
        void reply.code(304).send()
        return
      }
    }
    if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`)
    if (location !== undefined) reply.header('location', location)
    if (typeof body !== 'string' && isPageBuffer(body)) {
      reply.raw.once('finish', () => releasePageBuffer(body))
    }
    void reply
      .code(endpoint.status)
      .type(contentType ?? (endpoint.response === null ? (endpoint.media[0] ?? json) : json))
      .send(body)
  }
}

const etagLength = 22

/** A strong validator (RFC 9110, 8.8.3): equal for equal bytes only. */
function etagOf(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, etagLength)}"`
}

const entityTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/** Whether `If-None-Match` (RFC 9110, 13.1.2) is `*` or contains the tag, also as a weak tag. A malformed header does not match. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || [...header.matchAll(entityTag)].some(([, tag]) => tag === etag)
}

function replay(stored: StoredAnswer, { request, reply }: Exchange): void {
  if (stored.location !== null) reply.header('location', stored.location)
  const body = stored.status < 400 ? stored.body : withRequestId(stored.body, request.id)
  void reply.code(stored.status).header(headers.replayed, 'true').type(json).send(body)
}

function scopeOf(request: FastifyRequest, { key }: AuthorizedCall, endpoint: Endpoint): IdempotencyScope | null {
  const value = request.headers[headers.idempotencyKey]
  if (endpoint.idempotencyKey === 'ignored' || value === undefined) return null
  const idempotencyKey = Array.isArray(value) ? value.join(', ') : value
  return { keyId: key.id, method: request.method, path: pathOf(request.url), idempotencyKey }
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** The error body with the request id of the repeated call. */
function withRequestId(body: string, requestId: string): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) => (name === 'requestId' ? requestId : value))
}

function checkAgainstContract(endpoint: Endpoint, { body, contentType = json }: Answer): void {
  if (endpoint.response === null || contentType !== json) return
  const result = endpoint.response.safeParse(JSON.parse(Buffer.from(body).toString()))
  if (!result.success) throw new Error(`${endpoint.path} answers outside its contract: ${result.error.message}`)
}
