// Sends the deliveries that are due. Each address has its own queue, so that a slow address does not delay the others. Runs beside
// the calls, on its own timer.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isBusy } from '../store/index.ts'
import type { Clock } from '../store/index.ts'
import { signatureOf } from '../webhooks/index.ts'
import type { Attempt, DeliveryQueue, DueMessage, Outcome } from '../webhooks/index.ts'
import type { WebhookSender } from './webhook-sender.ts'

export interface DeliveryWorkerParts {
  deliveries: Pick<DeliveryQueue, 'fill' | 'activeAddresses' | 'due' | 'message' | 'record'>
  sender: Pick<WebhookSender, 'post' | 'close'>
  now: Clock
  log: FastifyBaseLogger
}

/** How often the queue is read. The administration writes to it from its own process. */
const pollIntervalMs = 100
/** Attempts in progress per address. */
const concurrentAttempts = 5
/** Due deliveries that are read in advance. */
const prefetchCount = 20
/** Answered attempts per address that are not yet written. After a crash these are sent once more. */
const maxUnwritten = concurrentAttempts
const batchDelayMs = 20
const retryWriteMs = 1_000

/** One address: the deliveries that were due at the last read, and the numbers of attempts in progress and not yet written. */
interface AddressQueue {
  waiting: number[]
  inProgress: number
  unwritten: number
}

/** The outcomes of a short period, written together: each write waits for the disk, and delays the writes of calls. */
interface OutcomeBatch {
  attempts: Attempt[]
  written: Promise<void>
}

export class DeliveryWorker {
  readonly #parts: DeliveryWorkerParts
  readonly #deliveriesInProgress = new Map<number, Promise<void>>()
  readonly #queues = new Map<string, AddressQueue>()
  readonly #closing = new AbortController()
  #batch: OutcomeBatch | null = null
  #pollTimer: NodeJS.Timeout | null = null
  #isFailing = false

  constructor(parts: DeliveryWorkerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#pollTimer = setInterval(() => this.#poll(), pollIntervalMs).unref()
  }

  /** Aborts the attempts in progress. They are repeated after the next start. */
  async close(): Promise<void> {
    if (this.#pollTimer !== null) clearInterval(this.#pollTimer)
    this.#closing.abort()
    await this.#parts.sender.close()
    await Promise.all(this.#deliveriesInProgress.values())
  }

  #poll(): void {
    const { deliveries, now } = this.#parts
    try {
      deliveries.fill(now())
      for (const addressId of deliveries.activeAddresses()) this.#sendDue(addressId)
      this.#isFailing = false
    } catch (error) {
      // The administration writes just now: the next poll comes soon.
      if (!isBusy(error)) this.#logFailure(error)
    }
  }

  #sendDue(addressId: string): void {
    const { deliveries, now } = this.#parts
    const queue = this.#queues.get(addressId) ?? { waiting: [], inProgress: 0, unwritten: 0 }
    this.#queues.set(addressId, queue)
    if (queue.waiting.length === 0) {
      const started = queue.inProgress + queue.unwritten
      queue.waiting = deliveries
        .due(addressId, now(), started + prefetchCount)
        .filter((deliveryId) => !this.#deliveriesInProgress.has(deliveryId))
    }
    while (queue.inProgress < concurrentAttempts && queue.unwritten < maxUnwritten && !this.#closing.signal.aborted) {
      const deliveryId = queue.waiting.shift()
      if (deliveryId === undefined) break
      const message = deliveries.message(deliveryId, now())
      if (message === null) continue
      queue.inProgress += 1
      const delivered = this.#deliver(addressId, queue, deliveryId, message)
      this.#deliveriesInProgress.set(
        deliveryId,
        delivered.catch((error: unknown) => this.#logFailure(error)),
      )
    }
    this.#removeIfIdle(addressId, queue)
  }

  async #deliver(addressId: string, queue: AddressQueue, deliveryId: number, message: DueMessage): Promise<void> {
    let outcome: Outcome | null = null
    try {
      outcome = await this.#attempt(message)
    } catch (error) {
      this.#logFailure(error)
    }
    queue.inProgress -= 1
    if (outcome !== null && !this.#closing.signal.aborted) {
      queue.unwritten += 1
      const written = this.#record(deliveryId, outcome)
      try {
        // A failure may turn the address off. That is known once the outcome is written.
        if (outcome.failure === null) this.#sendDue(addressId)
      } finally {
        await written
        queue.unwritten -= 1
        this.#deliveriesInProgress.delete(deliveryId)
      }
    }
    this.#deliveriesInProgress.delete(deliveryId)
    // If the attempt could not even be made, the next poll repeats it: an immediate repetition would loop.
    if (outcome !== null) this.#sendDue(addressId)
    else this.#removeIfIdle(addressId, queue)
  }

  async #attempt({ url, eventId, type, attempts, body, secrets }: DueMessage): Promise<Outcome> {
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'service-webhooks/1',
      'Service-Event-Id': eventId,
      'Service-Event-Type': type,
      'Service-Delivery-Attempt': String(attempts + 1),
      'Service-Signature': signatureOf(body, secrets, Math.floor(this.#parts.now() / 1000)),
    }
    return await this.#parts.sender.post(url, headers, body)
  }

  #record(deliveryId: number, outcome: Outcome): Promise<void> {
    if (this.#batch === null) {
      const attempts: Attempt[] = []
      this.#batch = { attempts, written: this.#writeBatch(attempts) }
    }
    this.#batch.attempts.push({ deliveryId, outcome })
    return this.#batch.written
  }

  async #writeBatch(attempts: readonly Attempt[]): Promise<void> {
    const { deliveries, now, log } = this.#parts
    await this.#wait(batchDelayMs)
    this.#batch = null
    do {
      try {
        for (const notice of await deliveries.record(attempts, now())) log.warn(notice)
        return
      } catch (error) {
        // If our disk is full, a receiver must not get the same message again and again.
        log.error({ err: error }, 'outcomes of deliveries could not be written')
        await this.#wait(retryWriteMs)
      }
    } while (!this.#closing.signal.aborted)
  }

  #wait(ms: number): Promise<unknown> {
    return pause(ms, undefined, { signal: this.#closing.signal }).catch(() => null)
  }

  #removeIfIdle(addressId: string, queue: AddressQueue): void {
    if (queue.inProgress + queue.unwritten === 0) this.#queues.delete(addressId)
  }

  /** Logs the first of several failures in a row. */
  #logFailure(error: unknown): void {
    if (!this.#isFailing) this.#parts.log.error({ err: error }, 'webhooks cannot be sent for now')
    this.#isFailing = true
  }
}
