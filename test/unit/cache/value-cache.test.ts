// Values of a table in memory equal the stored ones, also after a transaction that was rolled back.
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { createValueCache } from '../../../src-main/cache/value-cache.ts'

describe('a value of a table in memory', () => {
  let db: Database.Database
  let reads: string[]
  beforeEach(() => {
    db = new Database(':memory:')
    db.exec(
      `CREATE TABLE thing (name TEXT PRIMARY KEY, value TEXT NOT NULL); INSERT INTO thing VALUES ('a', 'one'), ('b', 'two')`,
    )
    reads = []
  })
  const read = (name: string) => (): { value: unknown } => {
    reads.push(name)
    return { value: db.prepare('SELECT value FROM thing WHERE name = ?').pluck().get(name) }
  }

  test('is read once, and again after it was written', () => {
    const things = createValueCache<{ value: unknown }>(db, 5)
    expect(things.get('a', read('a'))).toBe(things.get('a', read('a')))
    expect(reads).toEqual(['a'])
    db.exec(`UPDATE thing SET value = 'three' WHERE name = 'a'`)
    things.forget('a')
    expect(things.get('a', read('a'))).toEqual({ value: 'three' })
    things.get('b', read('b'))
    things.forget()
    things.get('b', read('b'))
    expect(reads).toEqual(['a', 'a', 'b', 'b'])
  })

  test('is never the value of a transaction that was rolled back', () => {
    const things = createValueCache<{ value: unknown }>(db, 5)
    db.exec('BEGIN')
    db.exec(`UPDATE thing SET value = 'never' WHERE name = 'a'`)
    things.forget('a')
    expect(things.get('a', read('a'))).toEqual({ value: 'never' })
    db.exec('ROLLBACK')
    expect(things.get('a', read('a'))).toEqual({ value: 'one' })
  })

  test('is removed when the limit is reached, the oldest first', () => {
    const things = createValueCache<{ value: unknown }>(db, 1)
    for (const name of ['a', 'b', 'b', 'a']) things.get(name, read(name))
    expect(reads).toEqual(['a', 'b', 'a'])
  })

  test('cannot be changed by a caller', () => {
    const things = createValueCache<{ deep: { list: number[] } }>(db, 1)
    const { deep } = things.get('a', () => ({ deep: { list: [1] } }))
    expect(() => deep.list.push(2)).toThrow(TypeError)
    expect(() => Object.assign(deep, { list: [] })).toThrow(TypeError)
  })

  test('may be null', () => {
    const things = createValueCache<string | null>(db, 1)
    things.get('a', () => null)
    expect(
      things.get('a', () => {
        throw new Error('read twice')
      }),
    ).toBeNull()
  })
})
