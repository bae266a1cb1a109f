// The queue of webhook deliveries in the store, with the outcomes of their attempts. It survives a restart. It is filled from the
// event log after the events are committed, so that no call waits for it.
import { eventTypes, keyKind, webhookLimits, webhookPauses } from '../../shared/workshop-api/index.ts'
import { nextEventId, parseTypes, visibleTypes } from '../events/index.ts'
import { Refusal, instantOf, storedModules } from '../store/index.ts'
import type { Connection, Store } from '../store/index.ts'
import type { WebhookAddress, WebhookStore } from './webhook-store.ts'

/** A message that is due. */
export interface DueMessage {
  url: string
  eventId: string
  type: string
  /** The number of attempts so far. */
  attempts: number
  body: Buffer
  /** The valid secrets, newest first. */
  secrets: readonly string[]
}

/** The outcome of one attempt. */
export interface Outcome {
  /** The status of the answer; null if there was no answer. */
  status: number | null
  /** Why the attempt failed; null if it succeeded. */
  failure: string | null
  /** The beginning of the answer's body. */
  answer: string
}

export interface Attempt {
  deliveryId: number
  outcome: Outcome
}

/** A delivery with its last attempt, as the administration shows it. */
export interface ListedDelivery extends Outcome {
  id: number
  eventId: string
  type: string
  attempts: number
  /** The time of the last attempt. */
  attemptedAt: string
  /** The time of the next attempt; null: none. */
  dueAt: number | null
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

const goneStatus = 410
const maxBodyBytes = webhookLimits.bodyBytes
/**
 * The condition of a delivery that is due. A delivery without attempts is always due, and no delivery waits for longer than the
 * longest pause. Otherwise a clock that is set back would delay deliveries by as much.
 */
const isDue = `d.due_at IS NOT NULL
  AND (d.due_at <= @nowMs + 0 OR d.due_at > @nowMs + ${Math.max(...webhookPauses) * 1000} OR d.attempts = 0)`
/** How many events are read at once. Calls are answered in between. */
const fillBatchSize = 2_000

export class DeliveryQueue {
  readonly #store: Store
  readonly #webhooks: WebhookStore
  readonly #sql: ReturnType<typeof prepareStatements>
  /** Outcomes written per address since the last deletion of old deliveries, modulo `keptDeliveries`. */
  readonly #writtenSinceDelete = new Map<string, number>()

  constructor(store: Store, webhooks: WebhookStore) {
    this.#store = store
    this.#webhooks = webhooks
    this.#sql = prepareStatements(store.db)
  }

  /** Adds deliveries for the events since the last call: at most `fillBatchSize` events at once. */
  fill(nowMs: number): void {
    const newestId = this.#sql.newestEvent.get()?.id
    if (newestId === undefined || this.#sql.addressesBehind.get(newestId) === undefined) return
    this.#store.write(() => {
      let eventsLeft = fillBatchSize
      for (const address of this.#sql.addressesBehind.all(newestId)) {
        if (eventsLeft <= 0) return
        eventsLeft -= this.#fillAddress(address, newestId, eventsLeft, nowMs)
      }
    })
  }

  /** Ids of the addresses that are on. */
  activeAddresses(): string[] {
    return this.#sql.activeAddresses.all()
  }

  /** Ids of the deliveries of an address that are due, the longest due first. */
  due(addressId: string, nowMs: number, limit: number): number[] {
    return this.#sql.selectDue.all({ addressId, nowMs, limit })
  }

  /** A due delivery as it is sent; null if it is no longer due. */
  message(deliveryId: number, nowMs: number): DueMessage | null {
    const row = this.#sql.selectMessage.get({ deliveryId, nowMs })
    if (row === undefined) return null
    const { secret, oldSecret, ...message } = row
    return { ...message, secrets: oldSecret === null ? [secret] : [secret, oldSecret] }
  }

