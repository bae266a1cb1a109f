// The workshop's customers in the store: changed in one transaction with their events. All customers of a sandbox are test data, and all of a
// live workshop are live data. So a test key of a live workshop sees none (service decision 3), and no test key can write them (specification 5.4).
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { customer } from '../../shared/workshop-api/index.ts'
import type { Customer, NewCustomer, Order, customerChange } from '../../shared/workshop-api/index.ts'
import type { EventLog } from '../events/index.ts'
import { accessScopeParameters } from '../keys/index.ts'
import type { AccessScope, AccessScopeParameters } from '../keys/index.ts'
import { instantOf } from '../store/index.ts'
import type { Store } from '../store/index.ts'

/** A customer as orders and projects contain it. */
export type EmbeddedCustomer = NonNullable<Order['customer']>

export interface CustomerStore {
  find: (accessScope: AccessScope, id: string) => Customer | null
  /** Customers with a number above `after`, lowest first. */
  list: (accessScope: AccessScope, after: number, limit: number) => Customer[]
  embedded: (workshopId: string, idOrNumber: { id: string } | { number: number }) => EmbeddedCustomer | null
  /** Gives the new customer the next number and sends `customer.created`. */
  add: (workshop: { id: string; sandbox: boolean }, fields: NewCustomer, nowMs: number) => Customer
  /** Stores the changes and sends `customer.updated`. Does nothing if nothing changes. */
  change: (
    workshop: { id: string; sandbox: boolean },
    current: Customer,
    changes: z.infer<typeof customerChange>,
    nowMs: number,
  ) => Customer
}

/** The number of a workshop's first customer. */
const firstNumber = 1001

const visible = `workshop_id = ? AND (SELECT sandbox FROM workshop w WHERE w.id = workshop_id) = ? AND (? IS NULL OR id = ?)`

export function customerStore(store: Store, events: EventLog): CustomerStore {
  const { db } = store
  const selectOne = db.prepare<[...AccessScopeParameters, string], { body: string }>(
    `SELECT body FROM customer WHERE ${visible} AND id = ?`,
  )
  const selectPage = db.prepare<[...AccessScopeParameters, number, number], { body: string }>(
    `SELECT body FROM customer WHERE ${visible} AND number > ? ORDER BY number LIMIT ?`,
  )
  const selectEmbedded = db.prepare<[string, string | null, number | null], EmbeddedCustomer>(
    'SELECT id, number, name FROM customer WHERE workshop_id = ? AND (id = ? OR number = ?)',
  )
  const selectHighestNumber = db.prepare<[string], { number: number | null }>(
    'SELECT max(number) AS number FROM customer WHERE workshop_id = ?',
  )
  const insert = db.prepare('INSERT INTO customer (id, workshop_id, number, name, body) VALUES (?, ?, ?, ?, ?)')
  const update = db.prepare('UPDATE customer SET name = ?, body = ? WHERE id = ?')

  const sendEvent = (
    type: 'customer.created' | 'customer.updated',
    workshop: { id: string; sandbox: boolean },
    stored: Customer,
    nowMs: number,
  ) => {
    const audience = { workshopId: workshop.id, livemode: !workshop.sandbox, customerId: stored.id }
    events.add({ type, ...audience, data: { customer: stored } }, nowMs)
  }

  return {
    find: (accessScope, id) => {
      const row = selectOne.get(...accessScopeParameters(accessScope), id)
      return row === undefined ? null : parseCustomer(row)
    },
    list: (accessScope, after, limit) =>
      selectPage.all(...accessScopeParameters(accessScope), after, limit).map(parseCustomer),
    embedded: (workshopId, by) =>
      selectEmbedded.get(workshopId, 'id' in by ? by.id : null, 'id' in by ? null : by.number) ?? null,
    add: (workshop, fields, nowMs) =>
      store.write(() => {
        const instant = instantOf(nowMs)
        const number = (selectHighestNumber.get(workshop.id)?.number ?? firstNumber - 1) + 1
        const stored = customer.parse({
          id: randomUUID(),
          number,
          ...fields,
          createdAt: instant,
          updatedAt: instant,
          version: 1,
        })
        insert.run(stored.id, workshop.id, number, stored.name, JSON.stringify(stored))
        sendEvent('customer.created', workshop, stored, nowMs)
        return stored
      }),
    change: (workshop, current, changes, nowMs) =>
      store.write(() => {
        const changed = customer.parse({ ...current, ...changes })
        if (isDeepStrictEqual(changed, current)) return current
        const stored = { ...changed, updatedAt: instantOf(nowMs), version: current.version + 1 }
        update.run(stored.name, JSON.stringify(stored), stored.id)
        sendEvent('customer.updated', workshop, stored, nowMs)
        return stored
      }),
  }
}

function parseCustomer({ body }: { body: string }): Customer {
  return customer.parse(JSON.parse(body))
}
