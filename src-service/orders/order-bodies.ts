// Orders as bytes of JSON, with a cache. Each version of an order as it is shown has its own number (`viewVersion`), so that a cached entry can be
// superseded but never wrong.
import type { Connection } from '../store/index.ts'

/** The row of an order, and the number of its current version. */
export interface OrderVersion {
  rowid: number
  /** The column `shown`: the number of this version as a caller sees it. */
  viewVersion: number
}

export interface OrderResponse {
  number: number
  createdAt: string
  updatedAt: string
  /** The body with the progress of the order's sheets. */
  withProduction: Buffer
  /** The body with null instead, for a customer key and for a workshop without the module. */
  withoutProduction: Buffer
}

/** Throws if the row no longer exists. */
export type ReadOrderResponse = (order: OrderVersion) => OrderResponse

interface Row {
  number: number
  createdAt: string
  updatedAt: string
  production: string
  body: Buffer
}

/** The size of the cache in bytes. A full cache is cleared. */
const maxCacheBytes = 16 * 1024 * 1024

export function orderResponseReader(db: Connection): ReadOrderResponse {
  const select = db.prepare<[number], Row>(
    `SELECT number, created_at AS createdAt, updated_at AS updatedAt, production, CAST(body AS BLOB) AS body
     FROM work_order WHERE rowid = ?`,
  )
  return ({ rowid }) => {
    const row = select.get(rowid)
    if (row === undefined) throw new Error('an order was deleted while it was read')
    return responseFromRow(row)
  }
}

/** The same with a cache. For committed data only: the number of a rolled-back change is used again. */
export function cachedResponses(read: ReadOrderResponse): ReadOrderResponse {
  const cache = new Map<number, OrderResponse>()
  let bytes = 0
  return (row) => {
    const cached = cache.get(row.viewVersion)
    if (cached !== undefined) return cached
    const order = read(row)
    const orderBytes = order.withProduction.length + order.withoutProduction.length
    bytes += orderBytes
    if (bytes > maxCacheBytes) {
      cache.clear()
      bytes = orderBytes
    }
    cache.set(row.viewVersion, order)
    return order
  }
}

/** A new order, from its stored JSON. It has no sheets yet. */
export function newOrderResponse(body: string, includesProduction: boolean): string {
  return body.slice(0, -1) + lastMember(includesProduction ? noSheets : 'null')
}
const noSheets = JSON.stringify({ bendingSheets: 0, bent: 0, waitingForCustomer: 0 })

/** Replaces the closing brace of a stored order. */
const lastMember = (production: string) => `,"production":${production}}`

function responseFromRow({ number, createdAt, updatedAt, production, body }: Row): OrderResponse {
  const withProductionMember = (json: string) => Buffer.concat([body.subarray(0, -1), Buffer.from(lastMember(json))])
  return {
    number,
    createdAt,
    updatedAt,
    withProduction: withProductionMember(production),
    withoutProduction: withProductionMember('null'),
  }
}
