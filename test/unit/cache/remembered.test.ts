// What is remembered of a table is what is stored, also after a transaction that was taken back.
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { remembered } from '../../../src-main/cache/remembered.ts'

describe('what is remembered of a table', () => {
  let db: Database.Database
  let asked: string[]
  beforeEach(() => {
    db = new Database(':memory:')
    db.exec(
      `CREATE TABLE thing (name TEXT PRIMARY KEY, value TEXT NOT NULL); INSERT INTO thing VALUES ('a', 'one'), ('b', 'two')`,
    )
    asked = []
  })
  const read = (name: string) => (): { value: unknown } => {
    asked.push(name)
    return { value: db.prepare('SELECT value FROM thing WHERE name = ?').pluck().get(name) }
  }

  test('is read once, and anew once it was written', () => {
    const things = remembered<{ value: unknown }>(db, 5)
    expect(things.get('a', read('a'))).toBe(things.get('a', read('a')))
    expect(asked).toEqual(['a'])
    db.exec(`UPDATE thing SET value = 'three' WHERE name = 'a'`)
    things.forget('a')
    expect(things.get('a', read('a'))).toEqual({ value: 'three' })
    things.get('b', read('b'))
    things.forget()
    things.get('b', read('b'))
    expect(asked).toEqual(['a', 'a', 'b', 'b'])
  })

  test('is never what a transaction wrote that was taken back', () => {
    const things = remembered<{ value: unknown }>(db, 5)
    db.exec('BEGIN')
    db.exec(`UPDATE thing SET value = 'never' WHERE name = 'a'`)
    things.forget('a')
    expect(things.get('a', read('a'))).toEqual({ value: 'never' })
    db.exec('ROLLBACK')
    expect(things.get('a', read('a'))).toEqual({ value: 'one' })
  })

  test('is no more than was asked for, the oldest going first', () => {
    const things = remembered<{ value: unknown }>(db, 1)
    for (const name of ['a', 'b', 'b', 'a']) things.get(name, read(name))
    expect(asked).toEqual(['a', 'b', 'a'])
  })

  test('cannot be changed by whoever is handed it', () => {
    const things = remembered<{ deep: { list: number[] } }>(db, 1)
    const { deep } = things.get('a', () => ({ deep: { list: [1] } }))
    expect(() => deep.list.push(2)).toThrow(TypeError)
    expect(() => Object.assign(deep, { list: [] })).toThrow(TypeError)
  })

  test('may be nothing, which is remembered, too', () => {
    const things = remembered<string | null>(db, 1)
    things.get('a', () => null)
    expect(
      things.get('a', () => {
        throw new Error('asked twice')
      }),
    ).toBeNull()
  })
})
