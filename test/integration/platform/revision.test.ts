import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, revisionOf } from '../../../src-main/platform/sqlite.ts'

const migrations = [{ name: 'one table', sql: 'CREATE TABLE one (id INTEGER PRIMARY KEY, value TEXT)' }]

function openTwice() {
  const folder = mkdtempSync(join(tmpdir(), 'kant-revision-'))
  const open = () => openDatabase({ path: join(folder, 'one.db'), durability: 'FULL', migrations })
  const [ownConnection, other] = [open(), open()]
  onTestFinished(() => {
    ownConnection.close()
    other.close()
    rmSync(folder, { recursive: true })
  })
  return { ownConnection, other }
}

test('the revision changes after each write of this or another connection, and not in between', () => {
  const { ownConnection, other } = openTwice()
  const revision = revisionOf(ownConnection)
  const seen = [revision()]
  const expectChange = (write: () => unknown): void => {
    write()
    expect(seen).not.toContain(revision())
    expect(revision()).toBe(revision())
    seen.push(revision())
  }
  expectChange(() => ownConnection.exec(`INSERT INTO one (value) VALUES ('a'), ('b')`))
  expectChange(() => ownConnection.exec(`UPDATE one SET value = 'a'`))
  expectChange(() => other.exec(`INSERT INTO one (value) VALUES ('c')`))
  expectChange(() => ownConnection.exec('DELETE FROM one'))
  ownConnection.prepare('SELECT * FROM one').all()
  expect(revision()).toBe(seen.at(-1))
})

test('no two connections have the same revision', () => {
  const { ownConnection, other } = openTwice()
  expect(revisionOf(ownConnection)()).not.toBe(revisionOf(other)())
})
