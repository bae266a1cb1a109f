// The single values of cache.db: whose it is, the cursor, how fresh it is.
import * as z from 'zod'
import type { Database } from '../platform/sqlite.ts'
import { row, stored } from './stored-json.ts'

export interface MetaTable {
  get: <T>(name: MetaName, schema: z.ZodType<T>) => T | null
  put: (name: MetaName, value: unknown) => void
  forget: (name: MetaName) => void
}
export type MetaName =
  'fingerprint' | 'me' | 'service_offset_ms' | 'cursor' | 'fresh_at' | 'lists_stale' | 'stale_orders'

const valueRow = z.object({ value: z.string() })

export function metaTable(db: Database): MetaTable {
  const select = db.prepare('SELECT value FROM meta WHERE name = ?')
  const put = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)')
  const forget = db.prepare('DELETE FROM meta WHERE name = ?')
  return {
    get: (name, schema) => {
      const found = select.get(name)
      return found === undefined ? null : stored(schema, row(valueRow, found).value)
    },
    put: (name, value) => void put.run(name, JSON.stringify(value)),
    forget: (name) => void forget.run(name),
  }
}
