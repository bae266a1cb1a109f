// Orders as the bytes they are answered with, kept by id and version: what is stored under one version never changes, so that what
// is kept can be superseded but not wrong. How far the sheets have come is no part of that and is put in anew where it differs.
import type { Connection } from '../store/store.ts'

/** What a list needs to know of an order to show it. */
export interface OrderRow {
  id: string
  number: number
  version: number
  /** The order's `production`, as JSON. */
  production: string
  /** Where it stands in the list. */
  at: string
}

export interface OrderBodies {
  /** The order with its last member; `production` is JSON. */
  of: (row: Pick<OrderRow, 'id' | 'version'>, production: string) => Buffer
}

interface Kept {
  version: number
  /** The order up to the value of its last member. */
  open: Buffer
  production: string
  whole: Buffer
}

/** Kept at most, in bytes; beyond it all are let go and read again as they are asked for. */
const mostBytes = 16 * 1024 * 1024

export function orderBodies(db: Connection): OrderBodies {
  const select = db.prepare<[string], { version: number; body: Buffer }>(
    'SELECT version, CAST(body AS BLOB) AS body FROM work_order WHERE id = ?',
  )
  const kept = new Map<string, Kept>()
  let bytes = 0
  const keep = (id: string, one: Kept): Buffer => {
    const before = kept.get(id)
    bytes += one.whole.length - (before?.whole.length ?? 0)
    if (bytes > mostBytes) {
      kept.clear()
      bytes = one.whole.length
    }
    kept.set(id, one)
    return one.whole
  }
  return {
    of: ({ id, version }, production) => {
      const known = kept.get(id)
      if (known?.version === version) {
        if (known.production === production) return known.whole
        return keep(id, { ...known, production, whole: closed(known.open, production) })
      }
      const row = select.get(id)
      if (row === undefined) throw new Error(`order ${id} has gone while it was read`)
      const open = Buffer.concat([row.body.subarray(0, -1), Buffer.from(',"production":')])
      return keep(id, { version: row.version, open, production, whole: closed(open, production) })
    },
  }
}

const closed = (open: Buffer, production: string): Buffer => Buffer.concat([open, Buffer.from(`${production}}`)])
