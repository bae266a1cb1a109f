// The webhook addresses of a workshop, and the notices about them. Only the administration changes them, not the interface
// (specification 6.1).
import * as z from 'zod'
import { hourMs } from '../../shared/base/durations.ts'
import { eventTypes, keyKind, webhookLimits } from '../../shared/workshop-api/index.ts'
import type { KeyKind } from '../../shared/workshop-api/index.ts'
import { eventGroups, parseTypes } from '../events/index.ts'
import { Refusal, instantOf } from '../store/index.ts'
import type { Connection, Store } from '../store/index.ts'
import { makeSecret } from './signature.ts'

export interface WebhookAddress {
  id: string
  workshopId: string
  url: string
  isTest: boolean
  /** Names of events and groups, in the form of GET /events. */
  types: string
  /** The owner of the address. The address of a customer gets the events that a customer key sees. */
  audience: KeyKind
  /** The only customer whose events it gets; null: all customers. */
  customerId: string | null
  active: boolean
  /** Failed attempts since the last success. */
  failures: number
  createdAt: string
}

export type NewWebhookAddress = Pick<
  WebhookAddress,
  'workshopId' | 'url' | 'isTest' | 'types' | 'audience' | 'customerId'
>

interface Row {
  id: string
  workshop_id: string
  url: string
  is_test: number
  types: string
  audience: string
  customer_id: string | null
  active: number
  failures: number
  created_at: string
}

const columns = 'id, workshop_id, url, is_test, types, audience, customer_id, active, failures, created_at'
const loopbackName = 'webhook_loopback'
const countRow = z.object({ count: z.number() })

export class WebhookStore {
  readonly #store: Store
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(store: Store) {
    this.#store = store
    this.#sql = prepareStatements(store.db)
  }

  /** Adds an active address and returns its secret. Refuses an eleventh address, and unknown names of events. */
  add(id: string, { workshopId, url, isTest, types, audience, customerId }: NewWebhookAddress, nowMs: number): string {
    if (parseTypes(types) === null) throw new Refusal('invalid', unknownTypesMessage(types))
    const secret = makeSecret()
    this.#store.write(() => {
      if (countRow.parse(this.#sql.countAddresses.get(workshopId)).count >= webhookLimits.addresses) {
        throw new Refusal('too_many', `the workshop has ${webhookLimits.addresses} addresses, which is the maximum`)
      }
      const instant = instantOf(nowMs)
      this.#sql.insert.run(id, workshopId, url, isTest ? 1 : 0, types, audience, customerId, secret, instant)
    })
    return secret
  }

  list(workshopId: string): WebhookAddress[] {
    return this.#sql.selectAll.all(workshopId).map(addressOf)
  }

  /** Null if the workshop has no address with this id. */
  find(workshopId: string, id: string): WebhookAddress | null {
    const row = this.#sql.selectOne.get(workshopId, id)
    return row === undefined ? null : addressOf(row)
  }

  remove(id: string): void {
    this.#store.write(() => this.#sql.deleteAddress.run(id))
  }

  /**
   * Turning an address off cancels its waiting deliveries. Events that happen while it is off are not sent to it; GET /events has them.
   * Assumed: the specification does not say.
   */
  setActive(id: string, active: boolean): void {
    this.#store.write(() => {
      if (active) {
        this.#sql.turnOn.run(id)
      } else {
        this.#sql.turnOff.run(id)
        this.#sql.cancelDeliveries.run(id)
      }
    })
  }

  /** Makes a new secret and returns it. The previous secret signs too for a day. */
  changeSecret(id: string, nowMs: number): string {
    const secret = makeSecret()
    this.#store.write(() => this.#sql.setSecret.run(nowMs + webhookLimits.oldSecretHours * hourMs, secret, id))
    return secret
  }

  addNotice(workshopId: string, text: string, nowMs: number): void {
    this.#store.write(() => this.#sql.insertNotice.run(workshopId, instantOf(nowMs), text))
  }

  /** Newest first. */
  notices(workshopId: string): { noticedAt: string; text: string }[] {
    return this.#sql.selectNotices.all(workshopId)
  }

  /** Whether messages may be sent to this computer itself, for tests. */
  isLoopbackAllowed(): boolean {
    return this.#sql.selectSetting.get(loopbackName)?.value === 1
  }

  setLoopbackAllowed(allowed: boolean): void {
    this.#store.write(() => this.#sql.setSetting.run(loopbackName, allowed ? 1 : 0))
  }
}

function prepareStatements(db: Connection) {
  return {
    selectAll: db.prepare<[string], Row>(
      `SELECT ${columns} FROM webhook_address WHERE workshop_id = ? ORDER BY created_at, rowid`,
    ),
    selectOne: db.prepare<[string, string], Row>(
      `SELECT ${columns} FROM webhook_address WHERE workshop_id = ? AND id = ?`,
    ),
    countAddresses: db.prepare<[string]>('SELECT count(*) AS count FROM webhook_address WHERE workshop_id = ?'),
    // Only later events are sent: event ids increase over all workshops.
    insert: db.prepare(
      `INSERT INTO webhook_address (id, workshop_id, url, is_test, types, audience, customer_id, secret, active, failures, seen_event, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 0, (SELECT coalesce(max(id), '') FROM event), ?)`,
    ),
    deleteAddress: db.prepare<[string]>('DELETE FROM webhook_address WHERE id = ?'),
    turnOn: db.prepare<[string]>(
      `UPDATE webhook_address SET active = 1, failures = 0, seen_event = (SELECT coalesce(max(id), '') FROM event)
       WHERE id = ? AND active = 0`,
    ),
    turnOff: db.prepare<[string]>('UPDATE webhook_address SET active = 0 WHERE id = ?'),
    cancelDeliveries: db.prepare<[string]>(
      'UPDATE webhook_delivery SET due_at = NULL WHERE address_id = ? AND due_at IS NOT NULL',
    ),
    setSecret: db.prepare<[number, string, string]>(
      'UPDATE webhook_address SET old_secret = secret, old_secret_until = ?, secret = ? WHERE id = ?',
    ),
    insertNotice: db.prepare<[string, string, string]>('INSERT INTO notice (workshop_id, at, text) VALUES (?, ?, ?)'),
    selectNotices: db.prepare<[string], { noticedAt: string; text: string }>(
      'SELECT at AS noticedAt, text FROM notice WHERE workshop_id = ? ORDER BY rowid DESC',
    ),
    selectSetting: db.prepare<[string], { value: number }>('SELECT value FROM setting WHERE name = ?'),
    setSetting: db.prepare<[string, number]>(
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ),
  }
}

/** Names the unknown events of a list, and lists the known ones. */
function unknownTypesMessage(types: string): string {
  const unknown = types.split(',').filter((name) => parseTypes(name) === null)
  const names = unknown.map((name) => `"${name.trim()}"`).join(', ')
  return `${names}: unknown event or group. Groups are ${eventGroups.join(', ')}; events are ${eventTypes.join(', ')}`
}

function addressOf(row: Row): WebhookAddress {
  return {
    id: row.id,
    workshopId: row.workshop_id,
    url: row.url,
    isTest: row.is_test === 1,
    types: row.types,
    audience: keyKind.parse(row.audience),
    customerId: row.customer_id,
    active: row.active === 1,
    failures: row.failures,
    createdAt: row.created_at,
  }
}
