// The workshop's customers as they are stored: read for the interface and the desk, changed together with the event that tells
// of it. Whether they are test data is the workshop's: a sandbox's are, a live workshop's are not, whoever added them. So a test
// key of a live workshop sees none (decision 3), and a test key of any may not write them (specification 5.4).
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { customer } from '../../shared/workshop-api/index.ts'
import type { Customer, NewCustomer, Order, customerChange } from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/event-log.ts'
import { whose } from '../keys/key-ring.ts'
import type { Reach, Whose } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Store } from '../store/store.ts'

/** A customer as orders and projects carry it. */
export type EmbeddedCustomer = NonNullable<Order['customer']>

export interface CustomerBook {
  find: (reach: Reach, id: string) => Customer | null
  /** Customers with a number above `after`, lowest first. */
  list: (reach: Reach, after: number, limit: number) => Customer[]
  embedded: (workshopId: string, idOrNumber: { id: string } | { number: number }) => EmbeddedCustomer | null
  /** Gives the new customer the next number and sends `customer.created`. */
  add: (workshop: { id: string; sandbox: boolean }, sent: NewCustomer, nowMs: number) => Customer
  /** Stores what is different and sends `customer.updated`; without a difference it does neither. */
  change: (
    workshop: { id: string; sandbox: boolean },
    current: Customer,
    sent: z.infer<typeof customerChange>,
    nowMs: number,
  ) => Customer
}

/** The number of a workshop's first customer. */
const firstNumber = 1001

const visible = `workshop_id = ? AND (SELECT sandbox FROM workshop w WHERE w.id = workshop_id) = ? AND (? IS NULL OR id = ?)`

export function customerBook(store: Store, events: EventLog): CustomerBook {
  const { db } = store
  const one = db.prepare<[...Whose, string], { body: string }>(`SELECT body FROM customer WHERE ${visible} AND id = ?`)
  const page = db.prepare<[...Whose, number, number], { body: string }>(
    `SELECT body FROM customer WHERE ${visible} AND number > ? ORDER BY number LIMIT ?`,
  )
  const named = db.prepare<[string, string | null, number | null], EmbeddedCustomer>(
    'SELECT id, number, name FROM customer WHERE workshop_id = ? AND (id = ? OR number = ?)',
  )
  const highest = db.prepare<[string], { number: number | null }>(
    'SELECT max(number) AS number FROM customer WHERE workshop_id = ?',
  )
  const insert = db.prepare('INSERT INTO customer (id, workshop_id, number, name, body) VALUES (?, ?, ?, ?, ?)')
  const update = db.prepare('UPDATE customer SET name = ?, body = ? WHERE id = ?')

  const tell = (
    type: 'customer.created' | 'customer.updated',
    workshop: { id: string; sandbox: boolean },
    stored: Customer,
    nowMs: number,
  ) => {
    const whom = { workshopId: workshop.id, livemode: !workshop.sandbox, customerId: stored.id }
    events.add({ type, ...whom, data: { customer: stored } }, nowMs)
  }

  return {
    find: (reach, id) => {
      const row = one.get(...whose(reach), id)
      return row === undefined ? null : customerOf(row)
    },
    list: (reach, after, limit) => page.all(...whose(reach), after, limit).map(customerOf),
    embedded: (workshopId, by) =>
      named.get(workshopId, 'id' in by ? by.id : null, 'id' in by ? null : by.number) ?? null,
    add: (workshop, sent, nowMs) =>
      store.write(() => {
        const at = instantOf(nowMs)
        const number = (highest.get(workshop.id)?.number ?? firstNumber - 1) + 1
        const stored = customer.parse({ id: randomUUID(), number, ...sent, createdAt: at, updatedAt: at, version: 1 })
        insert.run(stored.id, workshop.id, number, stored.name, JSON.stringify(stored))
        tell('customer.created', workshop, stored, nowMs)
        return stored
      }),
    change: (workshop, current, sent, nowMs) =>
      store.write(() => {
        const changed = customer.parse({ ...current, ...sent })
        if (isDeepStrictEqual(changed, current)) return current
        const stored = { ...changed, updatedAt: instantOf(nowMs), version: current.version + 1 }
        update.run(stored.name, JSON.stringify(stored), stored.id)
        tell('customer.updated', workshop, stored, nowMs)
        return stored
      }),
  }
}

function customerOf({ body }: { body: string }): Customer {
  return customer.parse(JSON.parse(body))
}
