// GET /orders and GET /orders/{number}: orders as they are stored, with how far their sheets have come.
import * as z from 'zod'
import { Failure } from '../http/failure.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import type { Operations } from '../http/operation.ts'
import { pageBody } from '../http/page.ts'
import { reachOf } from '../keys/key-ring.ts'
import type { ApiKey } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Connection } from '../store/store.ts'
import { orderBodies } from './order-bodies.ts'
import type { OrderRow } from './order-bodies.ts'

/** A change younger than this waits for the next fetch (specification 4.1). */
const heldBackMs = 2_000

/** Every column that is sought by or read stands in the index of the order they are sorted in. */
const shown = 'o.id, o.number, o.version, o.production'
const mine = `o.workshop_id = ? AND o.is_test = ? AND o.forwarded_at IS NULL AND (? IS NULL OR o.customer_id = ?)`

const place = z.tuple([z.string(), z.int()])

/** Orders as a key is shown them. */
export interface ShownOrders {
  /** Throws a `Failure`, 404, for one that the key does not see. */
  answer: (key: ApiKey, numberDisplay: string) => Buffer
  pages: Pick<Operations, 'listOrders' | 'readOrder'>
}

export function shownOrders(db: Connection): ShownOrders {
  type Whose = [workshop: string, isTest: number, customer: string | null, same: string | null]
  const bodies = orderBodies(db)
  const one = db.prepare<[...Whose, string], OrderRow>(
    `SELECT ${shown}, o.created_at AS at FROM work_order o WHERE ${mine} AND o.number_display = ?`,
  )
  const newest = db.prepare<[...Whose, string | null, string | null, string, string, number, number], OrderRow>(
    `SELECT ${shown}, o.created_at AS at FROM work_order o
     WHERE ${mine} AND (? IS NULL OR o.agreement_number = ?) AND o.updated_at >= ?
       AND (o.created_at, o.number) < (?, ?)
     ORDER BY o.created_at DESC, o.number DESC LIMIT ?`,
  )
  const changed = db.prepare<
    [...Whose, string | null, string | null, string, string, string, number, number],
    OrderRow
  >(
    `SELECT ${shown}, o.updated_at AS at FROM work_order o
     WHERE ${mine} AND (? IS NULL OR o.agreement_number = ?)
       AND o.updated_at >= ? AND o.updated_at <= ? AND (o.updated_at, o.number) > (?, ?)
     ORDER BY o.updated_at, o.number LIMIT ?`,
  )
  const bodyFor = (key: ApiKey) => {
    const isShown = key.kind === 'workshop' && key.workshop.modules.includes('produksjon')
    return (row: OrderRow) => bodies.of(row, isShown ? row.production : 'null')
  }
  const answer: ShownOrders['answer'] = (key, numberDisplay) => {
    const { workshopId, isTest, customerId } = reachOf(key)
    const row = one.get(workshopId, isTest, customerId, customerId, numberDisplay)
    if (row === undefined) throw new Failure('not_found')
    return bodyFor(key)(row)
  }

  return {
    answer,
    pages: {
      listOrders: ({ key, reach, nowMs, query }) => {
        const whose: Whose = [reach.workshopId, reach.isTest, reach.customerId, reach.customerId]
        const agreement = query.agreementNumber ?? null
        const since = query.updatedSince === undefined ? '' : instantOf(Date.parse(query.updatedSince))
        const from = query.cursor === undefined ? null : readCursor(query.cursor, place)
        const rows =
          query.sort === 'updatedAt'
            ? changed.all(
                ...whose,
                agreement,
                agreement,
                since,
                instantOf(nowMs - heldBackMs),
                from?.[0] ?? '',
                from?.[1] ?? 0,
                query.limit + 1,
              )
            : newest.all(
                ...whose,
                agreement,
                agreement,
                since,
                from?.[0] ?? '9999',
                from?.[1] ?? Number.MAX_SAFE_INTEGER,
                query.limit + 1,
              )
        return { body: pageBody({ rows, limit: query.limit, bodyOf: bodyFor(key), cursorAfter }) }
      },
      readOrder: ({ key, params }) => ({ body: answer(key, params.number) }),
    },
  }
}

function cursorAfter({ at, number }: OrderRow): string {
  return writeCursor([at, number])
}
