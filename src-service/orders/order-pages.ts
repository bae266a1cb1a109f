// GET /orders and GET /orders/{number}: stored orders, with the progress of their sheets.
import type { Statement } from 'better-sqlite3'
import * as z from 'zod'
import { Failure, cursorCodec, pageBody } from '../operation/index.ts'
import type { Call, Operations } from '../operation/index.ts'
import { accessScopeOf } from '../keys/index.ts'
import type { AccessScope, ApiKey } from '../keys/index.ts'
import { instantOf } from '../store/index.ts'
import type { Connection, Store } from '../store/index.ts'
import { cachedResponses, orderResponseReader, newOrderResponse } from './order-bodies.ts'
import type { OrderVersion, ReadOrderResponse, OrderResponse } from './order-bodies.ts'

/** A sync omits changes that are newer than this (specification 4.1). */
const syncDelayMs = 2_000

const sortKey = z.tuple([z.string(), z.int()])
const creationCursors = cursorCodec('orders by createdAt', sortKey)
const changeCursors = cursorCodec('orders by updatedAt', sortKey)

/** Orders as a key sees them. */
export interface OrderResponses {
  /** One order, as it is in the open transaction. Throws a 404 for an order that the key does not see. */
  answer: (key: ApiKey, numberDisplay: string) => Buffer
  /** A new order, from its stored JSON. */
  answerNew: (key: ApiKey, body: string) => string
  pages: Pick<Operations, 'listOrders' | 'readOrder'>
}

/** Returns the order with a number, as the key sees it. */
const responseOf = (find: Find, bodies: ReadOrderResponse) => (key: ApiKey, numberDisplay: string) => {
  const number = Number(/\d+$/.exec(numberDisplay)?.[0])
  const numbered: Condition = ['number = ? AND number_display = ?', number, numberDisplay]
  const [order] = find(queryFor(accessScopeOf(key), [numbered], '', 1))
  if (order === undefined) throw new Failure('not_found')
  return bodyFor(key)(bodies(order))
}

export function orderResponses(store: Store): OrderResponses {
  const find = orderFinder(store.reads)
  const findCached = cachedUntilWritten(find, store.writes)
  const responses = cachedResponses(orderResponseReader(store.reads))
  const read = responseOf(find, responses)

  return {
    answer: responseOf(orderFinder(store.db), orderResponseReader(store.db)),
    answerNew: (key, body) => newOrderResponse(body, showsProduction(key)),
    pages: {
      listOrders: ({ key, accessScope, nowMs, query }) => {
        const { sort, limit } = query
        const isSync = sort === 'updatedAt'
        // A sync depends on the clock. The other list changes only with a write, so its result is cached.
        const rows = (
          isSync
            ? find(listQuery(accessScope, query, instantOf(nowMs - syncDelayMs)))
            : findCached(JSON.stringify([accessScope, query]), () => listQuery(accessScope, query, null))
        ).map(responses)
        const cursorAfter = ({ number, createdAt, updatedAt }: OrderResponse) =>
          isSync ? changeCursors.write([updatedAt, number]) : creationCursors.write([createdAt, number])
        return { body: pageBody({ rows, limit, bodyOf: bodyFor(key), cursorAfter }) }
      },
      readOrder: ({ key, params }) => ({ body: read(key, params.number) }),
    },
  }
}

/** Part of a WHERE clause and its parameters. */
type Condition = readonly [sql: string, ...values: (string | number)[]]

interface Query {
  sql: string
  values: (string | number)[]
}

/** The query for the orders that a key sees and that meet the conditions. */
function queryFor(accessScope: AccessScope, conditions: readonly Condition[], order: string, limit: number): Query {
  const { workshopId, isTest, customerId } = accessScope
  const ownConditions: Condition[] = [['workshop_id = ? AND is_test = ?', workshopId, isTest]]
  if (customerId !== null) ownConditions.push(['customer_id = ?', customerId])
  const all = [...ownConditions, ...conditions]
  const where = all.map(([sql]) => sql).join(' AND ')
  return {
    sql: `SELECT rowid, shown AS viewVersion FROM work_order WHERE forwarded_at IS NULL AND ${where} ${order} LIMIT ?`,
    values: [...all.flatMap(([, ...values]) => values), limit],
  }
}

/** The query of a list. `until` is the newest change in a sync; null for the other list. */
function listQuery(accessScope: AccessScope, query: Call<'listOrders'>['query'], until: string | null): Query {
  const { limit, agreementNumber, updatedSince, cursor } = query
  const after = cursor === undefined ? null : (until === null ? creationCursors : changeCursors).read(cursor)
  const conditions: Condition[] = []
  if (until !== null) conditions.push(['updated_at <= ?', until])
  if (updatedSince !== undefined) conditions.push(['updated_at >= ?', instantOf(Date.parse(updatedSince))])
  if (agreementNumber !== undefined) conditions.push(['agreement_number = ?', agreementNumber])
  if (after !== null) {
    conditions.push([until === null ? '(created_at, number) < (?, ?)' : '(updated_at, number) > (?, ?)', ...after])
  }
  const order = until === null ? 'ORDER BY created_at DESC, number DESC' : 'ORDER BY updated_at, number'
  return queryFor(accessScope, conditions, order, limit + 1)
}

type Find = (query: Query) => readonly OrderVersion[]

/** Finds orders. Each statement is prepared once. */
function orderFinder(db: Connection): Find {
  const prepared = new Map<string, Statement<unknown[], OrderVersion>>()
  return ({ sql, values }) => {
    const statement = prepared.get(sql) ?? db.prepare<unknown[], OrderVersion>(sql)
    prepared.set(sql, statement)
    return statement.all(...values)
  }
}

/** The maximum number of cached results. */
const maxCached = 1_000

/** Caches results until anything is written. */
function cachedUntilWritten(find: Find, writes: () => number) {
  const cache = new Map<string, readonly OrderVersion[]>()
  let cachedAtWrites = writes()
  return (name: string, makeQuery: () => Query): readonly OrderVersion[] => {
    const current = writes()
    if (current !== cachedAtWrites || cache.size >= maxCached) cache.clear()
    cachedAtWrites = current
    const orders = cache.get(name) ?? find(makeQuery())
    cache.set(name, orders)
    return orders
  }
}

const showsProduction = (key: ApiKey): boolean => key.kind === 'workshop' && key.workshop.modules.includes('produksjon')

function bodyFor(key: ApiKey): (order: OrderResponse) => Buffer {
  const includesProduction = showsProduction(key)
  return ({ withProduction, withoutProduction }) => (includesProduction ? withProduction : withoutProduction)
}
