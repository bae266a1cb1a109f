// How the store is opened: by which station, in which state, and what happens to a damaged file.
import Database from 'better-sqlite3'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  closeSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, StoreInUseError, type Ledger } from '../../../../src-main/ledger/index.ts'
import { openOutboxFile } from '../../../../src-main/ledger/store/store-file.ts'
import { NewerFileError } from '../../../../src-main/platform/sqlite.ts'
import { manualClock } from '../../../manual-clock.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

let folder: string
let path: string
const clock = manualClock()
const outboxes: Ledger[] = []

const open = (): Ledger => {
  const ledger = openLedger({ folder, clock })
  outboxes.push(ledger)
  return ledger
}
const close = async (): Promise<void> => {
  for (const ledger of outboxes.splice(0)) await ledger.close()
}
const sheetNo = (no: number) => ({ ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` })
const markSheets = (ledger: Ledger, from: number, to: number): void => {
  for (let no = from; no <= to; no += 1) {
    const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
    const marked = ledger.marks.create({ sheet: sheetNo(no), ...base })
    if (!marked.ok) throw new Error(marked.error.code)
  }
}
/** Overwrites a range of the file. */
const spoil = (from: number, bytes: number): void => {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, from)
  closeSync(file)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-outbox-file-'))
  path = join(folder, 'outbox.db')
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a store has one station', () => {
  test('a second station is refused with the reason', () => {
    open()
    expect(() => openLedger({ folder, clock })).toThrow(StoreInUseError)
    expect(() => openLedger({ folder, clock })).toThrow(/another Kant station has the store in .* open/)
  })

  test('a stale lock is reported with the file to delete, and no mark is lost', async () => {
    markSheets(open(), 1, 2)
    await close()
    const lock = join(folder, 'station.lock')
    writeFileSync(lock, 'x'.repeat(5_000))
    expect(open).toThrow(`${lock} is damaged`)
    rmSync(lock)
    expect(open().marks.summary().held).toBe(2)
  })
  test('closing lets the next station open it', async () => {
    open()
    await close()
    expect(() => open()).not.toThrow()
  })
  test('a failed opening releases the lock', () => {
    writeFileSync(path, '')
    const newer = new Database(path)
    newer.pragma('user_version = 99')
    newer.close()
    expect(() => openLedger({ folder, clock })).toThrow(NewerFileError)
    rmSync(path)
    expect(() => open()).not.toThrow()
  })
})

test('every opening uses FULL and WAL, also the second one', () => {
  for (const _ of [1, 2]) {
    const db = openOutboxFile({ folder, now: 0 })
    const pragmas = ['synchronous', 'journal_mode'].map((name): unknown => db.pragma(name, { simple: true }))
    expect(pragmas).toEqual([2, 'wal'])
    db.close()
  }
})

/** Simulates the loss of the journal, too. */
const dropJournal = (): void => rmSync(join(folder, 'journal'), { recursive: true })
const damagedFiles = (): string[] => readdirSync(folder).filter((name) => name.includes('.damaged-'))

describe('a damaged store without a journal', () => {
  test('is set aside and reported, and readable marks are carried over as unknown', { tags: 'long' }, async () => {
    markSheets(open(), 1, 200)
    await close()
    dropJournal()
    const db = new Database(path)
    const bad = db
      .prepare<[], number>(`SELECT rootpage FROM sqlite_schema WHERE name = 'mark_once_per_bending'`)
      .pluck()
      .get()
    const size = Number(db.pragma('page_size', { simple: true }))
    db.close()
    spoil(((bad ?? 1) - 1) * size, size)

    const ledger = open()
    expect(ledger.setAside()).toMatchObject({ rows: { mark: 200, drawing: 200, job: 200 }, incomplete: false })
    expect(damagedFiles()).toContain(ledger.setAside()?.file)
    expect(ledger.marks.summary()).toMatchObject({ held: 0, undelivered: 200 })
    expect(ledger.marks.markOnSheet(sheetNo(1).id)).toMatchObject({ state: 'unknown', reason: 'restored' })
    expect(
      ledger.marks.create({
        sheet: sheetNo(201),
        by: null,
        pressBrakeId: null,
        fingerprint: 'x/test',
        serviceOffsetMs: 0,
      }).ok,
    ).toBe(true)
  })
  test('with damaged rows restores those before and after the damage, and reports that some are lost', async () => {
    markSheets(open(), 1, 400)
    await close()
    const db = new Database(path)
    const pages = db.prepare<[], number>(
      `SELECT pageno FROM dbstat WHERE name = 'mark' AND pagetype = 'leaf' ORDER BY path`,
    )
    const leaves = pages.pluck().all()
    const size = Number(db.pragma('page_size', { simple: true }))
    db.close()
    dropJournal()
    const middle = leaves[Math.floor(leaves.length / 2)] ?? 0
    spoil((middle - 1) * size, size)

    const report = open().setAside()
    expect(report?.incomplete).toBe(true)
    expect(report?.rows['mark']).toBeGreaterThan(350)
    expect(report?.rows['mark']).toBeLessThan(400)
  })
  test('that is no longer a database starts empty, and is reported until a person acknowledges it', async () => {
    markSheets(open(), 1, 3)
    await close()
    dropJournal()
    spoil(0, 4096)
    expect(open().setAside()).toMatchObject({ rows: { mark: 0 }, incomplete: true })
    await close()
    const ledger = open()
    expect(ledger.setAside()).not.toBeNull()
    ledger.acknowledgeSetAside()
    await close()
    expect(open().setAside()).toBeNull()
    expect(damagedFiles()).toHaveLength(1)
  })
  test('that is cut short restores what is left', async () => {
    markSheets(open(), 1, 400)
    await close()
    dropJournal()
    truncateSync(path, 400 * 1024)
    const report = open().setAside()
    expect(report?.incomplete).toBe(true)
    expect(report?.rows['operator']).toBe(0)
  })
  test('whose rebuild was killed after the damaged file was moved is completed at the next start', async () => {
    markSheets(open(), 1, 5)
    await close()
    spoil(100, 3000)
    open()
    await close()
    const aside = damagedFiles()[0] ?? ''
    copyFileSync(path, join(folder, 'outbox.db.rebuilt'))
    rmSync(path)
    const ledger = open()
    expect(ledger.setAside()?.file).toBe(aside)
    expect(existsSync(join(folder, 'outbox.db.rebuilt'))).toBe(false)
  })
  test('whose rebuild was killed before the move is rebuilt again and loses nothing', async () => {
    markSheets(open(), 1, 5)
    await close()
    writeFileSync(join(folder, 'outbox.db.rebuilt'), 'half written')
    const ledger = open()
    expect(ledger.setAside()).toBeNull()
    expect(ledger.marks.summary().held).toBe(5)
  })
})
