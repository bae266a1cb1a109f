// Backups of the store of marks on real files: made while the station runs, restored while it is closed, and refused where necessary.
import Database from 'better-sqlite3'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  BackupRefused,
  openLedger,
  restoreOutbox,
  StoreInUseError,
  type Ledger,
} from '../../../../src-main/ledger/index.ts'
import { listBackups, makeBackup } from '../../../../src-main/station/set-up/backups.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

const fingerprint = 'bolgen/test'
const now = Date.parse('2026-11-24T08:00:00Z')
let folder: string
let ledger: Ledger | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-backup-'))
  ledger = openLedger({ folder, clock: manualClock() })
})
afterEach(async () => {
  await ledger?.close()
  rmSync(folder, { recursive: true, force: true })
})

const mark = (no: number): void => {
  const sheet = { ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` }
  ledger?.marks.create({ sheet, by: 'KN', pressBrakeId: null, fingerprint, serviceOffsetMs: 0 })
}
const close = async (): Promise<void> => {
  await ledger?.close()
  ledger = null
}
const reopen = (): Ledger => (ledger = openLedger({ folder, clock: manualClock() }))

describe('a backup of the marks', () => {
  test('is made while the station uses the store, and after a restore every undelivered mark is verified', async () => {
    mark(1)
    mark(2)
    const path = await makeBackup(folder, now)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    mark(3)
    await close()
    const { aside, ...brought } = restoreOutbox(folder, path, now, fingerprint)
    expect(brought).toEqual({ marks: 2, undelivered: 2 })
    // the replaced store is set aside, complete, with its journal
    expect(readdirSync(aside).toSorted()).toEqual(expect.arrayContaining(['journal', 'outbox.db']))
    const restored = reopen()
    expect(restored.marks.marksNeedingAttention().map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    // the restored store is valid: nothing was rebuilt
    expect(restored.setAside()).toBeNull()
    mark(4)
    expect(restored.marks.marksNeedingAttention()).toHaveLength(3)
  })

  test('from a disk without rights is readable by its user only after the restore', async () => {
    mark(1)
    const path = await makeBackup(folder, now)
    await close()
    chmodSync(path, 0o777)
    const { aside } = restoreOutbox(folder, path, now, fingerprint)
    for (const one of [folder, aside]) expect(statSync(join(one, 'outbox.db')).mode & 0o777).toBe(0o600)
  })

  test('replaces a store that was not closed, and the store that is set aside has the marks of its log', async () => {
    const path = await makeBackup(folder, now)
    mark(1)
    const ended = join(folder, 'ended')
    mkdirSync(ended)
    for (const suffix of ['', '-wal'])
      copyFileSync(join(folder, `outbox.db${suffix}`), join(ended, `outbox.db${suffix}`))
    const { aside } = restoreOutbox(ended, path, now, fingerprint)
    expect(readdirSync(aside)).toEqual(['outbox.db'])
    const db = new Database(join(aside, 'outbox.db'), { readonly: true })
    onTestFinished(() => void db.close())
    expect(db.prepare('SELECT count(*) FROM mark').pluck().get()).toBe(1)
  })

  test('that fails leaves no part of a file, which would take the space of the next marks', async () => {
    for (let no = 1; no <= 60; no += 1) mark(no)
    await close()
    const bytes = readFileSync(join(folder, 'outbox.db'))
    bytes.fill(0xff, bytes.length - 2 * 4_096)
    writeFileSync(join(folder, 'outbox.db'), bytes)
    await expect(makeBackup(folder, now)).rejects.toThrow(/damaged|malformed/)
    expect(readdirSync(join(folder, 'backups'))).toEqual([])
  })

  test('is still restored after the next start', { tags: 'long' }, async () => {
    mark(1)
    const path = await makeBackup(folder, now)
    mark(2)
    await close()
    restoreOutbox(folder, path, now, fingerprint)
    reopen()
    await close()
    expect(reopen().marks.marksNeedingAttention()).toHaveLength(1)
    expect(ledger?.setAside()).toBeNull()
  })

  test('is refused while a station uses the store, and then no file has changed', async () => {
    mark(1)
    const path = await makeBackup(folder, now)
    expect(() => restoreOutbox(folder, path, now, fingerprint)).toThrow(StoreInUseError)
    expect(ledger?.marks.marksNeedingAttention()).toHaveLength(1)
  })

  test.each([
    ['damaged', (path: string) => truncateSync(path, 20_000)],
    ['damaged', (path: string) => writeFileSync(path, 'no database at all')],
    ['damaged', (path: string) => withDatabase(path, (db) => void db.pragma('user_version = -1'))],
    ['damaged', (path: string) => withDatabase(path, (db) => void db.pragma('user_version = 0'))],
    ['damaged', (path: string) => withDatabase(path, (db) => void db.exec(actsByItself))],
    ['newer', (path: string) => withDatabase(path, (db) => void db.pragma('user_version = 999'))],
  ] as const)('that is %s is said so in the list and refused, and nothing has moved', async (why, spoil) => {
    mark(1)
    const path = await makeBackup(folder, now)
    spoil(path)
    expect((await listBackups(folder, fingerprint)).backups).toMatchObject([{ refusal: why }])
    await close()
    const before = readFileSync(join(folder, 'outbox.db'))
    expect(() => restoreOutbox(folder, path, now, fingerprint)).toThrow(BackupRefused)
    expect(readFileSync(join(folder, 'outbox.db')).equals(before)).toBe(true)
    expect(reopen().marks.marksNeedingAttention()).toHaveLength(1)
  })

  test('a folder or a broken link does not prevent the list', { tags: 'long' }, async () => {
    mark(1)
    const path = await makeBackup(folder, now)
    mkdirSync(join(path, '..', 'folder.db'))
    symlinkSync('/nowhere', join(path, '..', 'gone.db'))
    expect((await listBackups(folder, fingerprint)).backups).toHaveLength(1)
  })

  test('of a workshop that is not the connected one is refused', async () => {
    mark(1)
    const path = await makeBackup(folder, now)
    await close()
    expect((await listBackups(folder, 'other/live')).backups).toMatchObject([{ refusal: 'of_another' }])
    expect(() => restoreOutbox(folder, path, now, 'other/live')).toThrow(BackupRefused)
    expect(reopen().marks.marksNeedingAttention()).toHaveLength(1)
  })

  test.each([1, 2, 3, 4, 5, 6, 7])(
    'of an older Kant, schema %i, is put back and brought up to date',
    async (schema) => {
      await close()
      const path = join(folder, 'older.db')
      copyFileSync(join(import.meta.dirname, '../../../fixtures/outbox-stores', `schema-${schema}.db`), path)
      restoreOutbox(folder, path, now, null)
      expect(existsSync(join(folder, 'outbox.db'))).toBe(true)
      const restored = reopen()
      expect(restored.setAside()).toBeNull()
      expect(restored.marks.marksNeedingAttention().length).toBeGreaterThan(0)
    },
  )
})

const actsByItself = `CREATE TRIGGER friendly AFTER UPDATE ON mark BEGIN UPDATE mark SET state = 'delivered'; END`

function withDatabase(path: string, change: (db: Database.Database) => void): void {
  const db = new Database(path)
  try {
    change(db)
  } finally {
    db.close()
  }
}
