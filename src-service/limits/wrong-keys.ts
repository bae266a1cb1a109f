// Counts wrong keys per calling address: after twenty within ten minutes of the first, the address is refused until the ten minutes are
// over. Stored, so that a restart does not reset the counts, and cached in memory, because every call reads them.
import { wrongKeys as rule } from '../../shared/workshop-api/index.ts'
import { whenFree } from '../store/index.ts'
import type { Connection } from '../store/index.ts'

const windowMs = rule.windowSeconds * 1000

export interface WrongKeys {
  /** Seconds until a blocked address may call again; null if the address is not blocked. */
  blockedForSeconds: (address: string, nowMs: number) => number | null
  count: (address: string, nowMs: number) => void
}

interface Window {
  startedAt: number
  count: number
}

/** The cache is valid because only one service writes to a folder. */
export function wrongKeys(db: Connection): WrongKeys {
  const selectAll = db.prepare<[], Window & { address: string }>(
    'SELECT address, started_at AS startedAt, count FROM wrong_key',
  )
  const save = db.prepare('INSERT OR REPLACE INTO wrong_key (address, started_at, count) VALUES (?, ?, ?)')
  const deleteExpired = db.prepare('DELETE FROM wrong_key WHERE started_at <= ?')
  const windows = new Map<string, Window>(selectAll.all().map(({ address, ...window }) => [address, window]))
  const windowOf = (address: string, nowMs: number) => {
    const window = windows.get(address)
    return window !== undefined && nowMs < window.startedAt + windowMs ? window : null
  }
  const saveWindow = db.transaction((address: string, { startedAt, count }: Window, nowMs: number) => {
    save.run(address, startedAt, count)
    deleteExpired.run(nowMs - windowMs)
  })
  return {
    blockedForSeconds: (address, nowMs) => {
      const open = windowOf(address, nowMs)
      if (open === null || open.count < rule.perAddress) return null
      return Math.ceil((open.startedAt + windowMs - nowMs) / 1000)
    },
    count: (address, nowMs) => {
      const open = windowOf(address, nowMs)
      const next = { startedAt: open?.startedAt ?? nowMs, count: (open?.count ?? 0) + 1 }
      windows.set(address, next)
      // Kept in memory while it cannot be written. The first attempt is made at once, so that a kill loses none.
      void whenFree(() => saveWindow.immediate(address, windows.get(address) ?? next, nowMs)).catch(() => null)
      for (const [other, { startedAt }] of windows) if (startedAt <= nowMs - windowMs) windows.delete(other)
    },
  }
}
