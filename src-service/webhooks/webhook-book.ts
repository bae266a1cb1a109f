// The addresses that a workshop has its events sent to, and the notices that it is given of them. Not of the interface: the
// workshop's own side alone changes them (specification 6.1).
import * as z from 'zod'
import { eventTypes, keyKind, webhookLimits } from '../../shared/workshop-api/index.ts'
import type { KeyKind } from '../../shared/workshop-api/index.ts'
import { eventGroups, readTypes } from '../events/event-audience.ts'
import { instantOf } from '../store/clock.ts'
import { Refusal } from '../store/refusal.ts'
import type { Store } from '../store/store.ts'
import { makeSecret } from './signature.ts'

export interface WebhookAddress {
  id: string
  workshopId: string
  url: string
  isTest: boolean
  /** Names of events and groups, as GET /events takes them. */
  types: string
  /** Whose address it is: a customer's gets what a customer key sees. */
  audience: KeyKind
  /** Gets this customer's events alone; null: every event. */
  customerId: string | null
  active: boolean
  /** Failed attempts since the last that did not fail. */
  failures: number
  createdAt: string
}

export type AddressWanted = Pick<WebhookAddress, 'workshopId' | 'url' | 'isTest' | 'types' | 'audience' | 'customerId'>

export interface WebhookBook {
  /** Adds an address, switched on, and returns its secret. Refuses an eleventh, and names that stand for no event. */
  add: (id: string, wanted: AddressWanted, nowMs: number) => string
  list: (workshopId: string) => WebhookAddress[]
  /** Null where the workshop has none with this id. */
  find: (workshopId: string, id: string) => WebhookAddress | null
  remove: (id: string) => void
  /**
   * What happens while an address is off is not sent to it, nor what waited to be sent: it is read with GET /events. Assumed: the
   * specification says nothing of it.
   */
  switch: (id: string, active: boolean) => void
  /** Makes a new secret and returns it; the one before signs beside it for a day. */
  changeSecret: (id: string, nowMs: number) => string
  notify: (workshopId: string, text: string, nowMs: number) => void
  /** Newest first. */
  notices: (workshopId: string) => { at: string; text: string }[]
  /** Whether tests may have messages sent to this computer itself. */
  loopback: () => boolean
  setLoopback: (on: boolean) => void
}

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
const hourMs = 3_600_000
const count = z.object({ count: z.number() })

export function webhookBook(store: Store): WebhookBook {
  const { db } = store
  const select = db.prepare<[string], Row>(
    `SELECT ${columns} FROM webhook_address WHERE workshop_id = ? ORDER BY created_at, rowid`,
  )
  const selectOne = db.prepare<[string, string], Row>(
    `SELECT ${columns} FROM webhook_address WHERE workshop_id = ? AND id = ?`,
  )
  const countOf = db.prepare<[string]>('SELECT count(*) AS count FROM webhook_address WHERE workshop_id = ?')
  // Only what happens from now on is sent: ids of events rise over all workshops.
  const insert = db.prepare(
    `INSERT INTO webhook_address (id, workshop_id, url, is_test, types, audience, customer_id, secret, active, failures, seen_event, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 0, (SELECT coalesce(max(id), '') FROM event), ?)`,
  )
  const remove = db.prepare<[string]>('DELETE FROM webhook_address WHERE id = ?')
  const turnOn = db.prepare<[string]>(
    `UPDATE webhook_address SET active = 1, failures = 0, seen_event = (SELECT coalesce(max(id), '') FROM event)
     WHERE id = ? AND active = 0`,
  )
  const turnOff = db.prepare<[string]>('UPDATE webhook_address SET active = 0 WHERE id = ?')
  const endAll = db.prepare<[string]>(
    'UPDATE webhook_delivery SET due_at = NULL WHERE address_id = ? AND due_at IS NOT NULL',
  )
  const setSecret = db.prepare<[number, string, string]>(
    'UPDATE webhook_address SET old_secret = secret, old_secret_until = ?, secret = ? WHERE id = ?',
  )
  const insertNotice = db.prepare<[string, string, string]>(
    'INSERT INTO notice (workshop_id, at, text) VALUES (?, ?, ?)',
  )
  const selectNotices = db.prepare<[string], { at: string; text: string }>(
    'SELECT at, text FROM notice WHERE workshop_id = ? ORDER BY rowid DESC',
  )
  const setting = db.prepare<[string], { value: number }>('SELECT value FROM setting WHERE name = ?')
  const setSetting = db.prepare<[string, number]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    add: (id, { workshopId, url, isTest, types, audience, customerId }, nowMs) => {
      if (readTypes(types) === null) throw new Refusal('invalid', unknownIn(types))
      const secret = makeSecret()
      store.write(() => {
        if (count.parse(countOf.get(workshopId)).count >= webhookLimits.addresses) {
          throw new Refusal('too_many', `the workshop has ${webhookLimits.addresses} addresses, which is the most`)
        }
        insert.run(id, workshopId, url, isTest ? 1 : 0, types, audience, customerId, secret, instantOf(nowMs))
      })
      return secret
    },
    list: (workshopId) => select.all(workshopId).map(addressOf),
    find: (workshopId, id) => {
      const row = selectOne.get(workshopId, id)
      return row === undefined ? null : addressOf(row)
    },
    remove: (id) => {
      store.write(() => remove.run(id))
    },
    switch: (id, active) => {
      store.write(() => {
        if (active) {
          turnOn.run(id)
        } else {
          turnOff.run(id)
          endAll.run(id)
        }
      })
    },
    changeSecret: (id, nowMs) => {
      const secret = makeSecret()
      store.write(() => setSecret.run(nowMs + webhookLimits.oldSecretHours * hourMs, secret, id))
      return secret
    },
    notify: (workshopId, text, nowMs) => {
      store.write(() => insertNotice.run(workshopId, instantOf(nowMs), text))
    },
    notices: (workshopId) => selectNotices.all(workshopId),
    loopback: () => setting.get(loopbackName)?.value === 1,
    setLoopback: (on) => {
      store.write(() => setSetting.run(loopbackName, on ? 1 : 0))
    },
  }
}

/** The names in a list that stand for nothing, and what does. */
function unknownIn(types: string): string {
  const unknown = types.split(',').filter((name) => readTypes(name) === null)
  const named = unknown.map((name) => `"${name.trim()}"`).join(', ')
  return `${named}: no event and no group. Groups are ${eventGroups.join(', ')}; events ${eventTypes.join(', ')}`
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
