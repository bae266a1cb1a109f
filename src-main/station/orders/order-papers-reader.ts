// Reads the papers of an order from the service when a screen opens them: the order, then its files one after the other. What is stored
// is shown meanwhile, and without a network. Accesses the service within the budget, with the lowest priority, and its own folder.
import type * as z from 'zod'
import { minuteMs } from '../../../shared/base/durations.ts'
import {
  paperOrder,
  paperPartBytes,
  type OrderPapers,
  type PaperFile,
  type PaperOrder,
} from '../../../shared/station-api/index.ts'
import {
  attachmentAddress,
  attachmentLimits,
  contentTypeOf,
  headBytes,
  read,
  reading,
  type Failure,
  type Outcome,
} from '../../../shared/workshop-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { downloadFile, type WorkshopClient } from '../../workshop/index.ts'
import { openPaperStore, type PaperLimits, type PaperStore } from './paper-store.ts'

export interface OrderPapersParts {
  folder: string
  client: Pick<WorkshopClient, 'call'>
  clock: Clock
  /** `shopSlug/environment` of the workshop whose orders are stored; null while the station has never been connected. */
  owner: () => string | null
  /** False: the key must not read orders. */
  mayReadOrders: () => boolean
  /** There are so many free calls that an order may be read before a person opens it. */
  hasSpareCalls: () => boolean
  /** The order's sheets on the stored lists. */
  sheetsOf: (orderNumber: string) => OrderPapers['sheets']
  /** The papers changed, or their reading has ended. */
  notify: (orderNumber: string) => void
  onError: (error: unknown) => void
  limits?: PaperLimits & { fileBytes: number }
}

type Problem = NonNullable<OrderPapers['problem']>
type FileFault = Exclude<PaperFile['state'], 'stored' | 'waiting'>

/** At a few thousand bytes for an order and a few megabytes for a photo, this is about a month of a workshop. */
const usualLimits = { orders: 500, totalBytes: 300 * 1024 * 1024, fileBytes: attachmentLimits.maxBytes }
/** An order that was read within this time is not read again when its papers are opened. */
const freshMs = 5 * minuteMs
/** The same after an attempt that failed: a screen that shows the failure asks again at once. */
const retryMs = minuteMs / 2
const downloadTimeoutMs = 60_000

export class OrderPapersReader {
  readonly #parts: OrderPapersParts
  readonly #limits: PaperLimits & { fileBytes: number }
  readonly #closing = new AbortController()
  readonly #problems = new Map<string, Problem>()
  readonly #fileFaults = new Map<string, FileFault>()
  /** When each order may be tried again, by the monotonic clock. */
  readonly #nextTryMs = new Map<string, number>()
  /** The order that was opened last is first. */
  #wanted: string[] = []
  /** The orders to read ahead, without their files. */
  readonly #ahead = new Set<string>()
  #current: string | null = null
  #running: Promise<void> = Promise.resolve()
  #opened: { owner: string; store: Promise<PaperStore> } | null = null

  constructor(parts: OrderPapersParts) {
    this.#parts = parts
    this.#limits = parts.limits ?? usualLimits
  }

