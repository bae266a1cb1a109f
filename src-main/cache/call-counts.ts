// The counts of calls in cache.db, so that a restart does not forget what a minute and a day have used of the limits.
import * as z from 'zod'
import type { Database } from '../platform/sqlite.ts'
import { row } from './stored-json.ts'

export interface CallCountTable {
  count: (window: string) => number
  /** Never below 0. */
  add: (window: string, calls: number) => void
  forget: (window: string) => void
}

const callsRow = z.object({ calls: z.number() })

export function callCountTable(db: Database): CallCountTable {
  const select = db.prepare('SELECT calls FROM call_count WHERE window = ?')
  const add = db.prepare(`
    INSERT INTO call_count (window, calls) VALUES (@window, max(0, @calls))
    ON CONFLICT (window) DO UPDATE SET calls = max(0, calls + @calls)`)
  const forget = db.prepare('DELETE FROM call_count WHERE window = ?')
  return {
    count: (window) => {
      const stored = select.get(window)
      return stored === undefined ? 0 : row(callsRow, stored).calls
    },
    add: (window, calls) => void add.run({ window, calls }),
    forget: (window) => void forget.run(window),
  }
}
