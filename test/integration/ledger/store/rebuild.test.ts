// A store that lost rows is rebuilt from the rest of it and from its journal: nothing that either has is lost or exists twice, and
// undelivered marks are verified before they are sent.
import Database from 'better-sqlite3'
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger, rebuildOutbox, type Ledger } from '../../../../src-main/ledger/index.ts'
import { journalFolder, readJournal } from '../../../../src-main/ledger/journal/journal-files.ts'
import { nameOfRow } from '../../../../src-main/ledger/store/rebuild.ts'
import { sentProgram } from '../../../fixtures/sent-program.ts'
import { manualClock } from '../../../manual-clock.ts'
import { batch, createLedgerRig, codeOf, type LedgerRig } from '../ledger-rig.ts'

let rig: LedgerRig
let leftFolder: string
let ledger: Ledger | null

beforeEach(() => {
  rig = createLedgerRig()
  leftFolder = mkdtempSync(join(tmpdir(), 'kant-left-'))
  ledger = null
})
afterEach(async () => {
  await ledger?.close()
  await rig.end()
  rmSync(leftFolder, { recursive: true, force: true })
})

const storeFiles = ['outbox.db', 'outbox.db-wal', 'outbox.db-shm'] as const
/** The station's files after a hard end, with a complete journal and without the lost files; opened again. */
async function leftAfterLoss(lost: readonly string[], spoil: () => void = () => undefined): Promise<Ledger> {
  await rig.ledger().journal.synced()
  cpSync(rig.folder, leftFolder, { recursive: true })
  for (const name of [...lost, 'station.lock']) rmSync(join(leftFolder, name), { recursive: true, force: true })
  spoil()
  ledger = openLedger({ folder: leftFolder, clock: manualClock(rig.clock.now()) })
  return ledger
}
const sheetNo = (no: number) => ({ ...batch, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` })
const stateOf = (reopened: Ledger, no: number): unknown => reopened.marks.markOnSheet(sheetNo(no).id)
const inFile = (folder: string, sql: string): void => {
  const db = new Database(join(folder, 'outbox.db'))
  db.exec(sql)
  db.close()
}
const rowsOf = (folder: string, table: string): unknown[] => {
  const db = new Database(join(folder, 'outbox.db'), { readonly: true })
  try {
    return db.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all()
  } finally {
    db.close()
  }
}

describe('a missing store', () => {
  test('is restored from its journal: undelivered marks as unknown, delivered ones as history, counts, codes, names', async () => {
    rig.ledger().operators.add('KN')
    for (const no of [1, 2, 3]) rig.mark(sheetNo(no))
    inFile(rig.folder, `UPDATE mark SET state = 'delivered', delivered_at = 7, changed_at = 7 WHERE seq = 2`)
    inFile(rig.folder, `UPDATE mark SET state = 'conflict', reason = 'reworked' WHERE seq = 3`)
    await rig.restart()
    rig.book(1, 4)
    rig.scrapLast(1)
    const code = codeOf(rig.give())
    const reopened = await leftAfterLoss(storeFiles)
    expect(reopened.setAside()).toMatchObject({
      why: 'the file is gone or empty',
      incomplete: false,
      fromJournal: { mark: 3 },
    })
    expect([stateOf(reopened, 1), stateOf(reopened, 2), stateOf(reopened, 3)]).toMatchObject([
      { state: 'unknown', reason: 'restored' },
      { state: 'delivered', reason: null },
      { state: 'conflict', reason: 'reworked' },
    ])
    expect(rowsOf(leftFolder, 'mark_history')).toEqual(rowsOf(rig.folder, 'mark_history'))
    for (const table of ['operator', 'drawing', 'job', 'piece_event', 'hand_over'])
      expect(rowsOf(leftFolder, table)).toEqual(rowsOf(rig.folder, table))
    expect(reopened.work.workOf(batch)).toEqual(rig.work())
    expect(reopened.handingOver.accept({ ...rig.target(batch), text: code, fingerprint: 'bolgen/test' })).toMatchObject(
      {
        error: { code: 'code_of_this_station' },
      },
    )
  })

  test('without a journal starts empty and reports that marks may be missing', async () => {
    rig.mark()
    await rig.ledger().journal.synced()
    cpSync(rig.folder, leftFolder, { recursive: true })
    for (const name of [...storeFiles, 'journal']) rmSync(join(leftFolder, name), { recursive: true, force: true })
    ledger = openLedger({ folder: leftFolder, clock: rig.clock })
    expect(ledger.setAside()).toMatchObject({ rows: { mark: 0 }, incomplete: true })
  })

  test('has a complete journal after the rebuild, which continues its numbers', async () => {
    rig.mark(sheetNo(1))
    for (const state of ['parked', 'unknown', 'parked', 'unknown', 'parked', 'unknown', 'parked', 'unknown']) {
      inFile(rig.folder, `UPDATE mark SET state = '${state}' WHERE seq = 1`)
      await rig.ledger().journal.synced()
    }
    await rig.restart()
    rig.mark(sheetNo(2))
    const reopened = await leftAfterLoss(storeFiles, () => {
      const first = join(journalFolder(leftFolder), 'outbox-000001.ndjson')
      writeFileSync(first, `damaged\n${readFileSync(first, 'utf8')}`)
    })
    expect(reopened.setAside()?.incomplete).toBe(true)
    await reopened.journal.synced()
    expect(reopened.journal.problem()).toBeNull()
    const journal = readJournal(leftFolder, nameOfRow)
    expect(journal).toMatchObject({ damagedLines: 0, missingFiles: 0 })
    expect(journal?.rows.filter(({ of }) => of === 'mark')).toHaveLength(2)
  })

  test('is reported until a person acknowledges it, and continues with the same journal', async () => {
    rig.mark(sheetNo(1))
    const reopened = await leftAfterLoss(storeFiles)
    const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
    expect(reopened.marks.create({ sheet: sheetNo(2), ...base }).ok).toBe(true)
    await reopened.close()
    for (const name of storeFiles) rmSync(join(leftFolder, name), { force: true })
    ledger = openLedger({ folder: leftFolder, clock: rig.clock })
    expect(ledger.marks.summary()).toMatchObject({ undelivered: 2, held: 0 })
    ledger.acknowledgeSetAside()
    await ledger.close()
    ledger = openLedger({ folder: leftFolder, clock: rig.clock })
    expect(ledger.setAside()).toBeNull()
  })
})

const sendProgram = (pieceNo: number): string => {
  const { programs } = rig.ledger()
  const sheet = { sheetId: batch.id, drawingVersion: batch.drawingVersion, drawingHash: 'hash' }
  const { id } = programs.put(sentProgram(sheet, { pieceNo }))
  programs.note({ programId: id, kind: 'verified', counter: 7, counted: 0, operatorId: null, detail: null })
  return id
}

test('has the program that was sent last as its newest after the rebuild, whether it comes from the store or the journal', async () => {
  sendProgram(1)
  rig.clock.advance(60_000)
  const id = sendProgram(2)
  await rig.ledger().journal.synced()
  await rig.ledger().close()
  // only the journal has the older program, and only the store has the newer one
  const [name = ''] = readdirSync(journalFolder(rig.folder))
  const path = join(journalFolder(rig.folder), name)
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(
    path,
    lines.map((line) => (line.includes('"brake_program"') && line.includes(id) ? 'damaged' : line)).join('\n'),
  )
  inFile(
    rig.folder,
    `PRAGMA foreign_keys = OFF; DROP TRIGGER brake_program_no_delete; DELETE FROM brake_program WHERE piece_no = 1`,
  )
  rebuildOutbox(rig.folder, rig.clock.now())
  await rig.restart()
  expect(rowsOf(rig.folder, 'brake_program')).toMatchObject([{ piece_no: 1 }, { piece_no: 2 }])
  expect(rig.ledger().programs.loaded()).toMatchObject({ id })
})

describe('after the clock was set back between two programs, the one that was sent last is the newest', () => {
  test.each([
    ['both files have both', ''],
    ['only the journal has the older one', 'piece_no = 1'],
    ['only the journal has the newer one', 'piece_no = 2'],
  ])('%s', async (_, lost) => {
    sendProgram(1)
    rig.clock.step(-3_600_000)
    const id = sendProgram(2)
    await rig.ledger().journal.synced()
    await rig.ledger().close()
    const remove = lost === '' ? '' : `DROP TRIGGER brake_program_no_delete; DELETE FROM brake_program WHERE ${lost}`
    inFile(rig.folder, `PRAGMA foreign_keys = OFF; ${remove}`)
    rebuildOutbox(rig.folder, rig.clock.now())
    await rig.restart()
    expect(rowsOf(rig.folder, 'brake_program')).toMatchObject([{ piece_no: 1 }, { piece_no: 2 }])
    expect(rig.ledger().programs.loaded()).toMatchObject({ id })
  })
})

describe('a store that is behind its journal', () => {
  test('whose log was deleted after a hard end is noticed, and the missing rows are restored', async () => {
    rig.mark(sheetNo(1))
    await rig.restart()
    rig.mark(sheetNo(2))
    inFile(rig.folder, `UPDATE mark SET state = 'delivered', delivered_at = 7 WHERE seq = 1`)
    const reopened = await leftAfterLoss(['outbox.db-wal', 'outbox.db-shm'])
    expect(reopened.setAside()).toMatchObject({
      why: expect.stringMatching(/^the store ends at change \d+, its journal at change \d+$/),
    })
    expect(reopened.setAside()?.incomplete).toBe(false)
    expect([stateOf(reopened, 1), stateOf(reopened, 2)]).toMatchObject([{ state: 'delivered' }, { state: 'unknown' }])
    expect(readdirSync(leftFolder)).toContain(reopened.setAside()?.file)
  })

  test('which an older copy replaced is brought up to date, and an undone mark remains undone', async () => {
    rig.mark(sheetNo(1))
    await rig.ledger().close()
    copyFileSync(join(rig.folder, 'outbox.db'), join(leftFolder, 'older.db'))
    await rig.restart()
    rig.ledger().marks.undo(rig.ledger().marks.markOnSheet(sheetNo(1).id)?.id ?? '')
    rig.mark(sheetNo(1))
    const reopened = await leftAfterLoss([...storeFiles], () =>
      renameSync(join(leftFolder, 'older.db'), join(leftFolder, 'outbox.db')),
    )
    expect(reopened.setAside()?.incomplete).toBe(false)
    expect(reopened.marks.summary()).toMatchObject({ undelivered: 1, needsPerson: 0 })
    expect(rowsOf(leftFolder, 'mark')).toMatchObject([
      { seq: 1, state: 'cancelled' },
      { seq: 2, state: 'unknown' },
    ])
  })

  test('which a backup from before an upgrade replaced is brought up to date', async () => {
    const fixture = join(import.meta.dirname, '../../../fixtures/outbox-stores/schema-2.db')
    await rig.ledger().close()
    for (const name of [...storeFiles, 'journal']) rmSync(join(rig.folder, name), { recursive: true, force: true })
    copyFileSync(fixture, join(rig.folder, 'outbox.db'))
    await rig.restart()
    rig.ledger().acknowledgeSetAside()
    rig.mark(sheetNo(90))
    const reopened = await leftAfterLoss([...storeFiles], () => copyFileSync(fixture, join(leftFolder, 'outbox.db')))
    expect(stateOf(reopened, 90)).toMatchObject({ state: 'unknown' })
    expect(rowsOf(leftFolder, 'mark')).toHaveLength(12)
  })

  test('of another station sets that journal aside, and reports it', async () => {
    rig.mark(sheetNo(1))
    const other = createLedgerRig()
    for (const no of [1, 2, 3, 4]) other.mark(sheetNo(no))
    await other.ledger().close()
    const reopened = await leftAfterLoss(['journal'], () =>
      cpSync(journalFolder(other.folder), journalFolder(leftFolder), { recursive: true }),
    )
    rmSync(other.folder, { recursive: true })
    expect(reopened.setAside()).toMatchObject({ why: 'the journal beside the store belonged to another station' })
    expect(reopened.marks.summary().held).toBe(1)
    expect(readdirSync(leftFolder)).toContain(reopened.setAside()?.file)
  })
})

describe('a store and a journal that are both damaged', () => {
  test('lose nothing that one of them has', async () => {
    for (let no = 1; no <= 60; no += 1) rig.mark(sheetNo(no))
    const reopened = await leftAfterLoss(storeFiles, () => {
      copyFileSync(join(rig.folder, 'outbox.db'), join(leftFolder, 'outbox.db'))
      copyFileSync(join(rig.folder, 'outbox.db-wal'), join(leftFolder, 'outbox.db-wal'))
      const [name = ''] = readdirSync(journalFolder(leftFolder))
      writeFileSync(join(journalFolder(leftFolder), name), 'nothing of it is left\n')
    })
    expect(reopened.setAside()).toBeNull()
    expect(reopened.marks.summary().held).toBe(60)
  })

  test('report that marks may be missing if the log is missing and lines of the journal are damaged', async () => {
    for (let no = 1; no <= 3; no += 1) rig.mark(sheetNo(no))
    const reopened = await leftAfterLoss(['outbox.db-wal', 'outbox.db-shm'], () => {
      const [name = ''] = readdirSync(journalFolder(leftFolder))
      const path = join(journalFolder(leftFolder), name)
      const lines = readFileSync(path, 'utf8').split('\n')
      const spoilt = lines.map((line) =>
        line.includes('"of":"mark"') && line.includes(sheetNo(2).id) ? `x${line}` : line,
      )
      writeFileSync(path, spoilt.join('\n'))
    })
    expect(reopened.marks.summary().undelivered).toBe(2)
    expect(reopened.setAside()?.incomplete).toBe(true)
  })

  test('restore a mark once if a damaged store has it both as current and in the history', async () => {
    rig.mark(sheetNo(1))
    inFile(rig.folder, `UPDATE mark SET state = 'delivered', delivered_at = 7`)
    inFile(rig.folder, `INSERT INTO mark_history SELECT * FROM mark`)
    await rig.ledger().close()
    rebuildOutbox(rig.folder, rig.clock.now())
    expect([rowsOf(rig.folder, 'mark_history'), rowsOf(rig.folder, 'mark')].flat()).toHaveLength(1)
  })

  test('keep the later mark once if the undo of the earlier one is lost', async () => {
    rig.mark(sheetNo(1))
    await rig.ledger().journal.synced()
    const [name = ''] = readdirSync(journalFolder(rig.folder))
    const before = join(leftFolder, 'before')
    copyFileSync(join(journalFolder(rig.folder), name), before)
    rig.ledger().marks.undo(rig.ledger().marks.markOnSheet(sheetNo(1).id)?.id ?? '')
    await rig.restart()
    rig.mark(sheetNo(1))
    const reopened = await leftAfterLoss(storeFiles, () => renameSync(before, join(journalFolder(leftFolder), name)))
    expect(rowsOf(leftFolder, 'mark')).toMatchObject([{ seq: 1, state: 'cancelled', reason: 'restored' }, { seq: 2 }])
    expect(reopened.marks.summary().undelivered).toBe(1)
  })
})