  /** What is stored, at once; the order is read again if that is old. */
  async papersOf(orderNumber: string): Promise<OrderPapers> {
    const store = await this.#store()
    store?.use(orderNumber)
    const stored = store?.orderOf(orderNumber) ?? null
    if (store !== null) this.#readIfOld(orderNumber)
    return {
      orderNumber,
      order: stored?.order ?? null,
      readAt: stored?.readAt ?? null,
      isReading: this.#current === orderNumber || this.#wanted.includes(orderNumber),
      problem: this.#problemOf(orderNumber, store),
      files: (stored?.order.attachments ?? []).map((attachment) => this.#fileView(attachment, store)),
      sheets: this.#parts.sheetsOf(orderNumber),
    }
  }

  /** Null: no stored order has the sticker. */
  async orderWithSticker(sticker: number): Promise<string | null> {
    return (await this.#store())?.orderWithSticker(sticker) ?? null
  }

  /** Null: the file is not stored, or is not one of the order's. */
  async filePart(orderNumber: string, fileId: string, offset: number) {
    const store = await this.#store()
    const isOfOrder = store?.orderOf(orderNumber)?.order.attachments.some(({ id }) => id === fileId) === true
    const file = isOfOrder ? (store?.fileOf(fileId) ?? null) : null
    const part = file === null ? null : ((await store?.readPart(fileId, offset, paperPartBytes)) ?? null)
    if (file === null || part === null) return null
    return { type: file.type, bytes: file.bytes, base64: Buffer.from(part).toString('base64') }
  }

  /** Reads the orders that are not stored yet, after those that a person has opened, and only while there are spare calls. */
  async readAhead(orderNumbers: Iterable<string>): Promise<void> {
    const store = await this.#store()
    if (store === null || this.#closing.signal.aborted || !this.#parts.mayReadOrders()) return
    for (const number of orderNumbers) if (store.orderOf(number) === null) this.#ahead.add(number)
    this.#start()
  }

  /** The service is reachable again: the screens that show an order without its newest papers read it again. */
  retryAfterOutage(): void {
    for (const [orderNumber, problem] of this.#problems) {
      if (problem !== 'offline') continue
      this.#problems.delete(orderNumber)
      this.#nextTryMs.delete(orderNumber)
      this.#parts.notify(orderNumber)
    }
  }

  /** Resolves when nothing is written any more. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  #problemOf(orderNumber: string, store: PaperStore | null): Problem | null {
    if (!this.#parts.mayReadOrders()) return 'scope_missing'
    return store === null ? 'offline' : (this.#problems.get(orderNumber) ?? null)
  }

  #fileView({ id, kind, bytes, createdAt }: PaperOrder['attachments'][number], store: PaperStore | null): PaperFile {
    const file = store?.fileOf(id) ?? null
    if (file !== null) return { id, kind, bytes: file.bytes, createdAt, state: 'stored', type: file.type }
    const state = bytes > this.#limits.fileBytes ? 'too_large' : (this.#fileFaults.get(id) ?? 'waiting')
    return { id, kind, bytes, createdAt, state, type: null }
  }

  async #store(): Promise<PaperStore | null> {
    const owner = this.#parts.owner()
    if (owner === null) return null
    if (this.#opened?.owner !== owner) {
      this.#problems.clear()
      this.#nextTryMs.clear()
      this.#opened = { owner, store: openPaperStore(this.#parts.folder, owner, this.#limits) }
    }
    try {
      return await this.#opened.store
    } catch (error) {
      this.#parts.onError(error)
      this.#opened = null
      return null
    }
  }

  #readIfOld(orderNumber: string): void {
    const { clock, mayReadOrders } = this.#parts
    const isFresh = clock.monotonic() < (this.#nextTryMs.get(orderNumber) ?? 0)
    if (isFresh || this.#closing.signal.aborted || !mayReadOrders()) return
    this.#nextTryMs.set(orderNumber, clock.monotonic() + freshMs)
    this.#wanted = [orderNumber, ...this.#wanted.filter((other) => other !== orderNumber)]
    this.#start()
  }

  #start(): void {
    if (this.#current === null) this.#running = this.#readWanted()
  }

  /** The next order, and whether a person has opened it. */
  #next(): { orderNumber: string; isOpened: boolean } | null {
    const opened = this.#wanted.shift()
    if (opened !== undefined) return { orderNumber: opened, isOpened: true }
    const [ahead] = this.#ahead
    if (ahead === undefined || !this.#parts.hasSpareCalls()) return null
    return { orderNumber: ahead, isOpened: false }
  }

  async #readWanted(): Promise<void> {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { orderNumber, isOpened } = next
      this.#ahead.delete(orderNumber)
      this.#current = orderNumber
      try {
        await this.#readPapers(orderNumber, isOpened)
      } catch (error) {
        this.#problems.set(orderNumber, 'failed')
        this.#tryAgainSoon(orderNumber)
        this.#parts.onError(error)
      }
      this.#current = null
      if (this.#closing.signal.aborted) return
      this.#parts.notify(orderNumber)
    }
  }

  async #readPapers(orderNumber: string, withFiles: boolean): Promise<void> {
    const store = await this.#store()
    if (store === null) return
    const outcome = await this.#call('readOrder', { number: orderNumber }, paperOrder)
    if (!outcome.ok) return this.#recordFailure(orderNumber, outcome.error, store)
    this.#problems.delete(orderNumber)
    const order = outcome.value
    const isOfThisOrder = order.numberDisplay === orderNumber
    if (!isOfThisOrder) throw new Error(`the service answered with the order ${order.numberDisplay}`)
    await store.putOrder({ order, readAt: new Date(this.#parts.clock.now()).toISOString() })
    if (!withFiles) return
    this.#parts.notify(orderNumber)
    for (const { id, bytes } of order.attachments) {
      if (this.#closing.signal.aborted) return
      if (store.fileOf(id) !== null || bytes > this.#limits.fileBytes) continue
      await this.#fetchFile(store, orderNumber, id)
      this.#parts.notify(orderNumber)
    }
  }

  async #recordFailure(orderNumber: string, failure: Failure, store: PaperStore): Promise<void> {
    const problem = problemOf(failure)
    if (problem === null) return
    this.#problems.set(orderNumber, problem)
    if (problem === 'not_found') await store.removeOrder(orderNumber)
    else this.#tryAgainSoon(orderNumber)
  }

  #tryAgainSoon(orderNumber: string): void {
    this.#nextTryMs.set(orderNumber, this.#parts.clock.monotonic() + retryMs)
  }

  async #fetchFile(store: PaperStore, orderNumber: string, id: string): Promise<void> {
    const content = await this.#download(orderNumber, id)
    if (!content.ok) {
      this.#fileFaults.set(id, 'not_fetched')
      return this.#tryAgainSoon(orderNumber)
    }
    const type = contentTypeOf(content.value.subarray(0, headBytes))
    if (type === null) return void this.#fileFaults.set(id, 'wrong_type')
    await store.putFile(orderNumber, id, type, content.value)
    this.#fileFaults.delete(id)
  }

  async #download(orderNumber: string, id: string): Promise<Outcome<Uint8Array>> {
    const address = await this.#call('readAttachment', { number: orderNumber, id }, reading(attachmentAddress))
    if (!address.ok) return address
    return downloadFile(address.value.url, {
      clock: this.#parts.clock,
      maxBytes: this.#limits.fileBytes,
      timeoutMs: downloadTimeoutMs,
      signal: this.#closing.signal,
    })
  }

  async #call<T>(
    name: 'readOrder' | 'readAttachment',
    params: Record<string, string>,
    schema: z.ZodType<T>,
  ): Promise<Outcome<T>> {
    const outcome = await this.#parts.client.call(name, { priority: 'read', params, signal: this.#closing.signal })
    if (!outcome.ok) return outcome
    const result = read(schema, outcome.value)
    if (result.ok) return result
    return { ok: false, error: { kind: 'malformed', status: 200, problems: result.error, raw: outcome.value } }
  }
}

/** Null: the station closes. */
function problemOf(failure: Failure): Problem | null {
  switch (failure.kind) {
    case 'cancelled':
      return null
    case 'not_sent':
    case 'no_answer':
      return 'offline'
    case 'rate_limited':
      return 'limit_reached'
    case 'refused':
      return failure.status === 403 ? 'scope_missing' : failure.status === 404 ? 'not_found' : 'failed'
    case 'server_error':
    case 'not_the_service':
    case 'malformed':
      return 'failed'
  }
}
