// The station's voice towards the workshop service: one call for each operation of the endpoint table, each ending as an Outcome.
// Sends the key in its header and nowhere else. May touch the network, within the budget.
import { Pool } from 'undici'
import type * as z from 'zod'
import {
  type Endpoint,
  type EndpointName,
  type Failure,
  type Malformed,
  type Outcome,
  type Reading,
  bendingListEntry,
  bendingSheet,
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
import { type BaseAddress, baseAddress } from './base-address.ts'
import type { Budget, Priority } from './budget.ts'
import { exchange } from './exchange.ts'
import { eventsEnvelope, listEnvelope, pageEnvelope } from './page-envelope.ts'
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

/** A page of a list: the items that could be read, and where those stood (from 0) that could not. */
export interface ListPage<T> {
  items: T[]
  malformed: Malformed[]
  nextCursor: string | null
}
export type BendingListPage = ListPage<Reading<typeof bendingListEntry>> & { date: string }
export interface EventsPage extends ListPage<Reading<typeof event>> {
  /** The ids of all events of the page in their order, null for one without a readable id. */
  ids: (string | null)[]
  latestId: string | null
  gap: boolean
}

export interface WorkshopClient {
  /** Any operation of the table; the value is JSON as it came, or the bytes of a file. */
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
  ) => Promise<Outcome<ListPage<Reading<typeof reducedBendingSheet>>>>
  readBendingSheet: (id: string, options: CallOptions) => Promise<Outcome<Reading<typeof bendingSheet>>>
  /** The sheet as it came, for a store that keeps malformed ones too. */
  fetchBendingSheet: (id: string, options: CallOptions) => Promise<Outcome<unknown>>
  /** `after`: an event's id, or `latest`; without it everything from 30 days back. */
  listEvents: (input: { after?: string; cursor?: string }, options: CallOptions) => Promise<Outcome<EventsPage>>
  /** Sends exactly these bytes. */
  reportBent: (report: {
    sheetId: string
    body: Uint8Array | string
    idempotencyKey?: string
    ifMatchVersion?: number | null
    signal?: AbortSignal
  }) => Promise<Outcome<Reading<typeof bendingSheet>>>
  /** Service's clock less this computer's, ms; null until an answer came. */
  serviceOffsetMs: () => number | null
  /** Ends every call and closes the connections. */
  close: () => Promise<void>
}

export interface ClientOptions {
  /** Ends in /api/v1; checked at each call, so that a wrong one is an outcome and not an exception. */
  baseUrl: string
  key: () => string | null
  budget: Budget
  serviceClock: ServiceClock
  clock: Clock
  /** Told of every call: its name, how it ended, its request id; never the key, a header or a body. */
  log?: (entry: CallLogEntry) => void
  /** Told when a call is about to leave this computer and when it is over. One that throws at `begun` keeps it from leaving. */
  onExchange?: ((is: 'begun' | 'over') => void) | undefined
  /** From the admission of a call to its whole answer. */
  timeoutMs?: number
}
export interface CallLogEntry {
  call: EndpointName
  ended: Failure['kind'] | 'ok'
  requestId: string | null
  ms: number
}

const connections = 6
const usualTimeoutMs = 15_000
const longestAnswerBytes = 32 * 1024 * 1024
const pageLimit = '100'

