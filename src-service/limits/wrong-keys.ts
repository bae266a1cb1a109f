// Counts wrong keys per calling address: twenty within ten minutes of the first close the service to that address until the
// ten minutes are over. Kept on disk, so that a restart opens nothing.
import { wrongKeys as rule } from '../../shared/workshop-api/index.ts'
import type { Connection } from '../store/store.ts'

const windowMs = rule.windowSeconds * 1000

export interface WrongKeys {
  /** Seconds until an address that guessed too often may call again; null for any other. */
  shutOutFor: (address: string, nowMs: number) => number | null
  count: (address: string, nowMs: number) => void
}

export function wrongKeys(db: Connection): WrongKeys {
  const select = db.prepare<[string], { started_at: number; count: number }>(
    'SELECT started_at, count FROM wrong_key WHERE address = ?',
  )
  const save = db.prepare('INSERT OR REPLACE INTO wrong_key (address, started_at, count) VALUES (?, ?, ?)')
  const forget = db.prepare('DELETE FROM wrong_key WHERE started_at <= ?')
  const window = (address: string, nowMs: number) => {
    const row = select.get(address)
    return row !== undefined && nowMs < row.started_at + windowMs ? row : null
  }
  const count = db.transaction((address: string, nowMs: number) => {
    const open = window(address, nowMs)
    save.run(address, open?.started_at ?? nowMs, (open?.count ?? 0) + 1)
    forget.run(nowMs - windowMs)
  })
  return {
    shutOutFor: (address, nowMs) => {
      const open = window(address, nowMs)
      if (open === null || open.count < rule.perAddress) return null
      return Math.ceil((open.started_at + windowMs - nowMs) / 1000)
    },
    count: (address, nowMs) => {
      count.immediate(address, nowMs)
    },
  }
}
