// Delivers the marks: selects what is due, first in first out per sheet, sends it, and moves rows as the transition rules say. Commits
// every step before the next one begins, so that a start recovers from a kill at any point. Accesses the outbox's rows and, through its
// ports, the service.
import { setImmediate } from 'node:timers/promises'
import { hourMs } from '../../../shared/base/durations.ts'
import type { me, Outcome, Reading } from '../../../shared/workshop-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { freeze, isOurs, payloadVersion, type SendTime } from './bent-request.ts'
import { eventOfReading, eventOfReport, type MarkContext, type MarkEvent } from './mark-event.ts'
import { remainingHoldMs } from '../marks/index.ts'
import type { Mark, MarkRows, Sheet } from '../marks/index.ts'
import type { MarkSteps } from './mark-steps.ts'
import {
  afterAskedNow,
  afterIdentification,
  afterNetworkReturn,
  afterResponse,
  afterStorageError,
  applyEffect,
  canRetryStorage,
  canTry,
  initialQueue,
  isProbing,
  mustIdentifyService,
  queueView,
  type Queue,
  type QueueView,
} from './queue.ts'
import type { OnBoundary } from '../test-hooks.ts'
import { identifyService } from './service-identity.ts'

/** The network calls of the drain. No port rejects: an outcome says how the call ended. */
export interface DrainPorts {
  /** Sends exactly these bytes. `ifMatchVersion`: a number is sent as `If-Match: "v…"`. */
  report: (report: {
    sheetId: string
    body: Uint8Array
    idempotencyKey: string
    ifMatchVersion: number | null
    signal: AbortSignal
  }) => Promise<Outcome<Sheet>>
  readSheet: (sheetId: string, signal: AbortSignal) => Promise<Outcome<Sheet>>
  readMe: (signal: AbortSignal) => Promise<Outcome<Reading<typeof me>>>
  /**
   * Settles after a pull of events, whatever its result, so that their content is known before a row is sent. Called at the start and
   * after each period in which the queue was not running. The drain does not wait longer than 30 s.
   */
  ready: (signal: AbortSignal) => Promise<unknown>
  /** The service's clock minus this computer's clock, in ms; null: not known yet. */
  serviceOffsetMs: () => number | null
}

export interface DrainOptions {
  rows: MarkRows
  steps: Pick<MarkSteps, 'apply'>
  clock: Clock
  bootId: string
  ports: DrainPorts
  onQueue: (queue: QueueView) => void
  /** Called for every step of a row that the drain takes. */
  onStep?: (step: { operationId: string; sheetId: string; rule: string }) => void
  onError: (error: unknown) => void
  onBoundary: OnBoundary
  /** Called at most once an hour, for what must not grow while the station runs. Throws the error of the store. */
  tidy?: () => void
}

// sheets never wait for each other, but each connection costs the service something
const connections = 3
const maxSleepMs = hourMs
const maxPullMs = 30_000
const minRetryMs = 1_000
// when more sheets than this get foreign responses, the fault is the network's
const maxForeignSheets = 200

/** Events that do not prove that the service is reachable. */
const notFromService: readonly MarkEvent['kind'][] = [
  'hold_over',
  'started',
  'other_workshop',
  'not_sent',
  'uncertain',
  'not_the_service',
]
const isFromService = ({ kind }: MarkEvent): boolean => !notFromService.includes(kind)

export class Drain {
  readonly #options: DrainOptions
  readonly #stopping = new AbortController()
  /** The delivery under way for each sheet, by the sheet's id. */
  readonly #inProgress = new Map<string, Promise<void>>()
  /** Sheets whose last response did not come from the service. They come after all others, so that a fault of one sheet delays no other. */
  readonly #foreignSheets = new Set<string>()
  #queue: Queue = initialQueue
  /** Monotonic. */
  #tidiedAt: number
  /** The fingerprint behind the key; null: not identified yet. */
  #workshop: string | null = null
  #hasPulled = false
  #preparing: Promise<void> | null = null
  #loop: Promise<void> | null = null
  #isWoken = false
  #sleep: AbortController | null = null

  constructor(options: DrainOptions) {
    this.#options = options
    this.#tidiedAt = options.clock.monotonic()
  }

  start(): void {
    this.#loop ??= this.#run()
  }

  /** Looks for due rows now, because rows changed. */
  readonly wake = (): void => {
    this.#isWoken = true
    this.#sleep?.abort()
  }

  /** The network is back, or may be: an offline queue tries at once. Never shortens a block or a limit. */
  retryOffline(): void {
    this.#setQueue(afterNetworkReturn(this.#queue))
    this.wake()
  }

