// Sends the queued messages one after another, on its own timer. A failed message is tried again until it expires. A message that was
// sent just before the service was killed is sent again with the same message id.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { backoffMs } from '../../shared/base/backoff.ts'
import type { BackoffSteps } from '../../shared/base/backoff.ts'
import { minuteMs } from '../../shared/base/durations.ts'
import { whenFree } from '../store/index.ts'
import type { Clock } from '../store/index.ts'
import { PermanentMailError } from './mail-transport.ts'
import type { MailTransport } from './mail-transport.ts'
import { messageTexts } from '../mail/index.ts'
import type { MailQueue, QueuedMessage } from '../mail/index.ts'

export interface MailWorkerParts {
  queue: Pick<MailQueue, 'next' | 'retryAt'>
  /** Called for a message that will not be tried again, sent or not. Removes it from the queue. */
  onDone: (id: string, nowMs: number) => Promise<void>
  transport: MailTransport
  /** The public origin of the service: `https://host`. */
  origin: string
  now: Clock
  log: FastifyBaseLogger
}

/** How often the queue is read. The administration writes to it from its own process. */
const pollIntervalMs = 250
const retryPauses: BackoffSteps = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs]
const afterStoreErrorMs = 5_000
/** How long `close` waits for a mail server. */
const closeGraceMs = 1_000

export class MailWorker {
  readonly #parts: MailWorkerParts
  readonly #closing = new AbortController()
  #loop: Promise<void> = Promise.resolve()

  constructor(parts: MailWorkerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#loop = this.#run()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#parts.transport.close()
    await Promise.race([this.#loop, pause(closeGraceMs, undefined, { ref: false })])
  }

  async #run(): Promise<void> {
    const { queue, now, log } = this.#parts
    const { signal } = this.#closing
    let isFailing = false
    while (!signal.aborted) {
      let waitMs = pollIntervalMs
      try {
        const message = queue.next(now())
        if (message !== null) {
          await this.#send(message)
          waitMs = 0
        }
        isFailing = false
      } catch (error) {
        // The store failed, for example because its disk is full. The rest of the service continues.
        if (!isFailing) log.error({ err: error }, 'mail cannot be sent for now')
        isFailing = true
        waitMs = afterStoreErrorMs
      }
      await pause(waitMs, undefined, { signal, ref: false }).catch(() => null)
    }
  }

  async #send({ id, email, content, queuedAt, until, attempts }: QueuedMessage): Promise<void> {
    const { queue, onDone, transport, origin, log } = this.#parts
    const nowMs = this.#parts.now()
    if (Date.parse(until) <= nowMs) {
      log.warn(`a message to ${email} was given up: it could not be sent in time`)
      await onDone(id, nowMs)
      return
    }
    try {
      await transport.send({ id, to: email, queuedAt, ...messageTexts(content, origin) })
    } catch (error) {
      if (this.#closing.signal.aborted) return
      if (error instanceof PermanentMailError) {
        log.warn({ err: error }, `a message to ${email} was given up: the mail server refuses it`)
        await onDone(id, nowMs)
      } else {
        log.error({ err: error }, `a message to ${email} was not sent, and is tried again`)
        await whenFree(() => queue.retryAt(id, nowMs + backoffMs(retryPauses, attempts + 1)))
      }
      return
    }
    // The store may be closed by now. The message is then sent once more after the next start.
    if (!this.#closing.signal.aborted) await onDone(id, nowMs)
  }
}