  /**
   * Stores the outcomes of attempts at the end of this tick of the event loop, all or none. Resolves with one notice per address
   * that was turned off.
   */
  record(attempts: readonly Attempt[], nowMs: number): Promise<string[]> {
    return this.#store.writeInGroup(() => {
      const recorded = attempts.flatMap((attempt) => this.#recordAttempt(attempt, nowMs) ?? [])
      for (const { addressId, notice } of recorded) this.#deleteOldIfDue(addressId, notice !== null)
      return recorded.flatMap(({ notice }) => notice ?? [])
    })
  }

  /** The last deliveries of an address, newest first. */
  list(addressId: string): ListedDelivery[] {
    return this.#sql.selectLast.all(addressId, webhookLimits.keptDeliveries)
  }

  /** Sends one of the last deliveries once more. Refuses any other. */
  resend(addressId: string, deliveryId: number, nowMs: number): void {
    this.#store.write(() => {
      if (!this.list(addressId).some(({ id }) => id === deliveryId)) {
        throw new Refusal('not_found', `there is no delivery ${deliveryId} among the last of this address`)
      }
      this.#sql.sendAgain.run(nowMs, deliveryId)
    })
  }

  /** Queues a test event. */
  ping({ id, isTest }: WebhookAddress, nowMs: number): void {
    const eventId = nextEventId(null, nowMs)
    const event = {
      id: eventId,
      type: 'ping',
      apiVersion: 'v1',
      createdAt: instantOf(nowMs),
      livemode: !isTest,
      data: {},
    }
    this.#store.write(() => this.#sql.insertPing.run(id, eventId, JSON.stringify(event), nowMs))
  }

  /** Returns the number of events that it has read. */
  #fillAddress(address: FillRow, newestId: string, limit: number, nowMs: number): number {
    const { id, workshop_id: workshopId, customer_id: customerId, seen_event: seenId } = address
    const requestedTypes = parseTypes(address.types) ?? new Set(eventTypes)
    const allowedTypes = visibleTypes(keyKind.parse(address.audience), storedModules.parse(JSON.parse(address.modules)))
    const types = JSON.stringify(allowedTypes.filter((type) => requestedTypes.has(type)))
    const livemode = 1 - address.is_test
    const scanned = this.#sql.scanEvents.get(workshopId, livemode, seenId, limit)
    const lastId = (scanned?.count === limit ? scanned.newest : null) ?? newestId
    this.#sql.insertDeliveries.run(
      id,
      nowMs,
      workshopId,
      livemode,
      seenId,
      lastId,
      maxBodyBytes,
      types,
      customerId,
      customerId,
    )
    this.#sql.setSeen.run(lastId, id)
    return scanned?.count ?? 0
  }

  /** Null if the address has been removed. `notice` is set if the outcome turns the address off. */
  #recordAttempt({ deliveryId, outcome }: Attempt, nowMs: number): { addressId: string; notice: string | null } | null {
    const { status, failure, answer } = outcome
    const row = this.#sql.selectSent.get(deliveryId)
    if (row === undefined) return null
    const { address_id: addressId } = row
    const attempt = row.attempts + 1
    this.#sql.insertAttempt.run(deliveryId, attempt, instantOf(nowMs), status, failure, answer)
    const pause = webhookPauses[row.attempts]
    const isRetried = failure !== null && pause !== undefined && row.last_try === 0 && row.active === 1
    this.#sql.setSent.run(attempt, isRetried ? nowMs + pause * 1000 : null, deliveryId)
    const failures = failure === null ? 0 : row.failures + 1
    if (failures !== row.failures) this.#sql.setFailures.run(failures, addressId)
    const reason =
      status === goneStatus
        ? `it answered ${goneStatus}`
        : failures >= webhookLimits.failuresInARow
          ? `${failures} attempts failed in a row, the last with: ${failure}`
          : null
    if (reason === null || row.active === 0) return { addressId, notice: null }
    const notice = `the address ${row.url} was turned off: ${reason}`
    this.#webhooks.setActive(addressId, false)
    this.#webhooks.addNotice(row.workshop_id, notice, nowMs)
    return { addressId, notice }
  }

  /**
   * Deletes the deliveries that are no longer listed: at the first outcome after the start, after every `keptDeliveries` outcomes, and
   * when the address is turned off.
   */
  #deleteOldIfDue(addressId: string, isLast: boolean): void {
    const since = (this.#writtenSinceDelete.get(addressId) ?? 0) % webhookLimits.keptDeliveries
    this.#writtenSinceDelete.set(addressId, since + 1)
    if (since === 0 || isLast) this.#sql.deleteOld.run(addressId, addressId, webhookLimits.keptDeliveries)
  }
}

