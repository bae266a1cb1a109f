// Caches the values of a table that were read last, so that a tap waits only for the write to the disk. Pure except for its values.
import { frozen } from '../platform/once.ts'
import type { Database } from '../platform/sqlite.ts'

export interface ValueCache<T> {
  /** The stored value, from the cache or read now. It is frozen when it is cached, because several callers get the same object. */
  get: (name: string, read: () => T) => T
  /** Call it after each write, committed or not. Without a name it removes all values. */
  forget: (name?: string) => void
}

/**
 * Caches the last `maxValues` values of a table that no other connection writes. A value that is read within a transaction is not
 * cached, because the transaction may be rolled back.
 */
export function createValueCache<T>(db: Pick<Database, 'inTransaction'>, maxValues: number): ValueCache<T> {
  const values = new Map<string, T>()
  return {
    get: (name, read) => {
      const cached = values.get(name)
      if (cached !== undefined) return cached
      const value = read()
      if (db.inTransaction) return value
      const [oldest] = values.keys()
      if (values.size >= maxValues && oldest !== undefined) values.delete(oldest)
      values.set(name, frozen(value))
      return value
    },
    forget: (name) => void (name === undefined ? values.clear() : values.delete(name)),
  }
}
