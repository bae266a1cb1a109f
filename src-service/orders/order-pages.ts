// GET /orders and GET /orders/{number}: orders as they are stored, with how far their sheets have come.
import type { Statement } from 'better-sqlite3'
import * as z from 'zod'
import { Failure } from '../http/failure.ts'
import { cursors } from '../http/cursor.ts'
import type { Call, Operations } from '../http/operation.ts'
import { pageBody } from '../http/page.ts'
import { reachOf } from '../keys/key-ring.ts'
import type { ApiKey, Reach } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Connection, Store } from '../store/store.ts'
import { keptBodies, orderBodies, shownNewOrder } from './order-bodies.ts'
import type { FoundOrder, OrderBodies, ShownOrder } from './order-bodies.ts'

/** A change younger than this waits for the next fetch (specification 4.1). */
const heldBackMs = 2_000

const place = z.tuple([z.string(), z.int()])
const byCreation = cursors('orders by createdAt', place)
const byChange = cursors('orders by updatedAt', place)

/** Orders as a key is shown them. */
export interface ShownOrders {
  /** One as it stands in the transaction that is open. Throws a `Failure`, 404, for one that the key does not see. */
  answer: (key: ApiKey, numberDisplay: string) => Buffer
  /** A new one, given the JSON that it is stored as. */
  answerNew: (key: ApiKey, body: string) => string
  pages: Pick<Operations, 'listOrders' | 'readOrder'>
}

/** Shows a key the one order that has a number. */
const one = (find: Find, bodies: OrderBodies) => (key: ApiKey, numberDisplay: string) => {
  const number = Number(/\d+$/.exec(numberDisplay)?.[0])
  const numbered: Condition = ['number = ? AND number_display = ?', number, numberDisplay]
  const [order] = find(question(reachOf(key), [numbered], '', 1))
  if (order === undefined) throw new Failure('not_found')
  return bodyFor(key)(bodies(order))
}

export function shownOrders(store: Store): ShownOrders {
  const find = finder(store.reads)
  const findKept = keptUntilWritten(find, store.writes)
  const bodies = keptBodies(orderBodies(store.reads))
  const read = one(find, bodies)

  return {
    answer: one(finder(store.db), orderBodies(store.db)),
    answerNew: (key, body) => shownNewOrder(body, showsProduction(key)),
    pages: {
      listOrders: ({ key, reach, nowMs, query }) => {
        const { sort, limit } = query
        const sync = sort === 'updatedAt'
        // What is held back changes with the clock, anything else only when something is written.
        const rows = (
          sync
            ? find(listed(reach, query, instantOf(nowMs - heldBackMs)))
            : findKept(JSON.stringify([reach, query]), () => listed(reach, query, null))
        ).map(bodies)
        const cursorAfter = ({ number, createdAt, updatedAt }: ShownOrder) =>
          sync ? byChange.write([updatedAt, number]) : byCreation.write([createdAt, number])
        return { body: pageBody({ rows, limit, bodyOf: bodyFor(key), cursorAfter }) }
      },
      readOrder: ({ key, params }) => ({ body: read(key, params.number) }),
    },
  }
}

/** Part of a WHERE and what it is compared with. */
type Condition = readonly [sql: string, ...values: (string | number)[]]

interface Question {
  sql: string
  values: (string | number)[]
}

/** Asks for the orders that a key sees and that meet the conditions. */
function question(reach: Reach, conditions: readonly Condition[], order: string, limit: number): Question {
  const { workshopId, isTest, customerId } = reach
  const mine: Condition[] = [['workshop_id = ? AND is_test = ?', workshopId, isTest]]
  if (customerId !== null) mine.push(['customer_id = ?', customerId])
  const all = [...mine, ...conditions]
  const where = all.map(([sql]) => sql).join(' AND ')
  return {
    sql: `SELECT rowid AS place, shown FROM work_order WHERE forwarded_at IS NULL AND ${where} ${order} LIMIT ?`,
    values: [...all.flatMap(([, ...values]) => values), limit],
  }
}

/** What a list asks for; in a sync with the moment after which changes are held back. */
function listed(reach: Reach, query: Call<'listOrders'>['query'], until: string | null): Question {
  const { limit, agreementNumber, updatedSince, cursor } = query
  const from = cursor === undefined ? null : (until === null ? byCreation : byChange).read(cursor)
  const conditions: Condition[] = []
  if (until !== null) conditions.push(['updated_at <= ?', until])
  if (updatedSince !== undefined) conditions.push(['updated_at >= ?', instantOf(Date.parse(updatedSince))])
  if (agreementNumber !== undefined) conditions.push(['agreement_number = ?', agreementNumber])
  if (from !== null) {
    conditions.push([until === null ? '(created_at, number) < (?, ?)' : '(updated_at, number) > (?, ?)', ...from])
  }
  const order = until === null ? 'ORDER BY created_at DESC, number DESC' : 'ORDER BY updated_at, number'
  return question(reach, conditions, order, limit + 1)
}

type Find = (asked: Question) => readonly FoundOrder[]

/** Finds orders; each question is prepared once. */
function finder(db: Connection): Find {
  const prepared = new Map<string, Statement<unknown[], FoundOrder>>()
  return ({ sql, values }) => {
    const statement = prepared.get(sql) ?? db.prepare<unknown[], FoundOrder>(sql)
    prepared.set(sql, statement)
    return statement.all(...values)
  }
}

/** How many questions are remembered at most. */
const mostKept = 1_000

/** Which orders answer a question is the same until anything is written. */
function keptUntilWritten(find: Find, writes: () => number) {
  const found = new Map<string, readonly FoundOrder[]>()
  let foundAt = writes()
  return (name: string, ask: () => Question): readonly FoundOrder[] => {
    const at = writes()
    if (at !== foundAt || found.size >= mostKept) found.clear()
    foundAt = at
    const orders = found.get(name) ?? find(ask())
    found.set(name, orders)
    return orders
  }
}

const showsProduction = (key: ApiKey): boolean => key.kind === 'workshop' && key.workshop.modules.includes('produksjon')

function bodyFor(key: ApiKey): (order: ShownOrder) => Buffer {
  const isShown = showsProduction(key)
  return ({ withProduction, withoutProduction }) => (isShown ? withProduction : withoutProduction)
}
