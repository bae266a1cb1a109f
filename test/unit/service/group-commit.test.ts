// Changes that share a transaction, on a real file: what each is told, and what is kept when one of them, or the disk, refuses.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { groupCommit } from '../../../src-service/store/group-commit.ts'
import { openStore } from '../../../src-service/store/store.ts'

function grouping() {
  const folder = mkdtempSync(join(tmpdir(), 'kant-group-'))
  const file = join(folder, 'group.db')
  const db = new Database(file, { timeout: 0 })
  db.pragma('journal_mode = WAL')
  db.exec(`
    CREATE TABLE kept (no INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE owed (no INTEGER REFERENCES kept (no) DEFERRABLE INITIALLY DEFERRED) STRICT;`)
  const other = new Database(file, { timeout: 0 })
  onTestFinished(() => {
    db.close()
    other.close()
    rmSync(folder, { recursive: true })
  })
  const insert = db.prepare('INSERT INTO kept VALUES (?)')
  const seen = other.prepare('SELECT no FROM kept ORDER BY no').pluck()
  let groups = 0
  const group = groupCommit(db, () => {
    groups += 1
  })
  const keep = (no: number) =>
    group.write(() => {
      insert.run(no)
      return no
    })
  return { db, other, group, keep, seen: () => seen.all(), groups: () => groups }
}

const outcomes = async (told: Promise<unknown>[]) =>
  (await Promise.allSettled(told)).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))

test('changes of one turn are seen all at once, and each is told of its own', async () => {
  const { group, keep, seen, groups } = grouping()
  const first = keep(1)
  const meanwhile = group.write(() => seen())
  const last = keep(2)
  expect(await outcomes([first, meanwhile, last])).toEqual([1, [], 2])
  expect([seen(), groups()]).toEqual([[1, 2], 1])
  await keep(3)
  expect([seen(), groups()]).toEqual([[1, 2, 3], 2])
})

test('nobody is told before all is kept', async () => {
  const { keep, seen } = grouping()
  const told = [1, 2, 3].map((no) => keep(no).then(() => seen()))
  expect(await Promise.all(told)).toEqual([1, 2, 3].map(() => [1, 2, 3]))
})

test('one that throws is undone, and the others are kept', async () => {
  const { db, group, keep, seen } = grouping()
  const refused = group.write(() => {
    db.exec('INSERT INTO kept VALUES (7)')
    throw new Error('not so')
  })
  expect(await outcomes([keep(1), refused, keep(2), keep(1), keep(3)])).toEqual([
    1,
    'Error: not so',
    2,
    expect.stringContaining('UNIQUE'),
    3,
  ])
  expect(seen()).toEqual([1, 2, 3])
})

test('where SQLite ends the transaction for all, as on a full disk, all are told, and nothing is kept', async () => {
  const { db, group, keep, seen } = grouping()
  const ending = () => group.write(() => db.exec('INSERT OR ROLLBACK INTO kept VALUES (1)'))
  const told = await outcomes([keep(1), ending(), keep(2)])
  expect(told).toEqual(told.map(() => expect.stringContaining('UNIQUE')))
  expect(seen()).toEqual([])
  expect(await outcomes([keep(4)])).toEqual([4])
})

test('where the commit is refused, all are told, and nothing is kept', async () => {
  const { db, group, keep, seen } = grouping()
  db.pragma('foreign_keys = ON')
  const told = await outcomes([keep(1), group.write(() => db.exec('INSERT INTO owed VALUES (9)'))])
  expect(told).toEqual(told.map(() => expect.stringContaining('FOREIGN KEY')))
  expect([seen(), db.inTransaction]).toEqual([[], false])
  expect(await outcomes([keep(2)])).toEqual([2])
})

test('while another process writes, none is begun', async () => {
  const { other, keep, seen } = grouping()
  other.exec('BEGIN IMMEDIATE')
  const told = await outcomes([keep(1), keep(2)])
  expect(told).toEqual(told.map(() => expect.stringContaining('locked')))
  other.exec('ROLLBACK')
  expect([seen(), await outcomes([keep(1)])]).toEqual([[], [1]])
})

test('a store that is closed carries out what waits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-group-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const store = openStore(folder)
  const told = store.writeInGroup(() =>
    store.write(() => store.db.exec("INSERT INTO setting VALUES ('clock_offset_ms', 7)")),
  )
  store.close()
  await told
  const again = openStore(folder)
  expect(again.db.prepare('SELECT value FROM setting').pluck().all()).toEqual([7])
  again.close()
})

test('what is read within a change keeps no commit from beginning the log anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-group-'))
  const store = openStore(folder)
  onTestFinished(() => {
    store.close()
    rmSync(folder, { recursive: true })
  })
  store.db.pragma('wal_autocheckpoint = 1')
  const keep = store.db.prepare("INSERT OR REPLACE INTO setting VALUES ('clock_offset_ms', ?)")
  const change = (no: number) =>
    store.writeInGroup(() => {
      store.writes()
      keep.run(no)
    })
  const logSize = () => statSync(join(folder, 'workshop.db-wal')).size
  await change(0)
  const size = logSize()
  for (let no = 1; no <= 50; no += 1) await change(no)
  expect(logSize()).toBe(size)
})
