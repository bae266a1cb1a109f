// A store of every earlier schema, brought up to date; one of a later schema, refused; and an upgrade that is killed midway.
import Database from 'better-sqlite3'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { markStates } from '../../../shared/station-api/index.ts'
import { openOutbox } from '../../../src-main/outbox/index.ts'
import { journalFolder } from '../../../src-main/outbox/journal-files.ts'
import { writeLine } from '../../../src-main/outbox/journal-line.ts'
import { openOutboxFile } from '../../../src-main/outbox/outbox-file.ts'
import { outboxMigrations } from '../../../src-main/outbox/schema.ts'
import { NewerFileError } from '../../../src-main/platform/sqlite.ts'
import { manualClock } from '../../manual-clock.ts'

const stores = join(import.meta.dirname, '../../fixtures/outbox-stores')
const newest = outboxMigrations.length
const versions = outboxMigrations.map((_, index) => index + 1)
let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-upgrade-'))
  path = join(folder, 'outbox.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const putStore = (version: number): void => copyFileSync(join(stores, `schema-${version}.db`), path)
const look = <T>(file: string, sql: string): T[] => {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare<[], T>(sql).all()
  } finally {
    db.close()
  }
}
const versionOf = (file: string): number =>
  look<{ user_version: number }>(file, 'PRAGMA user_version')[0]?.user_version ?? 0
const rowsIn = (file: string, table: string): unknown[] => look(file, `SELECT * FROM ${table} ORDER BY rowid`)
const backups = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.backup'))

test('every schema that shipped has a store among the fixtures: run make.ts there for a new one', () => {
  const there = readdirSync(stores).filter((name) => name.endsWith('.db'))
  expect(there.toSorted()).toEqual(versions.map((version) => `schema-${version}.db`))
  expect(versions.map((version) => versionOf(join(stores, `schema-${version}.db`)))).toEqual(versions)
})

describe.each(versions)('a store of schema %i', (version) => {
  test('opens with every mark in the state that it had, byte for byte, and is none the worse at the next start', async () => {
    putStore(version)
    const before = rowsIn(path, 'mark')
    expect(look(path, 'SELECT DISTINCT state FROM mark')).toHaveLength(markStates.length)
    for (const _ of ['the first start', 'the next']) {
      const outbox = openOutbox({ folder, clock: manualClock(Date.parse('2026-11-24T09:00:00Z')) })
      expect(outbox.setAside()).toBeNull()
      expect(outbox.marks.summary().undelivered).toBe(4)
      await outbox.close()
    }
    expect(versionOf(path)).toBe(newest)
    expect(rowsIn(path, 'mark')).toEqual(before)
    for (const table of ['drawing', 'job', 'operator'])
      expect(rowsIn(path, table)).toEqual(rowsIn(join(stores, `schema-${version}.db`), table))
  })

  test('leaves a copy of what was before the upgrade, and none where there is none', () => {
    putStore(version)
    openOutboxFile({ folder, now: 0 }).close()
    expect(backups()).toHaveLength(version === newest ? 0 : 1)
    for (const name of backups()) {
      expect(versionOf(join(folder, name))).toBe(version)
      expect(rowsIn(join(folder, name), 'mark')).toEqual(rowsIn(join(stores, `schema-${version}.db`), 'mark'))
    }
  })

  test.each(versions.slice(version))(
    'killed at migration %i of its upgrade is the old one or the new one',
    async (at) => {
      putStore(version)
      const killed = spawnSync(process.execPath, [join(import.meta.dirname, 'killed-upgrade.ts'), folder, String(at)])
      expect(killed.signal).toBe('SIGKILL')
      expect([version, newest]).toContain(versionOf(path))
      const outbox = openOutbox({ folder, clock: manualClock(Date.parse('2026-11-24T09:00:00Z')) })
      expect([outbox.setAside(), outbox.marks.summary().undelivered]).toEqual([null, 4])
      await outbox.close()
      expect(rowsIn(path, 'mark')).toEqual(rowsIn(join(stores, `schema-${version}.db`), 'mark'))
    },
  )
})

describe('a newer program’s', () => {
  test('store is refused in words, and stays as it is to the byte', () => {
    putStore(newest)
    const db = new Database(path)
    db.pragma(`user_version = ${newest + 1}`)
    db.close()
    const before = readFileSync(path)
    expect(() => openOutbox({ folder, clock: manualClock() })).toThrow(NewerFileError)
    expect(() => openOutbox({ folder, clock: manualClock() })).toThrow(/Use the newer program/)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['outbox.db', 'station.lock'])
  })

  test('store with a log that is damaged is not rebuilt by an older one', () => {
    putStore(newest)
    const db = new Database(path)
    db.pragma(`user_version = ${newest + 1}`)
    db.close()
    writeFileSync(`${path}-wal`, Buffer.alloc(9000, 7))
    expect(() => openOutbox({ folder, clock: manualClock() })).toThrow(NewerFileError)
    expect(readFileSync(`${path}-wal`).equals(Buffer.alloc(9000, 7))).toBe(true)
  })

  test('journal is not rebuilt from by an older one', () => {
    mkdirSync(journalFolder(folder))
    const head = { store: 'a', n: 0, at: '', of: 'journal', row: { format: 1, schema: newest + 1, first: 1 } }
    writeFileSync(join(journalFolder(folder), 'outbox-000001.ndjson'), writeLine(head))
    expect(() => openOutbox({ folder, clock: manualClock() })).toThrow(NewerFileError)
    expect(existsSync(path)).toBe(false)
  })
})
