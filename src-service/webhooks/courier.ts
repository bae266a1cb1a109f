// Sends what is due, each address for itself: one that answers slowly holds up none but itself. In turns of its own, beside the calls.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../store/clock.ts'
import type { DeliveryQueue, DueDelivery, Outcome } from './delivery-queue.ts'
import type { Sender } from './sender.ts'
import { signatureOf } from './signature.ts'
import type { WebhookBook } from './webhook-book.ts'

export interface CourierParts {
  webhooks: WebhookBook
  deliveries: DeliveryQueue
  sender: Sender
  now: Clock
  log: FastifyBaseLogger
}

/** How often the queue is looked into: the workshop's own side writes into it too, from a process of its own. */
const lookMs = 100
/** How many attempts at one address are under way at once. */
const atOnce = 5
const gatherMs = 20
const afterFailedWriteMs = 1_000

/** Begins to send; returns how to end. What is under way then is given up and is attempted anew after the next start. */
export function courier({ webhooks, deliveries, sender, now, log }: CourierParts): () => Promise<void> {
  const underWay = new Map<number, Promise<void>>()
  const countOf = new Map<string, number>()
  const ended = new AbortController()

  let gathering: Promise<unknown> | null = null
  /** What comes within a moment is written at once: each group of writes waits for the disk. */
  const gathered = () =>
    (gathering ??= pause(gatherMs).then(() => {
      gathering = null
      return null
    }))

  const record = async (id: number, outcome: Outcome): Promise<void> => {
    while (!ended.signal.aborted) {
      try {
        await gathered()
        const turnedOff = await deliveries.record(id, outcome, now())
        if (turnedOff !== null) log.warn(turnedOff)
        return
      } catch (error) {
        // A receiver is not to be sent the same again and again because our disk is full.
        log.error({ err: error }, 'what came of a delivery could not be written')
        await pause(afterFailedWriteMs, undefined, { signal: ended.signal }).catch(() => null)
      }
    }
  }

  const attempt = async ({ id, addressId, url, eventId, type, attempts, body }: DueDelivery): Promise<void> => {
    const nowMs = now()
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'service-webhooks/1',
      'Service-Event-Id': eventId,
      'Service-Event-Type': type,
      'Service-Delivery-Attempt': String(attempts + 1),
      'Service-Signature': signatureOf(body, webhooks.secretsOf(addressId, nowMs), Math.floor(nowMs / 1000)),
    }
    const outcome = await sender.post(url, headers, body, ended.signal)
    await record(id, outcome)
  }

  const send = (addressId: string): void => {
    const free = atOnce - (countOf.get(addressId) ?? 0)
    if (free <= 0 || ended.signal.aborted) return
    const waiting = deliveries.due(addressId, now(), atOnce).filter(({ id }) => !underWay.has(id))
    for (const delivery of waiting.slice(0, free)) {
      countOf.set(addressId, (countOf.get(addressId) ?? 0) + 1)
      const done = attempt(delivery)
        .finally(() => {
          underWay.delete(delivery.id)
          const left = (countOf.get(addressId) ?? 1) - 1
          if (left === 0) countOf.delete(addressId)
          else countOf.set(addressId, left)
          send(addressId)
        })
        .catch(tell)
      underWay.set(delivery.id, done)
    }
  }

  let failing = false
  const tell = (error: unknown): void => {
    if (!failing) log.error({ err: error }, 'webhooks cannot be sent for now')
    failing = true
  }
  const look = (): void => {
    try {
      deliveries.fill(now())
      for (const addressId of deliveries.activeAddresses()) send(addressId)
      failing = false
    } catch (error) {
      tell(error)
    }
  }
  const timer = setInterval(look, lookMs).unref()

  return async () => {
    clearInterval(timer)
    ended.abort()
    await Promise.all(underWay.values())
    await sender.close()
  }
}
