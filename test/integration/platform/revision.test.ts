import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, revisionOf } from '../../../src-main/platform/sqlite.ts'

const migrations = [{ name: 'one table', sql: 'CREATE TABLE one (id INTEGER PRIMARY KEY, said TEXT)' }]

function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'kant-revision-'))
  const open = () => openDatabase({ path: join(folder, 'one.db'), durability: 'FULL', migrations })
  const [own, other] = [open(), open()]
  onTestFinished(() => {
    own.close()
    other.close()
    rmSync(folder, { recursive: true })
  })
  return { own, other }
}

test('the revision is another one after each write of this connection or of another, and the same between', () => {
  const { own, other } = opened()
  const revision = revisionOf(own)
  const seen = [revision()]
  const differs = (write: () => unknown): void => {
    write()
    expect(seen).not.toContain(revision())
    expect(revision()).toBe(revision())
    seen.push(revision())
  }
  differs(() => own.exec(`INSERT INTO one (said) VALUES ('a'), ('b')`))
  differs(() => own.exec(`UPDATE one SET said = 'a'`))
  differs(() => other.exec(`INSERT INTO one (said) VALUES ('c')`))
  differs(() => own.exec('DELETE FROM one'))
  own.prepare('SELECT * FROM one').all()
  expect(revision()).toBe(seen.at(-1))
})

test('no two connections have the same revision', () => {
  const { own, other } = opened()
  expect(revisionOf(own)()).not.toBe(revisionOf(other)())
})
