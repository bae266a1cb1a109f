// What is to be sent to whom, and what came of it: one queue in the store, which a restart goes on with. It is filled from the log of
// events after these are committed, so that no call waits for it.
import { eventTypes, keyKind, webhookLimits, webhookPauses } from '../../shared/workshop-api/index.ts'
import { readTypes, typesFor } from '../events/event-audience.ts'
import { nextEventId } from '../events/event-ids.ts'
import { instantOf } from '../store/clock.ts'
import { Refusal } from '../store/refusal.ts'
import type { Store } from '../store/store.ts'
import { storedModules } from '../store/workshops.ts'
import type { WebhookAddress, WebhookBook } from './webhook-book.ts'

/** A message that is to be sent now. */
export interface DueMessage {
  url: string
  eventId: string
  type: string
  /** How many attempts there have been. */
  attempts: number
  body: Buffer
  /** Those in force, the newest first. */
  secrets: readonly string[]
}

/** What came of one attempt. */
export interface Outcome {
  /** The status of the answer; null where there was none. */
  status: number | null
  /** Why it failed; null where it did not. */
  failure: string | null
  /** How the answer's body begins. */
  answer: string
}

export interface Attempted {
  deliveryId: number
  outcome: Outcome
}

/** A delivery with its last attempt, as the workshop sees it. */
export interface ListedDelivery extends Outcome {
  id: number
  eventId: string
  type: string
  attempts: number
  /** When it was last attempted. */
  at: string
  /** When it will be attempted again; null: never. */
  dueAt: number | null
}

export interface DeliveryQueue {
  /** Takes from the log of events what has come since the last time, and no more than a part of it where that is much. */
  fill: (nowMs: number) => void
  /** Ids of the addresses that are on. */
  activeAddresses: () => string[]
  /** Ids of the deliveries of an address that are due, the longest due first. */
  due: (addressId: string, nowMs: number, limit: number) => number[]
  /** One that is due, as it is sent; null where it is due no more. */
  message: (deliveryId: number, nowMs: number) => DueMessage | null
  /**
   * Stores what came of attempts, at the end of this turn, all or none of it. Resolves with why addresses were turned off, one text
   * each.
   */
  record: (attempted: readonly Attempted[], nowMs: number) => Promise<string[]>
  /** The last of an address, newest first. */
  list: (addressId: string) => ListedDelivery[]
  /** Sends one of the last once more. Refused of any other. */
  resend: (addressId: string, deliveryId: number, nowMs: number) => void
  /** Sends a test event. */
  ping: (address: WebhookAddress, nowMs: number) => void
}

interface FillRow {
  id: string
  workshop_id: string
  is_test: number
  types: string
  audience: string
  customer_id: string | null
  seen_event: string
  modules: string
}

interface MessageRow extends Omit<DueMessage, 'secrets'> {
  secret: string
  oldSecret: string | null
}

interface SentRow {
  address_id: string
  workshop_id: string
  url: string
  active: number
  failures: number
  attempts: number
  last_try: number
}

const gone = 410
const tooLarge = webhookLimits.bodyBytes
/**
 * What waits to be sent at a moment. What was never attempted does not wait, and nothing waits for longer than the longest pause: a
 * clock that has gone back would hold it up for as long as it went.
 */
const isDue = `d.due_at IS NOT NULL
  AND (d.due_at <= @nowMs + 0 OR d.due_at > @nowMs + ${Math.max(...webhookPauses) * 1000} OR d.attempts = 0)`
/** How many events are looked through at once: calls are answered in between. */
const filledAtOnce = 2_000

