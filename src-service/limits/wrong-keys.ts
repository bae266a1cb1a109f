// Counts wrong keys per calling address: twenty within ten minutes of the first close the service to that address until the
// ten minutes are over. Kept on disk, so that a restart opens nothing, and in memory, as every call asks.
import { wrongKeys as rule } from '../../shared/workshop-api/index.ts'
import type { Connection } from '../store/store.ts'

const windowMs = rule.windowSeconds * 1000

export interface WrongKeys {
  /** Seconds until an address that guessed too often may call again; null for any other. */
  shutOutFor: (address: string, nowMs: number) => number | null
  count: (address: string, nowMs: number) => void
}

interface Window {
  startedAt: number
  count: number
}

/** Nothing else writes these counts: a folder has one service. */
export function wrongKeys(db: Connection): WrongKeys {
  const all = db.prepare<[], Window & { address: string }>(
    'SELECT address, started_at AS startedAt, count FROM wrong_key',
  )
  const save = db.prepare('INSERT OR REPLACE INTO wrong_key (address, started_at, count) VALUES (?, ?, ?)')
  const forget = db.prepare('DELETE FROM wrong_key WHERE started_at <= ?')
  const windows = new Map<string, Window>(all.all().map(({ address, ...window }) => [address, window]))
  const windowOf = (address: string, nowMs: number) => {
    const found = windows.get(address)
    return found !== undefined && nowMs < found.startedAt + windowMs ? found : null
  }
  const keep = db.transaction((address: string, { startedAt, count }: Window, nowMs: number) => {
    save.run(address, startedAt, count)
    forget.run(nowMs - windowMs)
  })
  return {
    shutOutFor: (address, nowMs) => {
      const open = windowOf(address, nowMs)
      if (open === null || open.count < rule.perAddress) return null
      return Math.ceil((open.startedAt + windowMs - nowMs) / 1000)
    },
    count: (address, nowMs) => {
      const open = windowOf(address, nowMs)
      const next = { startedAt: open?.startedAt ?? nowMs, count: (open?.count ?? 0) + 1 }
      keep.immediate(address, next, nowMs)
      windows.set(address, next)
      for (const [other, { startedAt }] of windows) if (startedAt <= nowMs - windowMs) windows.delete(other)
    },
  }
}