function prepareStatements(db: Connection) {
  return {
    newestEvent: db.prepare<[], { id: string }>('SELECT id FROM event ORDER BY rowid DESC LIMIT 1'),
    addressesBehind: db.prepare<[string], FillRow>(
      `SELECT a.id, a.workshop_id, a.is_test, a.types, a.audience, a.customer_id, a.seen_event, w.modules
       FROM webhook_address a JOIN workshop w ON w.id = a.workshop_id WHERE a.active = 1 AND a.seen_event < ?`,
    ),
    scanEvents: db.prepare<[string, number, string, number], { newest: string | null; count: number }>(
      `SELECT max(id) AS newest, count(*) AS count
       FROM (SELECT id FROM event WHERE workshop_id = ? AND livemode = ? AND id > ? ORDER BY id LIMIT ?)`,
    ),
    // An event that is too large even with short descriptions is available from GET /events only.
    insertDeliveries: db.prepare<
      [string, number, string, number, string, string, number, string, string | null, string | null]
    >(
      `INSERT INTO webhook_delivery (address_id, event_id, type, attempts, due_at, last_try)
       SELECT ?, id, type, 0, ?, 0 FROM event
       WHERE workshop_id = ? AND livemode = ? AND id > ? AND id <= ? AND octet_length(body) < ?
         AND type IN (SELECT value FROM json_each(?)) AND (? IS NULL OR customer_id = ?) ORDER BY id`,
    ),
    setSeen: db.prepare<[string, string]>('UPDATE webhook_address SET seen_event = ? WHERE id = ?'),
    activeAddresses: db.prepare<[], string>('SELECT id FROM webhook_address WHERE active = 1').pluck(),
    selectDue: db
      .prepare<[{ addressId: string; nowMs: number; limit: number }], number>(
        `SELECT d.id FROM webhook_delivery d WHERE d.address_id = @addressId AND ${isDue} ORDER BY d.due_at, d.id LIMIT @limit`,
      )
      .pluck(),
    // `+ 0`: with a bare parameter in a join, SQLite plans the statement again at every call.
    selectMessage: db.prepare<[{ deliveryId: number; nowMs: number }], MessageRow>(
      `SELECT a.url, d.event_id AS eventId, d.type, d.attempts, CAST(coalesce(d.body, e.body) AS BLOB) AS body, a.secret,
         iif(a.old_secret_until > @nowMs, a.old_secret, NULL) AS oldSecret
       FROM webhook_delivery d JOIN webhook_address a ON a.id = d.address_id
       LEFT JOIN event e ON e.workshop_id = a.workshop_id AND e.livemode = 1 - a.is_test AND e.id = d.event_id
       WHERE d.id = @deliveryId + 0 AND ${isDue} AND a.active = 1`,
    ),
    selectSent: db.prepare<[number], SentRow>(
      `SELECT d.address_id, a.workshop_id, a.url, a.active, a.failures, d.attempts, d.last_try
       FROM webhook_delivery d JOIN webhook_address a ON a.id = d.address_id WHERE d.id = ? + 0`,
    ),
    insertAttempt: db.prepare<[number, number, string, number | null, string | null, string]>(
      'INSERT INTO webhook_attempt (delivery_id, attempt, at, status, failure, answer) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    setSent: db.prepare<[number, number | null, number]>(
      'UPDATE webhook_delivery SET attempts = ?, due_at = ?, last_try = 0 WHERE id = ?',
    ),
    setFailures: db.prepare<[number, string]>('UPDATE webhook_address SET failures = ? WHERE id = ?'),
    deleteOld: db.prepare<[string, string, number]>(
      `DELETE FROM webhook_delivery WHERE address_id = ? AND due_at IS NULL AND id NOT IN (
         SELECT id FROM webhook_delivery WHERE address_id = ? AND attempts > 0 ORDER BY id DESC LIMIT ?)`,
    ),
    selectLast: db.prepare<[string, number], ListedDelivery>(
      `SELECT d.id, d.event_id AS eventId, d.type, d.attempts, d.due_at AS dueAt, t.at AS attemptedAt, t.status,
         t.failure, t.answer
       FROM webhook_delivery d JOIN webhook_attempt t ON t.delivery_id = d.id AND t.attempt = d.attempts
       WHERE d.address_id = ? AND d.attempts > 0 ORDER BY d.id DESC LIMIT ?`,
    ),
    // A delivery that had ended is tried once more only.
    sendAgain: db.prepare<[number, number]>(
      'UPDATE webhook_delivery SET last_try = due_at IS NULL, due_at = ? WHERE id = ?',
    ),
    insertPing: db.prepare<[string, string, string, number]>(
      `INSERT INTO webhook_delivery (address_id, event_id, type, body, attempts, due_at, last_try)
       VALUES (?, ?, 'ping', ?, 0, ?, 0)`,
    ),
  }
}