export function deliveryQueue(store: Store, webhooks: WebhookBook): DeliveryQueue {
  const { db } = store
  const newestEvent = db.prepare<[], { id: string }>('SELECT id FROM event ORDER BY rowid DESC LIMIT 1')
  const behind = db.prepare<[string], FillRow>(
    `SELECT a.id, a.workshop_id, a.is_test, a.types, a.audience, a.customer_id, a.seen_event, w.modules
     FROM webhook_address a JOIN workshop w ON w.id = a.workshop_id WHERE a.active = 1 AND a.seen_event < ?`,
  )
  const scanned = db.prepare<[string, number, string, number], { newest: string | null; count: number }>(
    `SELECT max(id) AS newest, count(*) AS count
     FROM (SELECT id FROM event WHERE workshop_id = ? AND livemode = ? AND id > ? ORDER BY id LIMIT ?)`,
  )
  // What is too large with short descriptions too is had from GET /events alone.
  const take = db.prepare<
    [string, number, string, number, string, string, number, string, string | null, string | null]
  >(
    `INSERT INTO webhook_delivery (address_id, event_id, type, attempts, due_at, last_try)
     SELECT ?, id, type, 0, ?, 0 FROM event
     WHERE workshop_id = ? AND livemode = ? AND id > ? AND id <= ? AND octet_length(body) < ?
       AND type IN (SELECT value FROM json_each(?)) AND (? IS NULL OR customer_id = ?) ORDER BY id`,
  )
  const setSeen = db.prepare<[string, string]>('UPDATE webhook_address SET seen_event = ? WHERE id = ?')
  const active = db.prepare<[], string>('SELECT id FROM webhook_address WHERE active = 1').pluck()
  const due = db
    .prepare<[{ addressId: string; nowMs: number; limit: number }], number>(
      `SELECT d.id FROM webhook_delivery d WHERE d.address_id = @addressId AND ${isDue} ORDER BY d.due_at, d.id LIMIT @limit`,
    )
    .pluck()
  // A bare parameter in a join has SQLite plan the statement anew at every call.
  const message = db.prepare<[{ deliveryId: number; nowMs: number }], MessageRow>(
    `SELECT a.url, d.event_id AS eventId, d.type, d.attempts, CAST(coalesce(d.body, e.body) AS BLOB) AS body, a.secret,
       iif(a.old_secret_until > @nowMs, a.old_secret, NULL) AS oldSecret
     FROM webhook_delivery d JOIN webhook_address a ON a.id = d.address_id
     LEFT JOIN event e ON e.workshop_id = a.workshop_id AND e.livemode = 1 - a.is_test AND e.id = d.event_id
     WHERE d.id = @deliveryId + 0 AND ${isDue} AND a.active = 1`,
  )
  const sent = db.prepare<[number], SentRow>(
    `SELECT d.address_id, a.workshop_id, a.url, a.active, a.failures, d.attempts, d.last_try
     FROM webhook_delivery d JOIN webhook_address a ON a.id = d.address_id WHERE d.id = ? + 0`,
  )
  const insertAttempt = db.prepare<[number, number, string, number | null, string | null, string]>(
    'INSERT INTO webhook_attempt (delivery_id, attempt, at, status, failure, answer) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const setSent = db.prepare<[number, number | null, number]>(
    'UPDATE webhook_delivery SET attempts = ?, due_at = ?, last_try = 0 WHERE id = ?',
  )
  const setFailures = db.prepare<[number, string]>('UPDATE webhook_address SET failures = ? WHERE id = ?')
  const forget = db.prepare<[string, string, number]>(
    `DELETE FROM webhook_delivery WHERE address_id = ? AND due_at IS NULL AND id NOT IN (
       SELECT id FROM webhook_delivery WHERE address_id = ? AND attempts > 0 ORDER BY id DESC LIMIT ?)`,
  )
  const last = db.prepare<[string, number], ListedDelivery>(
    `SELECT d.id, d.event_id AS eventId, d.type, d.attempts, d.due_at AS dueAt, t.at, t.status, t.failure, t.answer
     FROM webhook_delivery d JOIN webhook_attempt t ON t.delivery_id = d.id AND t.attempt = d.attempts
     WHERE d.address_id = ? AND d.attempts > 0 ORDER BY d.id DESC LIMIT ?`,
  )
  // One that had come to its end is tried once more, and no oftener.
  const sendAgain = db.prepare<[number, number]>(
    'UPDATE webhook_delivery SET last_try = due_at IS NULL, due_at = ? WHERE id = ?',
  )
  const insertPing = db.prepare<[string, string, string, number]>(
    `INSERT INTO webhook_delivery (address_id, event_id, type, body, attempts, due_at, last_try)
     VALUES (?, ?, 'ping', ?, 0, ?, 0)`,
  )
  const list = (addressId: string) => last.all(addressId, webhookLimits.keptDeliveries)

  const written = (
    { deliveryId, outcome }: Attempted,
    nowMs: number,
  ): { addressId: string; turnedOff: string | null } | null => {
    const { status, failure, answer } = outcome
    const row = sent.get(deliveryId)
    // its address was removed meanwhile
    if (row === undefined) return null
    const attempt = row.attempts + 1
    insertAttempt.run(deliveryId, attempt, instantOf(nowMs), status, failure, answer)
    const pause = webhookPauses[row.attempts]
    const again = failure !== null && pause !== undefined && row.last_try === 0 && row.active === 1
    setSent.run(attempt, again ? nowMs + pause * 1000 : null, deliveryId)
    const failures = failure === null ? 0 : row.failures + 1
    if (failures !== row.failures) setFailures.run(failures, row.address_id)
    const why =
      status === gone
        ? `it answered ${gone}`
        : failures >= webhookLimits.failuresInARow
          ? `${failures} attempts failed in a row, the last with: ${failure}`
          : null
    const turnedOff = why === null || row.active === 0 ? null : `the address ${row.url} was turned off: ${why}`
    if (turnedOff !== null) {
      webhooks.switch(row.address_id, false)
      webhooks.notify(row.workshop_id, turnedOff, nowMs)
    }
    return { addressId: row.address_id, turnedOff }
  }

  const writtenSince = new Map<string, number>()
  /** At the first after the start, after as many as are kept, and at the last: what is older than these is shown to nobody. */
  const forgetNowAndThen = (addressId: string, isLast: boolean): void => {
    const since = (writtenSince.get(addressId) ?? 0) % webhookLimits.keptDeliveries
    writtenSince.set(addressId, since + 1)
    if (since === 0 || isLast) forget.run(addressId, addressId, webhookLimits.keptDeliveries)
  }

  const allWritten = (attempted: readonly Attempted[], nowMs: number): string[] => {
    const done = attempted.flatMap((each) => written(each, nowMs) ?? [])
    for (const { addressId, turnedOff } of done) forgetNowAndThen(addressId, turnedOff !== null)
    return done.flatMap(({ turnedOff }) => turnedOff ?? [])
  }

  return {
    fill: (nowMs) => {
      const newest = newestEvent.get()?.id
      if (newest === undefined || behind.get(newest) === undefined) return
      store.write(() => {
        let left = filledAtOnce
        for (const row of behind.all(newest)) {
          if (left <= 0) return
          const wanted = readTypes(row.types) ?? new Set(eventTypes)
          const seen = typesFor(keyKind.parse(row.audience), storedModules.parse(JSON.parse(row.modules)))
          const types = JSON.stringify(seen.filter((type) => wanted.has(type)))
          const [livemode, whose] = [1 - row.is_test, row.customer_id]
          const part = scanned.get(row.workshop_id, livemode, row.seen_event, left)
          const upTo = (part?.count === left ? part.newest : null) ?? newest
          take.run(row.id, nowMs, row.workshop_id, livemode, row.seen_event, upTo, tooLarge, types, whose, whose)
          setSeen.run(upTo, row.id)
          left -= part?.count ?? 0
        }
      })
    },
    activeAddresses: () => active.all(),
    due: (addressId, nowMs, limit) => due.all({ addressId, nowMs, limit }),
    message: (deliveryId, nowMs) => {
      const row = message.get({ deliveryId, nowMs })
      if (row === undefined) return null
      const { secret, oldSecret, ...said } = row
      return { ...said, secrets: oldSecret === null ? [secret] : [secret, oldSecret] }
    },
    record: (attempted, nowMs) => store.writeInGroup(() => allWritten(attempted, nowMs)),
    list,
    resend: (addressId, deliveryId, nowMs) => {
      store.write(() => {
        if (!list(addressId).some(({ id }) => id === deliveryId)) {
          throw new Refusal('not_found', `there is no delivery ${deliveryId} among the last of this address`)
        }
        sendAgain.run(nowMs, deliveryId)
      })
    },
    ping: ({ id, isTest }, nowMs) => {
      const eventId = nextEventId(null, nowMs)
      const about = { apiVersion: 'v1', createdAt: instantOf(nowMs), livemode: !isTest, data: {} }
      store.write(() => insertPing.run(id, eventId, JSON.stringify({ id: eventId, type: 'ping', ...about }), nowMs))
    },
  }
}
