// GET /orders and GET /orders/{number}: orders as they are stored, with how far their sheets have come.
import * as z from 'zod'
import { Failure } from '../http/failure.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import type { Operations } from '../http/operation.ts'
import { pageBody } from '../http/page.ts'
import { reachOf } from '../keys/key-ring.ts'
import type { ApiKey, Reach } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Connection } from '../store/store.ts'
import { orderBodies } from './order-bodies.ts'
import type { ShownOrder } from './order-bodies.ts'

/** A change younger than this waits for the next fetch (specification 4.1). */
const heldBackMs = 2_000

const place = z.tuple([z.string(), z.int()])

/** Orders as a key is shown them. */
export interface ShownOrders {
  /** Throws a `Failure`, 404, for one that the key does not see. */
  answer: (key: ApiKey, numberDisplay: string) => Buffer
  pages: Pick<Operations, 'listOrders' | 'readOrder'>
}

export function shownOrders(db: Connection): ShownOrders {
  const bodies = orderBodies(db)
  const select = selections(db)
  const answer: ShownOrders['answer'] = (key, numberDisplay) => {
    const [shown] = select(reachOf(key), [['number_display = ?', numberDisplay]], '')
    if (shown === undefined) throw new Failure('not_found')
    return bodyFor(key)(bodies.of(shown))
  }

  return {
    answer,
    pages: {
      listOrders: ({ key, reach, nowMs, query }) => {
        const { sort, limit, agreementNumber, updatedSince, cursor } = query
        const from = cursor === undefined ? null : readCursor(cursor, place)
        const sync = sort === 'updatedAt'
        const since = updatedSince === undefined ? null : instantOf(Date.parse(updatedSince))
        const conditions: (Condition | null)[] = [
          sync ? ['updated_at <= ?', instantOf(nowMs - heldBackMs)] : null,
          since === null ? null : ['updated_at >= ?', since],
          agreementNumber === undefined ? null : ['agreement_number = ?', agreementNumber],
          from === null ? null : [`(${sync ? 'updated_at, number) >' : 'created_at, number) <'} (?, ?)`, ...from],
        ]
        const order = sync ? 'ORDER BY updated_at, number' : 'ORDER BY created_at DESC, number DESC'
        const rows = select(
          reach,
          conditions.filter((each) => each !== null),
          order,
          limit + 1,
        ).map(bodies.of)
        const cursorAfter = ({ number, createdAt, updatedAt }: ShownOrder) =>
          writeCursor([sync ? updatedAt : createdAt, number])
        return { body: pageBody({ rows, limit, bodyOf: bodyFor(key), cursorAfter }) }
      },
      readOrder: ({ key, params }) => ({ body: answer(key, params.number) }),
    },
  }
}

/** Part of a WHERE and what it is compared with. */
type Condition = [sql: string, ...values: (string | number)[]]

/** Finds orders that a key sees by the numbers of what they are shown as; each question is prepared once. */
function selections(db: Connection) {
  const prepared = new Map<string, ReturnType<typeof db.prepare<unknown[], number>>>()
  return ({ workshopId, isTest, customerId }: Reach, conditions: Condition[], order: string, limit = 1): number[] => {
    const whose: Condition[] = customerId === null ? [] : [['customer_id = ?', customerId]]
    const all: Condition[] = [['workshop_id = ?', workshopId], ['is_test = ?', isTest], ...whose, ...conditions]
    const where = all.map(([sql]) => sql).join(' AND ')
    const sql = `SELECT shown FROM work_order WHERE forwarded_at IS NULL AND ${where} ${order} LIMIT ?`
    const statement = prepared.get(sql) ?? db.prepare<unknown[], number>(sql).pluck()
    prepared.set(sql, statement)
    return statement.all(...all.flatMap(([, ...values]) => values), limit)
  }
}

function bodyFor(key: ApiKey): (order: ShownOrder) => Buffer {
  const isShown = key.kind === 'workshop' && key.workshop.modules.includes('produksjon')
  return ({ withProduction, withoutProduction }) => (isShown ? withProduction : withoutProduction)
}
