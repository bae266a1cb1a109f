// The single values of cache.db: whose it is, the cursor, how fresh it is.
import * as z from 'zod'
import { eventId, me, reading } from '../../shared/workshop-api/index.ts'
import type { Database } from '../platform/sqlite.ts'
import { remembered } from './remembered.ts'
import { row, stored } from './stored-json.ts'

export interface MetaValue<T> {
  /** Null: it is not there. */
  get: () => T | null
  put: (value: T) => void
  forget: () => void
}
export type MetaTable = ReturnType<typeof metaTable>

const valueRow = z.object({ value: z.string() })

export function metaTable(db: Database) {
  const select = db.prepare('SELECT value FROM meta WHERE name = ?')
  const put = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)')
  const forget = db.prepare('DELETE FROM meta WHERE name = ?')

  function valueOf<T>(name: string, schema: z.ZodType<T>): MetaValue<T> {
    const known = remembered<T | null>(db, 1)
    const read = (): T | null => {
      const found = select.get(name)
      return found === undefined ? null : stored(schema, row(valueRow, found).value)
    }
    return {
      get: () => known.get(name, read),
      put: (value) => {
        known.forget(name)
        put.run(name, JSON.stringify(value))
      },
      forget: () => {
        known.forget(name)
        forget.run(name)
      },
    }
  }

  return {
    fingerprint: valueOf('fingerprint', z.object({ shopSlug: z.string(), environment: z.string() })),
    me: valueOf('me', reading(me)),
    serviceOffsetMs: valueOf('service_offset_ms', z.number()),
    cursor: valueOf('cursor', z.union([z.object({ after: eventId }), z.literal('oldest')])),
    freshAt: valueOf('fresh_at', z.string()),
    listsStale: valueOf('lists_stale', z.boolean()),
    staleOrders: valueOf('stale_orders', z.array(z.string())),
  }
}
