// Orders as the bytes they are answered with. Each thing that an order is shown as has a number that none has again, so that what
// is kept under one can be superseded but not wrong.
import type { Connection } from '../store/store.ts'

export interface ShownOrder {
  number: number
  createdAt: string
  updatedAt: string
  /** With how far its sheets have come. */
  withProduction: Buffer
  /** With null in that place: for a customer key, and without the module. */
  withoutProduction: Buffer
}

export interface OrderBodies {
  of: (shown: number) => ShownOrder
}

interface Row {
  number: number
  createdAt: string
  updatedAt: string
  production: string
  body: Buffer
}

/** Kept at most, in bytes; beyond it all are let go and read again as they are asked for. */
const mostBytes = 16 * 1024 * 1024

export function orderBodies(db: Connection): OrderBodies {
  const select = db.prepare<[number], Row>(
    `SELECT number, created_at AS createdAt, updated_at AS updatedAt, production, CAST(body AS BLOB) AS body
     FROM work_order WHERE shown = ?`,
  )
  const kept = new Map<number, ShownOrder>()
  let bytes = 0
  return {
    of: (shown) => {
      const known = kept.get(shown)
      if (known !== undefined) return known
      const row = select.get(shown)
      if (row === undefined) throw new Error('an order has gone while it was read')
      const order = shownOrder(row)
      bytes += 2 * row.body.length
      if (bytes > mostBytes) {
        kept.clear()
        bytes = 2 * row.body.length
      }
      kept.set(shown, order)
      return order
    },
  }
}

/** The stored order with its last member, in place of its closing brace. */
function shownOrder({ number, createdAt, updatedAt, production, body }: Row): ShownOrder {
  const ending = (json: string) => Buffer.concat([body.subarray(0, -1), Buffer.from(`,"production":${json}}`)])
  return { number, createdAt, updatedAt, withProduction: ending(production), withoutProduction: ending('null') }
}
