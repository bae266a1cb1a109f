// Sends what is due, each address for itself: one that answers slowly holds up none but itself. In turns of its own, beside the calls.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../store/clock.ts'
import type { Attempted, DeliveryQueue, DueMessage, Outcome } from './delivery-queue.ts'
import type { Sender } from './sender.ts'
import { signatureOf } from './signature.ts'

export interface CourierParts {
  deliveries: DeliveryQueue
  sender: Sender
  now: Clock
  log: FastifyBaseLogger
}

/** How often the queue is looked into: the workshop's own side writes into it too, from a process of its own. */
const lookMs = 100
/** How many attempts at one address are under way at once. */
const atOnce = 5
/** How many are known to be due beside these. */
const waitingAtOnce = 20
/** How many an address may have taken that are not written down yet: after a crash these come to it once more. */
const unwrittenAtMost = atOnce
const gatherMs = 20
const afterFailedWriteMs = 1_000

/** One address: its deliveries that were due when it was last looked, and how many of those begun are not answered, or not written. */
interface Line {
  waiting: number[]
  atWork: number
  unwritten: number
}

/** What came of attempts within a moment: each write waits for the disk, and so does all that calls write meanwhile. */
interface Group {
  attempted: Attempted[]
  written: Promise<void>
}

/** Begins to send; returns how to end. What is under way then is given up and is attempted anew after the next start. */
export function courier({ deliveries, sender, now, log }: CourierParts): () => Promise<void> {
  const underWay = new Map<number, Promise<void>>()
  const lines = new Map<string, Line>()
  const ended = new AbortController()
  const wait = (ms: number) => pause(ms, undefined, { signal: ended.signal }).catch(() => null)

  let gathering: Group | null = null
  const writeGathered = async (attempted: readonly Attempted[]): Promise<void> => {
    await wait(gatherMs)
    gathering = null
    do {
      try {
        for (const turnedOff of await deliveries.record(attempted, now())) log.warn(turnedOff)
        return
      } catch (error) {
        // A receiver is not to be sent the same again and again because our disk is full.
        log.error({ err: error }, 'what came of deliveries could not be written')
        await wait(afterFailedWriteMs)
      }
    } while (!ended.signal.aborted)
  }
  const recorded = (deliveryId: number, outcome: Outcome): Promise<void> => {
    if (gathering === null) {
      const attempted: Attempted[] = []
      gathering = { attempted, written: writeGathered(attempted) }
    }
    gathering.attempted.push({ deliveryId, outcome })
    return gathering.written
  }

  const attempt = async ({ url, eventId, type, attempts, body, secrets }: DueMessage): Promise<Outcome> => {
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'service-webhooks/1',
      'Service-Event-Id': eventId,
      'Service-Event-Type': type,
      'Service-Delivery-Attempt': String(attempts + 1),
      'Service-Signature': signatureOf(body, secrets, Math.floor(now() / 1000)),
    }
    return await sender.post(url, headers, body)
  }

  const work = async (addressId: string, line: Line, id: number, message: DueMessage): Promise<void> => {
    let outcome: Outcome | null = null
    try {
      outcome = await attempt(message)
    } catch (error) {
      tell(error)
    }
    line.atWork -= 1
    if (outcome !== null && !ended.signal.aborted) {
      line.unwritten += 1
      const written = recorded(id, outcome)
      try {
        // what failed may have turned the address off, and that is known once it is written
        if (outcome.failure === null) send(addressId)
      } finally {
        await written
        line.unwritten -= 1
        underWay.delete(id)
      }
    }
    underWay.delete(id)
    // what could not even be attempted is left until the queue is looked into again: tried at once, it would be so without end
    if (outcome !== null) send(addressId)
    else letGo(addressId, line)
  }

  const letGo = (addressId: string, line: Line): void => {
    if (line.atWork + line.unwritten === 0) lines.delete(addressId)
  }

  const send = (addressId: string): void => {
    const line = lines.get(addressId) ?? { waiting: [], atWork: 0, unwritten: 0 }
    lines.set(addressId, line)
    if (line.waiting.length === 0) {
      const begun = line.atWork + line.unwritten
      line.waiting = deliveries.due(addressId, now(), begun + waitingAtOnce).filter((id) => !underWay.has(id))
    }
    while (line.atWork < atOnce && line.unwritten < unwrittenAtMost && !ended.signal.aborted) {
      const id = line.waiting.shift()
      if (id === undefined) break
      const message = deliveries.message(id, now())
      if (message === null) continue
      line.atWork += 1
      underWay.set(id, work(addressId, line, id, message).catch(tell))
    }
    letGo(addressId, line)
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
    await sender.close()
    await Promise.all(underWay.values())
  }
}
