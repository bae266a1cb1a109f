// Changes that share a transaction, on a real file: their results, and what is stored if one of them or the disk fails.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { GroupCommit } from '../../../src-service/store/group-commit.ts'
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
  const selectAll = other.prepare('SELECT no FROM kept ORDER BY no').pluck()
  let groups = 0
  const group = new GroupCommit(db, () => {
    groups += 1
  })
  const insertRow = (no: number) =>
    group.write(() => {
      insert.run(no)
      return no
    })
  return { db, other, group, insertRow, selectAll: () => selectAll.all(), groups: () => groups }
}

const outcomes = async (promises: Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))

test('changes of one tick become visible at once, and each gets its own result', async () => {
  const { group, insertRow, selectAll, groups } = grouping()
  const first = insertRow(1)
  const meanwhile = group.write(() => selectAll())
  const last = insertRow(2)
  expect(await outcomes([first, meanwhile, last])).toEqual([1, [], 2])
  expect([selectAll(), groups()]).toEqual([[1, 2], 1])
  await insertRow(3)
  expect([selectAll(), groups()]).toEqual([[1, 2, 3], 2])
})

test('no change is confirmed before all are committed', async () => {
  const { insertRow, selectAll } = grouping()
  const visibleRows = [1, 2, 3].map((no) => insertRow(no).then(() => selectAll()))
  expect(await Promise.all(visibleRows)).toEqual([1, 2, 3].map(() => [1, 2, 3]))
})

test('a change that throws is rolled back, and the others are committed', async () => {
  const { db, group, insertRow, selectAll } = grouping()
  const refused = group.write(() => {
    db.exec('INSERT INTO kept VALUES (7)')
    throw new Error('not so')
  })
  expect(await outcomes([insertRow(1), refused, insertRow(2), insertRow(1), insertRow(3)])).toEqual([
    1,
    'Error: not so',
    2,
    expect.stringContaining('UNIQUE'),
    3,
  ])
  expect(selectAll()).toEqual([1, 2, 3])
})

test('if SQLite ends the transaction, as on a full disk, all changes fail and nothing is stored', async () => {
  const { db, group, insertRow, selectAll } = grouping()
  const ending = () => group.write(() => db.exec('INSERT OR ROLLBACK INTO kept VALUES (1)'))
  const results = await outcomes([insertRow(1), ending(), insertRow(2)])
  expect(results).toEqual(results.map(() => expect.stringContaining('UNIQUE')))
  expect(selectAll()).toEqual([])
  expect(await outcomes([insertRow(4)])).toEqual([4])
})

test('if the commit fails, all changes fail and nothing is stored', async () => {
  const { db, group, insertRow, selectAll } = grouping()
  db.pragma('foreign_keys = ON')
  const results = await outcomes([insertRow(1), group.write(() => db.exec('INSERT INTO owed VALUES (9)'))])
  expect(results).toEqual(results.map(() => expect.stringContaining('FOREIGN KEY')))
  expect([selectAll(), db.inTransaction]).toEqual([[], false])
  expect(await outcomes([insertRow(2)])).toEqual([2])
})

test('while another process writes, no change runs', { tags: 'long' }, async () => {
  const { other, insertRow, selectAll } = grouping()
  other.exec('BEGIN IMMEDIATE')
  const results = await outcomes([insertRow(1), insertRow(2)])
  expect(results).toEqual(results.map(() => expect.stringContaining('locked')))
  other.exec('ROLLBACK')
  expect([selectAll(), await outcomes([insertRow(1)])]).toEqual([[], [1]])
})

test('closing the store commits the waiting changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-group-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const store = openStore(folder)
  const result = store.writeInGroup(() =>
    store.write(() => store.db.exec("INSERT INTO setting VALUES ('clock_offset_ms', 7)")),
  )
  store.close()
  await result
  const again = openStore(folder)
  expect(again.db.prepare('SELECT value FROM setting').pluck().all()).toEqual([7])
  again.close()
})

test('a read within a change does not prevent a restart of the write-ahead log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-group-'))
  const store = openStore(folder)
  onTestFinished(() => {
    store.close()
    rmSync(folder, { recursive: true })
  })
  store.db.pragma('wal_autocheckpoint = 1')
  const insertRow = store.db.prepare("INSERT OR REPLACE INTO setting VALUES ('clock_offset_ms', ?)")
  const change = (no: number) =>
    store.writeInGroup(() => {
      store.writes()
      insertRow.run(no)
    })
  const logSize = () => statSync(join(folder, 'workshop.db-wal')).size
  await change(0)
  const size = logSize()
  for (let no = 1; no <= 50; no += 1) await change(no)
  expect(logSize()).toBe(size)
})
