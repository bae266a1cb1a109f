// The client of the workshop service: one call for each operation of the endpoint table, each with an Outcome.
// Sends the key only in its header. Accesses the network, within the budget.
import { Pool } from 'undici'
import * as z from 'zod'
import { failed, ok, type Result } from '../../shared/base/result.ts'
import {
  type Endpoint,
  type EndpointName,
  type Failure,
  type Malformed,
  type NotSentCause,
  type Outcome,
  type ReadReducedSheet,
  type Reading,
  type ReadSheet,
  bendingListEntry,
  bendingSheet,
  day,
  endpoints,
  event,
  headers as names,
  me,
  pressBrake,
  read,
  readEach,
  reading,
  reducedBendingSheet,
} from '../../shared/workshop-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import { type Answer, factsOf, failureOf, failureWithoutAnswer, json, rateFactsOf } from './answer.ts'
import type { Budget, Priority, Ticket } from './budget.ts'
import { exchange, type Exchange, type Request } from './exchange.ts'
import type { ServiceClock } from './service-clock.ts'

export interface CallOptions {
  priority: Priority
  signal?: AbortSignal
}
export interface CallInput extends CallOptions {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  /** Bytes or text are sent as they are; anything else as JSON. */
  body?: unknown
  idempotencyKey?: string
  /** Sent as `If-Match: "v…"`. */
  ifMatchVersion?: number | null
}

/** A page of a list: the items that could be read, and the positions (from 0) of those that could not. */
export interface ListPage<T> {
  items: T[]
  malformed: Malformed[]
  nextCursor: string | null
}
export type BendingListPage = ListPage<Reading<typeof bendingListEntry>> & { date: string }
export interface EventsPage extends ListPage<Reading<typeof event>> {
  /** The ids of all events of the page, in their order; null for an event without a readable id. */
  ids: (string | null)[]
  latestId: string | null
  gap: boolean
}

export interface BentReport {
  sheetId: string
  body: Uint8Array | string
  idempotencyKey?: string
  ifMatchVersion?: number | null
  signal?: AbortSignal
}

export interface WorkshopClient {
  /** Any operation of the table; the value is the JSON of the response, or the bytes of a file. */
  call: (name: EndpointName, input: CallInput) => Promise<Outcome<unknown>>
  readMe: (options: CallOptions) => Promise<Outcome<Reading<typeof me>>>
  listPressBrakes: (
    input: { cursor?: string },
    options: CallOptions,
  ) => Promise<Outcome<ListPage<Reading<typeof pressBrake>>>>
  readBendingList: (input: { date: string; cursor?: string }, options: CallOptions) => Promise<Outcome<BendingListPage>>
  listOrderBendingSheets: (
    input: { number: string; cursor?: string },
    options: CallOptions,
  ) => Promise<Outcome<ListPage<ReadReducedSheet>>>
  readBendingSheet: (id: string, options: CallOptions) => Promise<Outcome<ReadSheet>>
  /** The sheet as the service sent it, for a store that also stores malformed sheets. */
  fetchBendingSheet: (id: string, options: CallOptions) => Promise<Outcome<unknown>>
  /** `after`: an event's id, or `latest`; without it all events of the last 30 days. */
  listEvents: (input: { after?: string; cursor?: string }, options: CallOptions) => Promise<Outcome<EventsPage>>
  /** Sends exactly these bytes. */
  reportBent: (report: BentReport) => Promise<Outcome<ReadSheet>>
  /** The service's clock minus this computer's, ms; null before the first response. */
  serviceOffsetMs: () => number | null
  /** Ends every call and closes the connections. */
  close: () => Promise<void>
}

export interface ClientOptions {
  /** Ends in /api/v1. It is checked at each call, so that a wrong address is an outcome and not an exception. */
  baseUrl: string
  key: () => string | null
  budget: Budget
  serviceClock: ServiceClock
  clock: Clock
  /** Called after every call with its name, its result and its request id; never with the key, a header or a body. */
  log?: (entry: CallLogEntry) => void
  /** Called before a call is sent and after it has ended. A call is not sent if this throws at `begun`. */
  onExchange?: ((is: 'begun' | 'over') => void) | undefined
  /** The longest time from the admission of a call to its complete response. */
  timeoutMs?: number
}
export interface CallLogEntry {
  call: EndpointName
  outcome: Failure['kind'] | 'ok'
  requestId: string | null
  ms: number
}

/** Without a schema: parsed JSON, or bytes. */
interface AnswerContent {
  content: unknown
  requestId: string
}

const connections = 6
const usualTimeoutMs = 15_000
const maxAnswerBytes = 32 * 1024 * 1024
const pageLimit = '100'
const usualMedia = 'application/json'

/** The client over HTTP. */
export class HttpWorkshopClient implements WorkshopClient {
  readonly #options: ClientOptions
  readonly #timeoutMs: number
  readonly #address: BaseAddress
  readonly #closing = new AbortController()
  readonly #pool: Pool | null