export function createWorkshopClient(options: ClientOptions): WorkshopClient {
  const { budget, clock, serviceClock, timeoutMs = usualTimeoutMs } = options
  const address = baseAddress(options.baseUrl)
  const closing = new AbortController()
  const pool = address.ok
    ? new Pool(address.origin, {
        connections,
        allowH2: false,
        // the exchange ends a call by the station's clock
        headersTimeout: 0,
        bodyTimeout: 0,
        maxResponseSize: longestAnswerBytes,
        connect: { timeout: timeoutMs },
      })
    : null

  const send = async (
    endpoint: Endpoint,
    input: CallInput,
    base: Extract<BaseAddress, { ok: true }>,
    key: string,
  ): Promise<Outcome<unknown>> => {
    const signal = input.signal === undefined ? closing.signal : AbortSignal.any([closing.signal, input.signal])
    const admission = await budget.admit(endpoint.class, input.priority, signal)
    if (!admission.admitted) return refuse(admission.failure)
    const started = clock.monotonic()
    const body = bodyOf(endpoint, input.body)
    options.onExchange?.('begun')
    const ended =
      pool === null
        ? ({ kind: 'failed', sent: false, why: 'error', error: new Error('no address') } as const)
        : await exchange(
            pool,
            {
              method: endpoint.method,
              path: base.path + pathOf(endpoint, input),
              headers: {
                authorization: `Bearer ${key}`,
                accept: endpoint.media[0] ?? 'application/json',
                ...(body === null ? {} : { 'content-type': 'application/json' }),
                ...(input.idempotencyKey === undefined ? {} : { [names.idempotencyKey]: input.idempotencyKey }),
                ...ifMatch(input.ifMatchVersion ?? null),
              },
              body,
            },
            { clock, timeoutMs },
            signal,
          )
    options.onExchange?.('over')
    if (ended.kind === 'failed') {
      admission.ticket.done({ counted: ended.sent, facts: null })
      return refuse(failureWithoutAnswer(ended, endpoint.method === 'GET'))
    }
    const failure = failureOf(ended, endpoint.media[0] ?? 'application/json', clock.now())
    const ours = failure?.kind !== 'not_the_service'
    const { serviceTimeMs } = factsOf(ended.headers)
    if (ours && serviceTimeMs !== null) serviceClock.observe(started, clock.monotonic(), serviceTimeMs)
    if (failure?.kind === 'rate_limited')
      budget.refused(endpoint.class, failure.untilMs - clock.now(), failure.wholeDay)
    // 401 and 429 count nowhere, and the headers of a 401 are not the key's
    const counted = ended.status !== 401 && ended.status !== 429
    admission.ticket.done({ counted, facts: ours ? rateFactsOf(ended.headers) : null })
    return failure === null ? valueOf(endpoint, ended) : refuse(failure)
  }

  const call = async (name: EndpointName, input: CallInput): Promise<Outcome<unknown>> => {
    const endpoint: Endpoint = endpoints[name]
    const key = options.key()
    const started = clock.monotonic()
    const outcome = await attempt(endpoint, input, key)
    options.log?.({
      call: name,
      ended: outcome.ok ? 'ok' : outcome.failure.kind,
      requestId: outcome.ok ? outcome.answer.requestId : null,
      ms: Math.round(clock.monotonic() - started),
    })
    return outcome
  }
  const attempt = async (endpoint: Endpoint, input: CallInput, key: string | null): Promise<Outcome<unknown>> => {
    if (!address.ok) return refuse({ kind: 'not_sent', cause: address.cause, message: address.message })
    if (key === null || key === '') return refuse({ kind: 'not_sent', cause: 'no_key', message: 'there is no key' })
    if (!/^[\x21-\x7e]+$/.test(key))
      return refuse({ kind: 'not_sent', cause: 'no_key', message: 'the key has characters that no key has' })
    return send(endpoint, input, address, key)
  }

  return {
    call,
    readMe: (how) => readAs<Reading<typeof me>>(reading(me), call('readMe', how)),
    listPressBrakes: ({ cursor }, how) =>
      readPage(
        pageEnvelope,
        reading(pressBrake),
        call('listPressBrakes', { ...how, query: { limit: pageLimit, cursor } }),
      ),
    readBendingList: ({ date, cursor }, how) =>
      readPage(
        listEnvelope,
        reading(bendingListEntry),
        call('readBendingList', { ...how, query: { date, limit: pageLimit, cursor } }),
      ),
    listOrderBendingSheets: ({ number, cursor }, how) =>
      readPage(
        pageEnvelope,
        reading(reducedBendingSheet),
        call('listOrderBendingSheets', { ...how, params: { number }, query: { limit: pageLimit, cursor } }),
      ),
    readBendingSheet: (id, how) => readAs(reading(bendingSheet), call('readBendingSheet', { ...how, params: { id } })),
    fetchBendingSheet: (id, how) => call('readBendingSheet', { ...how, params: { id } }),
    listEvents: async ({ after, cursor }, how) => {
      const query = { limit: pageLimit, after, cursor }
      const page = await readPage(eventsEnvelope, reading(event), call('listEvents', { ...how, query }))
      return page.ok ? { ...page, value: { ...page.value, ids: page.value.data.map(idOf) } } : page
    },
    reportBent: ({ sheetId, body, idempotencyKey, ifMatchVersion = null, signal }) =>
      readAs(
        reading(bendingSheet),
        call('reportBent', {
          priority: 'mark',
          params: { id: sheetId },
          body,
          ifMatchVersion,
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
    serviceOffsetMs: () => serviceClock.offsetMs(),
    close: async () => {
      closing.abort()
      await pool?.destroy()
    },
  }
}

async function readAs<T>(schema: z.ZodType<T>, outcome: Promise<Outcome<unknown>>): Promise<Outcome<T>> {
  const ended = await outcome
  if (!ended.ok) return ended
  const result = read(schema, ended.value)
  if (result.ok) return { ok: true, value: result.value, answer: ended.answer }
  return refuse({ kind: 'malformed', status: 200, problems: result.problems, raw: ended.value })
}

async function readPage<Envelope extends { data: unknown[] }, T>(
  envelope: z.ZodType<Envelope>,
  item: z.ZodType<T>,
  outcome: Promise<Outcome<unknown>>,
): Promise<Outcome<Envelope & { items: T[]; malformed: Malformed[] }>> {
  const page = await readAs(envelope, outcome)
  return page.ok ? { ...page, value: { ...page.value, ...readEach(item, page.value.data) } } : page
}

function valueOf(endpoint: Endpoint, answer: Answer): Outcome<unknown> {
  const facts = factsOf(answer.headers)
  if (endpoint.answer === null) return { ok: true, value: new Uint8Array(answer.body), answer: facts }
  const parsed = json(answer.body)
  if (parsed.ok) return { ok: true, value: parsed.value, answer: facts }
  return refuse({ kind: 'not_the_service', status: answer.status, message: 'the answer is not JSON' })
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

const refuse = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure })

const ifMatch = (version: number | null): Record<string, string> =>
  version === null ? {} : { 'if-match': `"v${version}"` }