  /** A person asks now: a wait that the service asked for is over. */
  askNow(): void {
    try {
      this.#options.rows.endWaits()
    } catch (error) {
      this.#haltForStorage(error)
    }
    this.#setQueue(afterAskedNow(this.#queue))
    this.wake()
  }

  /** A person set another key, or asks to try again whatever the obstacle was. */
  resume(): void {
    this.#workshop = null
    this.#setQueue(initialQueue)
    this.wake()
  }

  readonly queue = (): QueueView => queueView(this.#queue)

  /** Cancels the calls in progress; their rows are verified at the next start. Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    await Promise.all([this.#loop, this.#preparing, ...this.#inProgress.values()])
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#isWoken = false
      const sleepMs = this.#takeTurn()
      if (this.#isWoken) {
        // a long queue must not delay a tap
        await setImmediate()
        continue
      }
      this.#sleep = new AbortController()
      await this.#options.clock.wait(sleepMs, this.#sleep.signal)
      this.#sleep = null
    }
  }

  /** Does what is due now. Returns how long to sleep, in ms. */
  #takeTurn(): number {
    const { clock } = this.#options
    try {
      if (canRetryStorage(this.#queue, clock.monotonic())) this.#setQueue(initialQueue)
      this.#tidyHourly()
      this.#recoverSending()
      this.#releaseHeld()
      if (this.#preparing === null && canTry(this.#queue, clock.monotonic())) this.#sendDue()
      return this.#msUntilNext()
    } catch (error) {
      this.#haltForStorage(error)
      return Math.max(minRetryMs, (this.#queue.retryAt ?? 0) - clock.monotonic())
    }
  }

  #tidyHourly(): void {
    const { clock, tidy } = this.#options
    if (clock.monotonic() - this.#tidiedAt < hourMs) return
    this.#tidiedAt = clock.monotonic()
    tidy?.()
  }

  /** Rows that a killed run left in `sending`, or whose step could not be stored. */
  #recoverSending(): void {
    for (const mark of this.#options.rows.rowsInState('sending'))
      if (!this.#inProgress.has(mark.sheetId)) this.#apply(mark, { kind: 'started' })
  }

  #releaseHeld(): void {
    for (const mark of this.#options.rows.rowsInState('held'))
      if (remainingHoldMs(mark, this.#time()) === 0) this.#apply(mark, { kind: 'hold_over' })
  }

  #sendDue(): void {
    const free = (isProbing(this.#queue) ? 1 : connections) - this.#inProgress.size
    if (free <= 0) return
    const due = this.#dueMarks()
    if (due.length === 0) return
    if (!this.#hasPulled || this.#workshop === null) return this.#startPreparing()
    for (const mark of due.slice(0, free)) {
      if (mark.fingerprint !== this.#workshop) return this.#apply(mark, { kind: 'other_workshop' })
      this.#track(mark.sheetId, mark.state === 'unknown' ? this.#verify(mark) : this.#send(mark))
    }
  }

  #dueMarks(): Mark[] {
    const { rows, clock } = this.#options
    const most = connections + this.#inProgress.size + this.#foreignSheets.size
    const due = rows.nextDue(clock.now(), most).filter(({ sheetId }) => !this.#inProgress.has(sheetId))
    const last = [...this.#foreignSheets].flatMap((id) => due.filter(({ sheetId }) => sheetId === id))
    return [...due.filter(({ sheetId }) => !this.#foreignSheets.has(sheetId)), ...last]
  }

  #startPreparing(): void {
    this.#preparing = this.#prepare()
      .catch((error: unknown) => this.#haltForStorage(error))
      .finally(() => {
        this.#preparing = null
        this.wake()
      })
  }

  /** Pulls events and identifies the workshop behind the key, before the first row is sent. */
  async #prepare(): Promise<void> {
    if (!this.#hasPulled) await this.#pull()
    if (this.#workshop === null && !this.#stopping.signal.aborted) await this.#identify()
  }

  async #pull(): Promise<void> {
    const { ports, clock, onError } = this.#options
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, this.#stopping.signal])
    void ports
      .ready(signal)
      .catch(onError)
      .finally(() => ended.abort())
    await clock.wait(maxPullMs, signal)
    ended.abort()
    this.#hasPulled = true
  }

  async #identify(): Promise<void> {
    const identity = identifyService(await this.#options.ports.readMe(this.#stopping.signal))
    if (this.#stopping.signal.aborted) return
    if ('effect' in identity)
      return this.#setQueue(applyEffect({ ...this.#queue, goneInARow: 0 }, identity.effect, this.#time()))
    this.#workshop = identity.fingerprint
    this.#setQueue(afterIdentification(this.#queue))
  }

  #track(sheetId: string, work: Promise<void>): void {
    const ended = work
      .catch((error: unknown) => this.#haltForStorage(error))
      .finally(() => {
        this.#inProgress.delete(sheetId)
        this.wake()
      })
    this.#inProgress.set(sheetId, ended)
  }

  async #send(mark: Mark): Promise<void> {
    const { steps, clock, ports, onBoundary } = this.#options
    const request = mark.request === null ? freeze(mark, this.#time()) : { bytes: mark.request, bentAt: mark.bentAt }
    const nowMs = clock.now()
    const also = {
      request: request.bytes,
      bentAt: request.bentAt ?? mark.bentAt,
      payloadVersion: mark.payloadVersion ?? payloadVersion,
      firstSentAt: mark.firstSentAt ?? nowMs,
      lastSentAt: nowMs,
    }
    const sending = steps.apply(mark, { kind: 'taken' }, { also })?.mark
    if (sending === undefined) throw new Error(`a mark that is ${mark.state} cannot be sent`)
    const { sheetId, idempotencyKey, ifMatchVersion } = sending
    const { signal } = this.#stopping
    onBoundary('before_first_byte')
    const outcome = await ports.report({ sheetId, body: request.bytes, idempotencyKey, ifMatchVersion, signal })
    onBoundary('report_over')
    this.#apply(sending, eventOfReport(sheetId, outcome, this.#context(sending, mark.firstSentAt === null)))
  }

  async #verify(mark: Mark): Promise<void> {
    const { rows, ports, onBoundary } = this.#options
    const outcome = await ports.readSheet(mark.sheetId, this.#stopping.signal)
    onBoundary('reading_over')
    // a pull may have moved the row during the call
    const current = rows.find(mark.operationId)
    if (current?.state === 'unknown')
      this.#apply(current, eventOfReading(mark.sheetId, outcome, this.#context(current)))
  }

  #context(mark: Mark, isFirstAttempt = false): MarkContext {
    const { rows, ports } = this.#options
    return {
      isFirstAttempt,
      othersSucceed: mark.failingSince !== null && rows.hasOtherDeliveredSince(mark.failingSince, mark.seq),
      isOurs: (sheet) => isOurs(mark, sheet.bent, ports.serviceOffsetMs()),
    }
  }

  /** Applies the event to the row, and the rule's effect to the queue. */
  #apply(mark: Mark, event: MarkEvent): void {
    const { steps, clock, onStep } = this.#options
    this.#noteForeignSheet(mark.sheetId, event)
    const applied = steps.apply(mark, event)
    if (applied === null)
      throw new Error(`no transition rule for a mark that is ${mark.state} and the event ${event.kind}`)
    const { step, rule } = applied
    onStep?.({ operationId: mark.operationId, sheetId: mark.sheetId, rule })
    if (step.queue === undefined) this.#setQueue({ ...this.#queue, goneInARow: 0 })
    if (isFromService(event)) this.#setQueue(afterResponse(this.#queue, clock.monotonic()))
    if (step.queue !== undefined) this.#setQueue(applyEffect(this.#queue, step.queue, this.#time()))
    if (mustIdentifyService(this.#queue)) this.#workshop = null
  }

  #noteForeignSheet(sheetId: string, event: MarkEvent): void {
    if (event.kind !== 'not_the_service' && !isFromService(event)) return
    this.#foreignSheets.delete(sheetId)
    if (this.#foreignSheets.size === maxForeignSheets) this.#foreignSheets.clear()
    if (event.kind === 'not_the_service') this.#foreignSheets.add(sheetId)
  }

  #haltForStorage(error: unknown): void {
    this.#options.onError(error)
    this.#workshop = null
    const message = error instanceof Error ? error.message : String(error)
    this.#setQueue(afterStorageError(this.#queue, message, this.#options.clock.monotonic()))
  }

  #setQueue(next: Queue): void {
    const isChanged = JSON.stringify(queueView(next)) !== JSON.stringify(queueView(this.#queue))
    this.#queue = next
    if (next.state !== 'running') this.#hasPulled = false
    if (isChanged) this.#options.onQueue(queueView(next))
  }

  #msUntilNext(): number {
    const { rows, clock } = this.#options
    const { now } = this.#time()
    const holds = rows.rowsInState('held').map((mark) => remainingHoldMs(mark, this.#time()))
    const dueAt = rows.nextDueAt(now)
    const retryMs = this.#queue.retryAt === null ? maxSleepMs : this.#queue.retryAt - clock.monotonic()
    const candidates = [...holds, dueAt === null ? maxSleepMs : dueAt - now, retryMs > 0 ? retryMs : maxSleepMs]
    return Math.max(0, Math.min(maxSleepMs, ...candidates))
  }

  #time(): SendTime {
    const { clock, bootId, ports } = this.#options
    return { now: clock.now(), monotonic: clock.monotonic(), bootId, serviceOffsetMs: ports.serviceOffsetMs() }
  }
}
