// Orders as the bytes they are answered with. Each thing that an order is shown as has a number that none has again, so that what
// is kept under one can be superseded but not wrong.
import type { Connection } from '../store/store.ts'

/** Where an order is found, and the number of what it is shown as now. */
export interface FoundOrder {
  place: number
  shown: number
}

export interface ShownOrder {
  number: number
  createdAt: string
  updatedAt: string
  /** With how far its sheets have come. */
  withProduction: Buffer
  /** With null in that place: for a customer key, and without the module. */
  withoutProduction: Buffer
}

/** Throws for one that is not where it was found. */
export type OrderBodies = (order: FoundOrder) => ShownOrder

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
     FROM work_order WHERE rowid = ?`,
  )
  return ({ place }) => {
    const row = select.get(place)
    if (row === undefined) throw new Error('an order has gone while it was read')
    return shownOrder(row)
  }
}

/** The same, kept. Only of what is committed: the number of a change that is taken back is given again. */
export function keptBodies(read: OrderBodies): OrderBodies {
  const kept = new Map<number, ShownOrder>()
  let bytes = 0
  return (found) => {
    const known = kept.get(found.shown)
    if (known !== undefined) return known
    const order = read(found)
    const more = order.withProduction.length + order.withoutProduction.length
    bytes += more
    if (bytes > mostBytes) {
      kept.clear()
      bytes = more
    }
    kept.set(found.shown, order)
    return order
  }
}

/** A new order as it is shown, given the JSON that it is stored as: it has no sheets yet. */
export function shownNewOrder(body: string, isShown: boolean): string {
  return body.slice(0, -1) + lastMember(isShown ? noSheets : 'null')
}
const noSheets = JSON.stringify({ bendingSheets: 0, bent: 0, waitingForCustomer: 0 })

/** What comes in place of a stored order's closing brace. */
const lastMember = (production: string) => `,"production":${production}}`

function shownOrder({ number, createdAt, updatedAt, production, body }: Row): ShownOrder {
  const ending = (json: string) => Buffer.concat([body.subarray(0, -1), Buffer.from(lastMember(json))])
  return { number, createdAt, updatedAt, withProduction: ending(production), withoutProduction: ending('null') }
}
