// How the precious file is opened: who may, what of, and what becomes of a damaged one.
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
import { openOutbox, StoreInUseError, type Outbox } from '../../../src-main/outbox/index.ts'
import { openOutboxFile } from '../../../src-main/outbox/outbox-file.ts'
import { NewerFileError } from '../../../src-main/platform/sqlite.ts'
import { manualClock } from '../../manual-clock.ts'
import { sampleSheet } from '../../unit/outbox/sample-sheet.ts'

let folder: string
let path: string
const clock = manualClock()
const outboxes: Outbox[] = []

const open = (): Outbox => {
  const outbox = openOutbox({ folder, clock })
  outboxes.push(outbox)
  return outbox
}
const close = async (): Promise<void> => {
  for (const outbox of outboxes.splice(0)) await outbox.close()
}
const sheetNo = (no: number) => ({ ...sampleSheet, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` })
const markSheets = (outbox: Outbox, from: number, to: number): void => {
  for (let no = from; no <= to; no += 1) {
    const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
    const marked = outbox.marks.create({ sheet: sheetNo(no), ...base })
    if (!marked.ok) throw new Error(marked.code)
  }
}
/** Writes nonsense over a stretch of the file. */
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

describe('one store has one station', () => {
  test('a second opener is refused and told why', () => {
    open()
    expect(() => openOutbox({ folder, clock })).toThrow(StoreInUseError)
    expect(() => openOutbox({ folder, clock })).toThrow(/another Kant station has the store in .* open/)
  })

  test('whose hold is no hold any more says which file to delete, and loses no mark', async () => {
    markSheets(open(), 1, 2)
    await close()
    const lock = join(folder, 'station.lock')
    writeFileSync(lock, 'x'.repeat(5_000))
    expect(open).toThrow(`${lock} is damaged`)
    rmSync(lock)
    expect(open().marks.summary().held).toBe(2)
  })
  test('closing lets the next one in', async () => {
    open()
    await close()
    expect(() => open()).not.toThrow()
  })
  test('a store that would not open is let go of', () => {
    writeFileSync(path, '')
    const newer = new Database(path)
    newer.pragma('user_version = 99')
    newer.close()
    expect(() => openOutbox({ folder, clock })).toThrow(NewerFileError)
    rmSync(path)
    expect(() => open()).not.toThrow()
  })
})

test('every open is FULL and WAL, the second one too', () => {
  for (const _ of [1, 2]) {
    const db = openOutboxFile({ folder, now: 0 })
    const pragmas = ['synchronous', 'journal_mode'].map((name): unknown => db.pragma(name, { simple: true }))
    expect(pragmas).toEqual([2, 'wal'])
    db.close()
  }
})

/** As where the second copy is gone, too. */
const dropJournal = (): void => rmSync(join(folder, 'journal'), { recursive: true })
const damagedFiles = (): string[] => readdirSync(folder).filter((name) => name.includes('.damaged-'))

describe('a damaged store whose journal is gone, too,', () => {
  test('is set aside, told, and what can be read is carried over as unknown', async () => {
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

    const outbox = open()
    expect(outbox.setAside()).toMatchObject({ rows: { mark: 200, drawing: 200, job: 200 }, incomplete: false })
    expect(damagedFiles()).toContain(outbox.setAside()?.file)
    expect(outbox.marks.summary()).toMatchObject({ held: 0, undelivered: 200 })
    expect(outbox.marks.markOf(sheetNo(1).id)).toMatchObject({ state: 'unknown', reason: 'restored' })
    expect(
      outbox.marks.create({
        sheet: sheetNo(201),
        by: null,
        pressBrakeId: null,
        fingerprint: 'x/test',
        serviceOffsetMs: 0,
      }).ok,
    ).toBe(true)
  })
  test('with rows under the damage keeps those on either side of it and says that some are lost', async () => {
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
  test('that is no database any more starts empty, and says so until a person has acknowledged it', async () => {
    markSheets(open(), 1, 3)
    await close()
    dropJournal()
    spoil(0, 4096)
    expect(open().setAside()).toMatchObject({ rows: { mark: 0 }, incomplete: true })
    await close()
    const outbox = open()
    expect(outbox.setAside()).not.toBeNull()
    outbox.acknowledgeSetAside()
    await close()
    expect(open().setAside()).toBeNull()
    expect(damagedFiles()).toHaveLength(1)
  })
  test('cut short keeps what is left', async () => {
    markSheets(open(), 1, 400)
    await close()
    dropJournal()
    truncateSync(path, 400 * 1024)
    const report = open().setAside()
    expect(report?.incomplete).toBe(true)
    expect(report?.rows['operator']).toBe(0)
  })
  test('whose rebuilding was killed after the damaged file was moved is finished at the next start', async () => {
    markSheets(open(), 1, 5)
    await close()
    spoil(100, 3000)
    open()
    await close()
    const aside = damagedFiles()[0] ?? ''
    copyFileSync(path, join(folder, 'outbox.db.rebuilt'))
    rmSync(path)
    const outbox = open()
    expect(outbox.setAside()?.file).toBe(aside)
    expect(existsSync(join(folder, 'outbox.db.rebuilt'))).toBe(false)
  })
  test('whose rebuilding was killed before that begins anew and loses nothing', async () => {
    markSheets(open(), 1, 5)
    await close()
    writeFileSync(join(folder, 'outbox.db.rebuilt'), 'half written')
    const outbox = open()
    expect(outbox.setAside()).toBeNull()
    expect(outbox.marks.summary().held).toBe(5)
  })
})
