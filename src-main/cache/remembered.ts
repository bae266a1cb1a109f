// What was read of a table lately, so that it need not be read again: a tap waits for the disk and for nothing else. Pure but for what
// it remembers.
import { frozen } from '../platform/once.ts'
import type { Database } from '../platform/sqlite.ts'

export interface Remembered<T> {
  /** As it is stored: remembered, or read now. Handed out more than once, so that nobody can change it. */
  get: (name: string, read: () => T) => T
  /** Whatever was written of it, or of everything, committed or not. */
  forget: (name?: string) => void
}

/**
 * The last `most` values of a table that nobody else writes. What is read within a transaction is not remembered, since it may be taken
 * back.
 */
export function remembered<T>(db: Pick<Database, 'inTransaction'>, most: number): Remembered<T> {
  const known = new Map<string, T>()
  return {
    get: (name, read) => {
      const found = known.get(name)
      if (found !== undefined) return found
      const value = read()
      if (db.inTransaction) return value
      const [oldest] = known.keys()
      if (known.size >= most && oldest !== undefined) known.delete(oldest)
      known.set(name, frozen(value))
      return value
    },
    forget: (name) => void (name === undefined ? known.clear() : known.delete(name)),
  }
}
