// Upgrades: a store of every earlier schema is brought up to date, one of a later schema is refused, and an upgrade may be killed.
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
import { markStates } from '../../../../shared/station-api/index.ts'
import { openLedger } from '../../../../src-main/ledger/index.ts'
import { journalFolder } from '../../../../src-main/ledger/journal/journal-files.ts'
import { writeLine } from '../../../../src-main/ledger/journal/journal-line.ts'
import { openOutboxFile } from '../../../../src-main/ledger/store/store-file.ts'
import { outboxMigrations } from '../../../../src-main/ledger/store/schema.ts'
import { NewerFileError } from '../../../../src-main/platform/sqlite.ts'
import { manualClock } from '../../../manual-clock.ts'
import { onlyLongUnless } from '../../../only-long.ts'

const stores = join(import.meta.dirname, '../../../fixtures/outbox-stores')
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

/** Some migrations of the oldest store, and the last one of the store before the newest. */
const isSampled = (version: number, migration: number): boolean =>
  (version === versions[0] && migration % 12 === 1) || (version === newest - 1 && migration === newest - 1)

/** The oldest, the two newest, and some between them. */
const isSampleVersion = (version: number): boolean => version === 1 || version % 5 === 0 || version >= newest - 1

test('every released schema has a store among the fixtures (run make.ts there for a new one)', () => {
  const there = readdirSync(stores).filter((name) => name.endsWith('.db'))
  expect(there.toSorted()).toEqual(versions.map((version) => `schema-${version}.db`).toSorted())
  expect(versions.map((version) => versionOf(join(stores, `schema-${version}.db`)))).toEqual(versions)
})

describe.each(versions)('a store of schema %i', (version) => {
  test(
    'opens with every mark in its state, byte for byte, also at the next start',
    onlyLongUnless(isSampleVersion(version)),
    async () => {
      putStore(version)
      const before = rowsIn(path, 'mark')
      expect(look(path, 'SELECT DISTINCT state FROM mark')).toHaveLength(markStates.length)
      for (const _ of ['the first start', 'the next']) {
        const ledger = openLedger({ folder, clock: manualClock(Date.parse('2026-11-24T09:00:00Z')) })
        expect(ledger.setAside()).toBeNull()
        expect(ledger.marks.summary().undelivered).toBe(4)
        await ledger.close()
      }
      expect(versionOf(path)).toBe(newest)
      expect(rowsIn(path, 'mark')).toEqual(before)
      for (const table of ['drawing', 'job'])
        expect(rowsIn(path, table)).toEqual(rowsIn(join(stores, `schema-${version}.db`), table))
      // who changed an operator is stored since schema 13
      expect(rowsIn(path, 'operator')).toMatchObject(rowsIn(join(stores, `schema-${version}.db`), 'operator'))
    },
  )

  test(
    'keeps its angle corrections, each of a bend in one stroke; those from before punches were stored have no punch',
    onlyLongUnless(isSampleVersion(version)),
    async () => {
      putStore(version)
      const before = rowsIn(path, 'correction')
      const ledger = openLedger({ folder, clock: manualClock(Date.parse('2026-11-24T09:00:00Z')) })
      const stored = ledger.corrections.of(null, 'galvanisert_stal')
      await ledger.close()
      expect(stored).toHaveLength(before.length)
      for (const one of stored)
        expect(one).toMatchObject({
          tool: 'V8',
          punch: version < 8 ? null : 'straight-88',
          bumpRadiusMm: null,
          includedDeg: 90,
          correctionDeg: -1.5,
        })
    },
  )

  test('leaves a backup of the old store, and no backup without an upgrade', () => {
    putStore(version)
    openOutboxFile({ folder, now: 0 }).close()
    expect(backups()).toHaveLength(version === newest ? 0 : 1)
    for (const name of backups()) {
      expect(versionOf(join(folder, name))).toBe(version)
      expect(rowsIn(join(folder, name), 'mark')).toEqual(rowsIn(join(stores, `schema-${version}.db`), 'mark'))
    }
  })

  for (const migration of versions.slice(version))
    test(
      `killed at migration ${migration} of its upgrade is entirely old or entirely new`,
      onlyLongUnless(isSampled(version, migration)),
      async () => {
        putStore(version)
        const killed = spawnSync(process.execPath, [
          join(import.meta.dirname, 'killed-upgrade.ts'),
          folder,
          String(migration),
        ])
        expect(killed.signal).toBe('SIGKILL')
        expect([version, newest]).toContain(versionOf(path))
        const ledger = openLedger({ folder, clock: manualClock(Date.parse('2026-11-24T09:00:00Z')) })
        expect([ledger.setAside(), ledger.marks.summary().undelivered]).toEqual([null, 4])
        await ledger.close()
        expect(rowsIn(path, 'mark')).toEqual(rowsIn(join(stores, `schema-${version}.db`), 'mark'))
      },
    )
})

describe('of a newer program, a', () => {
  test('store is refused with a message, and remains byte for byte', () => {
    putStore(newest)
    const db = new Database(path)
    db.pragma(`user_version = ${newest + 1}`)
    db.close()
    const before = readFileSync(path)
    expect(() => openLedger({ folder, clock: manualClock() })).toThrow(NewerFileError)
    expect(() => openLedger({ folder, clock: manualClock() })).toThrow(/Use the newer program/)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['outbox.db', 'station.lock'])
  })

  test('store with a damaged log is not rebuilt by an older program', () => {
    putStore(newest)
    const db = new Database(path)
    db.pragma(`user_version = ${newest + 1}`)
    db.close()
    writeFileSync(`${path}-wal`, Buffer.alloc(9000, 7))
    expect(() => openLedger({ folder, clock: manualClock() })).toThrow(NewerFileError)
    expect(readFileSync(`${path}-wal`).equals(Buffer.alloc(9000, 7))).toBe(true)
  })

  test('journal is not used for a rebuild by an older program', () => {
    mkdirSync(journalFolder(folder))
    const head = { store: 'a', n: 0, at: '', of: 'journal', row: { format: 1, schema: newest + 1, first: 1 } }
    writeFileSync(join(journalFolder(folder), 'outbox-000001.ndjson'), writeLine(head))
    expect(() => openLedger({ folder, clock: manualClock() })).toThrow(NewerFileError)
    expect(existsSync(path)).toBe(false)
  })
})