  constructor(options: ClientOptions) {
    this.#options = options
    this.#timeoutMs = options.timeoutMs ?? usualTimeoutMs
    this.#address = baseAddress(options.baseUrl)
    this.#pool = this.#address.ok
      ? new Pool(this.#address.value.origin, {
          connections,
          allowH2: false,
          // `exchange` ends a call by the station's clock
          headersTimeout: 0,
          bodyTimeout: 0,
          maxResponseSize: maxAnswerBytes,
          connect: { timeout: this.#timeoutMs },
        })
      : null
  }

  async call(name: EndpointName, input: CallInput): Promise<Outcome<unknown>> {
    const { clock, log } = this.#options
    const startedMs = clock.monotonic()
    const outcome = await this.#checkAndSend(endpoints[name], input)
    log?.({
      call: name,
      outcome: outcome.ok ? 'ok' : outcome.error.kind,
      requestId: outcome.ok ? outcome.value.requestId : null,
      ms: Math.round(clock.monotonic() - startedMs),
    })
    return outcome.ok ? ok(outcome.value.content) : outcome
  }

  readMe(options: CallOptions): Promise<Outcome<Reading<typeof me>>> {
    return readAs<Reading<typeof me>>(reading(me), this.call('readMe', options))
  }

  listPressBrakes(
    { cursor }: { cursor?: string },
    options: CallOptions,
  ): Promise<Outcome<ListPage<Reading<typeof pressBrake>>>> {
    const query = { limit: pageLimit, cursor }
    return readPage(pageEnvelope, reading(pressBrake), this.call('listPressBrakes', { ...options, query }))
  }

  readBendingList(
    { date, cursor }: { date: string; cursor?: string },
    options: CallOptions,
  ): Promise<Outcome<BendingListPage>> {
    const query = { date, limit: pageLimit, cursor }
    return readPage(listEnvelope, reading(bendingListEntry), this.call('readBendingList', { ...options, query }))
  }

  listOrderBendingSheets(
    { number, cursor }: { number: string; cursor?: string },
    options: CallOptions,
  ): Promise<Outcome<ListPage<ReadReducedSheet>>> {
    const input = { ...options, params: { number }, query: { limit: pageLimit, cursor } }
    return readPage(pageEnvelope, reading(reducedBendingSheet), this.call('listOrderBendingSheets', input))
  }

  readBendingSheet(id: string, options: CallOptions): Promise<Outcome<ReadSheet>> {
    return readAs(reading(bendingSheet), this.fetchBendingSheet(id, options))
  }

  fetchBendingSheet(id: string, options: CallOptions): Promise<Outcome<unknown>> {
    return this.call('readBendingSheet', { ...options, params: { id } })
  }

  async listEvents(
    { after, cursor }: { after?: string; cursor?: string },
    options: CallOptions,
  ): Promise<Outcome<EventsPage>> {
    const query = { limit: pageLimit, after, cursor }
    const page = await readPage(eventsEnvelope, reading(event), this.call('listEvents', { ...options, query }))
    return page.ok ? ok({ ...page.value, ids: page.value.data.map(idOf) }) : page
  }

  reportBent(report: BentReport): Promise<Outcome<ReadSheet>> {
    const { sheetId, body, idempotencyKey, ifMatchVersion = null, signal } = report
    const input: CallInput = {
      priority: 'mark',
      params: { id: sheetId },
      body,
      ifMatchVersion,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(signal === undefined ? {} : { signal }),
    }
    return readAs(reading(bendingSheet), this.call('reportBent', input))
  }

  serviceOffsetMs(): number | null {
    return this.#options.serviceClock.offsetMs()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#pool?.destroy()
  }

  async #checkAndSend(endpoint: Endpoint, input: CallInput): Promise<Outcome<AnswerContent>> {
    const address = this.#address
    const key = this.#options.key()
    if (!address.ok) return failed({ kind: 'not_sent', ...address.error })
    if (key === null || key === '') return failed({ kind: 'not_sent', cause: 'no_key', message: 'there is no key' })
    if (!/^[\x21-\x7e]+$/.test(key))
      return failed({ kind: 'not_sent', cause: 'no_key', message: 'the key contains invalid characters' })
    return this.#send(endpoint, input, address.value.path, key)
  }

  async #send(endpoint: Endpoint, input: CallInput, basePath: string, key: string): Promise<Outcome<AnswerContent>> {
    const { budget, clock, onExchange } = this.#options
    const closing = this.#closing.signal
    const signal = input.signal === undefined ? closing : AbortSignal.any([closing, input.signal])
    const admission = await budget.admit(endpoint.class, input.priority, signal)
    if (!admission.admitted) return failed(admission.failure)
    const sentMs = clock.monotonic()
    const request = requestOf(endpoint, input, basePath, key)
    onExchange?.('begun')
    const ended: Exchange =
      this.#pool === null
        ? { kind: 'failed', sent: false, why: 'error', error: new Error('no address') }
        : await exchange(this.#pool, request, { clock, timeoutMs: this.#timeoutMs }, signal)
    onExchange?.('over')
    if (ended.kind === 'answer') return this.#outcomeOf(endpoint, ended, admission.ticket, sentMs)
    admission.ticket.done({ counted: ended.sent, facts: null })
    return failed(failureWithoutAnswer(ended, endpoint.method === 'GET'))
  }

  #outcomeOf(endpoint: Endpoint, answer: Answer, ticket: Ticket, sentMs: number): Outcome<AnswerContent> {
    const { budget, clock, serviceClock } = this.#options
    const failure = failureOf(answer, endpoint.media[0] ?? usualMedia, clock.now())
    const isFromService = failure?.kind !== 'not_the_service'
    const { serviceTimeMs } = factsOf(answer.headers)
    if (isFromService && serviceTimeMs !== null) serviceClock.observe(sentMs, clock.monotonic(), serviceTimeMs)
    if (failure?.kind === 'rate_limited')
      budget.refused(endpoint.class, failure.untilMs - clock.now(), failure.wholeDay)
    // the service does not count 401 and 429, and the headers of a 401 are not for this key
    const counted = answer.status !== 401 && answer.status !== 429
    ticket.done({ counted, facts: isFromService ? rateFactsOf(answer.headers) : null })
    return failure === null ? contentOf(endpoint, answer) : failed(failure)
  }
}

