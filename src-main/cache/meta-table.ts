// The single values of cache.db, such as its owner, the cursor and the time to which it is current.
import * as z from 'zod'
import { eventId, me, reading } from '../../shared/workshop-api/index.ts'
import type { Database } from '../platform/sqlite.ts'
import { parseStored, row } from './stored-json.ts'
import { createValueCache } from './value-cache.ts'

export interface MetaValue<T> {
  /** Null: no value is stored. */
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
    const cached = createValueCache<T | null>(db, 1)
    const read = (): T | null => {
      const storedRow = select.get(name)
      return storedRow === undefined ? null : parseStored(schema, row(valueRow, storedRow).value)
    }
    return {
      get: () => cached.get(name, read),
      put: (value) => {
        cached.forget(name)
        put.run(name, JSON.stringify(value))
      },
      forget: () => {
        cached.forget(name)
        forget.run(name)
      },
    }
  }

  return {
    fingerprint: valueOf('fingerprint', z.object({ shopSlug: z.string(), environment: z.string() })),
    me: valueOf('me', reading(me)),
    serviceOffsetMs: valueOf('service_offset_ms', z.number()),
    cursor: valueOf('cursor', z.union([z.object({ after: eventId }), z.literal('oldest')])),
    confirmedAt: valueOf('fresh_at', z.string()),
    listsStale: valueOf('lists_stale', z.boolean()),
    staleOrders: valueOf('stale_orders', z.array(z.string())),
  }
}
