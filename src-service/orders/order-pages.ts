// GET /orders and GET /orders/{number}: orders as they are stored, with how far their sheets have come.
import * as z from 'zod'
import { Failure } from '../http/failure.ts'
import { readCursor, writeCursor } from '../http/cursor.ts'
import type { Operations } from '../http/operation.ts'
import { pageBody } from '../http/page.ts'
import type { ApiKey } from '../keys/key-ring.ts'
import { instantOf } from '../store/clock.ts'
import type { Connection } from '../store/store.ts'

/** A change younger than this waits for the next fetch (specification 4.1). */
const heldBackMs = 2_000

interface OrderRow {
  id: string
  number: number
  at: string
  body: Buffer
  production: string
}

const shown = `o.id, o.number, CAST(o.body AS BLOB) AS body, (
  SELECT json_object('bendingSheets', count(*), 'bent', coalesce(sum(bent), 0), 'waitingForCustomer', coalesce(sum(approval = 'awaiting'), 0))
  FROM bending_sheet s WHERE s.order_id = o.id) AS production`
const mine = `o.workshop_id = ? AND o.is_test = ? AND o.forwarded_at IS NULL AND (? IS NULL OR o.customer_id = ?)`

const place = z.tuple([z.string(), z.int()])

export function orderPages(db: Connection): Pick<Operations, 'listOrders' | 'readOrder'> {
  type Whose = [workshop: string, isTest: number, customer: string | null, same: string | null]
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

  return {
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
      const bodyOf = (row: OrderRow) => withProduction(key, row)
      return { body: pageBody({ rows, limit: query.limit, bodyOf, cursorAfter }) }
    },
    readOrder: ({ key, reach, params }) => {
      const row = one.get(reach.workshopId, reach.isTest, reach.customerId, reach.customerId, params.number)
      if (row === undefined) throw new Failure('not_found')
      return { body: withProduction(key, row).toString() }
    },
  }
}

/** The stored order with its last member, in place of its closing brace: null for a customer key and without the module. */
function withProduction(key: ApiKey, { body, production }: OrderRow): Buffer {
  const isShown = key.kind === 'workshop' && key.workshop.modules.includes('produksjon')
  return Buffer.concat([body.subarray(0, -1), Buffer.from(`,"production":${isShown ? production : 'null'}}`)])
}

function cursorAfter({ at, number }: OrderRow): string {
  return writeCursor([at, number])
}