async function readAs<T>(schema: z.ZodType<T>, outcome: Promise<Outcome<unknown>>): Promise<Outcome<T>> {
  const ended = await outcome
  if (!ended.ok) return ended
  const result = read(schema, ended.value)
  if (result.ok) return ok(result.value)
  return failed({ kind: 'malformed', status: 200, problems: result.error, raw: ended.value })
}

/** The fields of a page beside its items. The items are parsed one by one afterwards, so that a malformed item does not hide the others. */
const pageEnvelope = z.object({ data: z.array(z.unknown()), nextCursor: z.string().nullable().default(null) })
const listEnvelope = pageEnvelope.extend({ date: day })
const eventsEnvelope = pageEnvelope.extend({
  latestId: z.string().nullable().default(null),
  gap: z.boolean().default(false),
})

async function readPage<Envelope extends { data: unknown[] }, T>(
  envelope: z.ZodType<Envelope>,
  item: z.ZodType<T>,
  outcome: Promise<Outcome<unknown>>,
): Promise<Outcome<Envelope & { items: T[]; malformed: Malformed[] }>> {
  const page = await readAs(envelope, outcome)
  return page.ok ? ok({ ...page.value, ...readEach(item, page.value.data) }) : page
}

function contentOf(endpoint: Endpoint, answer: Answer): Outcome<AnswerContent> {
  const { requestId } = factsOf(answer.headers)
  if (endpoint.response === null) return ok({ content: new Uint8Array(answer.body), requestId })
  const parsed = json(answer.body)
  if (parsed.ok) return ok({ content: parsed.value, requestId })
  return failed({ kind: 'not_the_service', status: answer.status, message: 'the answer is not JSON' })
}

function requestOf(endpoint: Endpoint, input: CallInput, basePath: string, key: string): Request {
  const body = bodyOf(endpoint, input.body)
  return {
    method: endpoint.method,
    path: basePath + pathOf(endpoint, input),
    headers: {
      authorization: `Bearer ${key}`,
      accept: endpoint.media[0] ?? usualMedia,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(input.idempotencyKey === undefined ? {} : { [names.idempotencyKey]: input.idempotencyKey }),
      ...ifMatch(input.ifMatchVersion ?? null),
    },
    body,
  }
}

function pathOf(endpoint: Endpoint, { params = {}, query = {} }: CallInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

function bodyOf(endpoint: Endpoint, body: unknown): string | Uint8Array | null {
  if (endpoint.body === null || body === undefined) return null
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
}

function idOf(item: unknown): string | null {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : null
}

const ifMatch = (version: number | null): Record<string, string> =>
  version === null ? {} : { 'if-match': `"v${version}"` }

/** The address of the service that a technician enters, checked before anything is sent to it. */
type BaseAddress = Result<{ origin: string; path: string }, { cause: NotSentCause; message: string }>

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a host name of an address is this computer. */
export const isLoopbackName = (hostname: string): boolean => loopback.test(hostname)

/**
 * Splits a base address such as `https://host/api/v1` into origin and path (without a trailing slash).
 * `insecure`: http to another computer would reveal the key on the network. `bad_address`: not the address of a service.
 */
function baseAddress(text: string): BaseAddress {
  const url = URL.parse(text)
  if (url === null) return bad('the address cannot be read')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return bad('the address must begin with https://')
  if (url.username !== '' || url.password !== '') return bad('the address must not carry a name or a password')
  if (url.search !== '' || url.hash !== '') return bad('the address must end with its path')
  if (url.protocol === 'http:' && !isLoopbackName(url.hostname))
    return failed({ cause: 'insecure', message: `http:// to ${url.hostname} would show the key; use https://` })
  return ok({ origin: url.origin, path: url.pathname.replace(/\/+$/, '') })
}

const bad = (message: string): BaseAddress => failed({ cause: 'bad_address', message })
