// A store that lost something is rebuilt from what is left of it and from its journal: nothing that either has is lost, nothing is there
// twice, and what was under way is verified before it is sent.
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
import { openOutbox, rebuildOutbox, type Outbox } from '../../../src-main/outbox/index.ts'
import { journalFolder, readJournal } from '../../../src-main/outbox/journal-files.ts'
import { nameOfRow } from '../../../src-main/outbox/rebuild.ts'
import { manualClock } from '../../manual-clock.ts'
import { batch, brake, codeOf, type Brake } from './brake.ts'

let at: Brake
let left: string
let outbox: Outbox | null

beforeEach(() => {
  at = brake()
  left = mkdtempSync(join(tmpdir(), 'kant-left-'))
  outbox = null
})
afterEach(async () => {
  await outbox?.close()
  await at.end()
  rmSync(left, { recursive: true, force: true })
})

const storeFiles = ['outbox.db', 'outbox.db-wal', 'outbox.db-shm'] as const
/** What a hard end leaves of the store, once its journal has all of it, less some files; opened again. */
async function leftAfterLoss(lost: readonly string[], spoil: () => void = () => undefined): Promise<Outbox> {
  await at.outbox().journal.synced()
  cpSync(at.folder, left, { recursive: true })
  for (const name of [...lost, 'station.lock']) rmSync(join(left, name), { recursive: true, force: true })
  spoil()
  outbox = openOutbox({ folder: left, clock: manualClock(at.clock.now()) })
  return outbox
}
const sheetNo = (no: number) => ({ ...batch, id: `5f0d7c2e-2f4f-4a53-9d58-${String(no).padStart(12, '0')}` })
const stateOf = (found: Outbox, no: number): unknown => found.marks.markOf(sheetNo(no).id)
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

describe('a store that is gone', () => {
  test('comes back whole from its journal: marks to be verified, delivered ones as history, counts, codes, names', async () => {
    at.outbox().operators.add('KN')
    for (const no of [1, 2, 3]) at.mark(sheetNo(no))
    inFile(at.folder, `UPDATE mark SET state = 'delivered', delivered_at = 7, changed_at = 7 WHERE seq = 2`)
    inFile(at.folder, `UPDATE mark SET state = 'conflict', reason = 'reworked' WHERE seq = 3`)
    await at.restart()
    at.book(1, 4)
    at.scrapLast(1)
    const code = codeOf(at.give())
    const found = await leftAfterLoss(storeFiles)
    expect(found.setAside()).toMatchObject({
      why: 'the file is gone or empty',
      incomplete: false,
      fromJournal: { mark: 3 },
    })
    expect([stateOf(found, 1), stateOf(found, 2), stateOf(found, 3)]).toMatchObject([
      { state: 'unknown', reason: 'restored' },
      { state: 'delivered', reason: null },
      { state: 'conflict', reason: 'reworked' },
    ])
    expect(rowsOf(left, 'mark_history')).toEqual(rowsOf(at.folder, 'mark_history'))
    for (const table of ['operator', 'drawing', 'job', 'piece_event', 'hand_over'])
      expect(rowsOf(left, table)).toEqual(rowsOf(at.folder, table))
    expect(found.work.workOf(batch)).toEqual(at.work())
    expect(found.handingOver.take({ ...at.at(batch), text: code, fingerprint: 'bolgen/test' })).toMatchObject({
      code: 'code_of_this_station',
    })
  })

  test('and whose journal is gone, too, begins empty and says that it is not whole', async () => {
    at.mark()
    await at.outbox().journal.synced()
    cpSync(at.folder, left, { recursive: true })
    for (const name of [...storeFiles, 'journal']) rmSync(join(left, name), { recursive: true, force: true })
    outbox = openOutbox({ folder: left, clock: at.clock })
    expect(outbox.setAside()).toMatchObject({ rows: { mark: 0 }, incomplete: true })
  })

  test('leaves its rebuilder a journal that is whole again, and goes on from its numbers', async () => {
    at.mark(sheetNo(1))
    for (const state of ['parked', 'unknown', 'parked', 'unknown', 'parked', 'unknown', 'parked', 'unknown']) {
      inFile(at.folder, `UPDATE mark SET state = '${state}' WHERE seq = 1`)
      await at.outbox().journal.synced()
    }
    await at.restart()
    at.mark(sheetNo(2))
    const found = await leftAfterLoss(storeFiles, () => {
      const first = join(journalFolder(left), 'outbox-000001.ndjson')
      writeFileSync(first, `damaged\n${readFileSync(first, 'utf8')}`)
    })
    expect(found.setAside()?.incomplete).toBe(true)
    await found.journal.synced()
    expect(found.journal.problem()).toBeNull()
    const journal = readJournal(left, nameOfRow)
    expect(journal).toMatchObject({ damagedLines: 0, missingFiles: 0 })
    expect(journal?.rows.filter(({ of }) => of === 'mark')).toHaveLength(2)
  })

  test('is told of until a person has acknowledged it, and goes on with the same journal', async () => {
    at.mark(sheetNo(1))
    const found = await leftAfterLoss(storeFiles)
    const base = { by: 'KN', pressBrakeId: null, fingerprint: 'bolgen/test', serviceOffsetMs: 0 }
    expect(found.marks.create({ sheet: sheetNo(2), ...base }).ok).toBe(true)
    await found.close()
    for (const name of storeFiles) rmSync(join(left, name), { force: true })
    outbox = openOutbox({ folder: left, clock: at.clock })
    expect(outbox.marks.summary()).toMatchObject({ undelivered: 2, held: 0 })
    outbox.acknowledgeSetAside()
    await outbox.close()
    outbox = openOutbox({ folder: left, clock: at.clock })
    expect(outbox.setAside()).toBeNull()
  })
})

test('what was sent to a brake last is the newest in the rebuilt store, too, whichever heap it came from', async () => {
  const { programs, journal } = at.outbox()
  const send = (pieceNo: number) =>
    programs.put({
      sheetId: batch.id,
      drawingVersion: batch.drawingVersion,
      drawingHash: 'hash',
      reworkCount: 0,
      pieceNo,
      version: 1,
      contentHash: 'content',
      program: '{}',
      link: 'tcp://127.0.0.1:502',
      mapHash: null,
      pressBrakeId: null,
      operatorId: null,
    })
  const verified = (programId: string): void =>
    programs.note({ programId, kind: 'verified', counter: 7, counted: 0, operatorId: null, detail: null })
  verified(send(1).id)
  at.clock.advance(60_000)
  const { id } = send(2)
  verified(id)
  await journal.synced()
  await at.outbox().close()
  // the older is left in the journal alone, the newer in the store alone
  const [name = ''] = readdirSync(journalFolder(at.folder))
  const path = join(journalFolder(at.folder), name)
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(
    path,
    lines.map((line) => (line.includes('"brake_program"') && line.includes(id) ? 'damaged' : line)).join('\n'),
  )
  inFile(
    at.folder,
    `PRAGMA foreign_keys = OFF; DROP TRIGGER brake_program_no_delete; DELETE FROM brake_program WHERE piece_no = 1`,
  )
  rebuildOutbox(at.folder, at.clock.now())
  await at.restart()
  expect(rowsOf(at.folder, 'brake_program')).toMatchObject([{ piece_no: 1 }, { piece_no: 2 }])
  expect(at.outbox().programs.loaded()).toMatchObject({ id })
})

describe('a store that is behind its journal', () => {
  test('since its log was deleted after a hard end is noticed, and what it lacks comes back', async () => {
    at.mark(sheetNo(1))
    await at.restart()
    at.mark(sheetNo(2))
    inFile(at.folder, `UPDATE mark SET state = 'delivered', delivered_at = 7 WHERE seq = 1`)
    const found = await leftAfterLoss(['outbox.db-wal', 'outbox.db-shm'])
    expect(found.setAside()).toMatchObject({
      why: expect.stringMatching(/^it ends at change \d+, and its journal at \d+$/),
    })
    expect(found.setAside()?.incomplete).toBe(false)
    expect([stateOf(found, 1), stateOf(found, 2)]).toMatchObject([{ state: 'delivered' }, { state: 'unknown' }])
    expect(readdirSync(left)).toContain(found.setAside()?.file)
  })

  test('since an older copy was put back is brought up to it, and what it undid stays undone', async () => {
    at.mark(sheetNo(1))
    await at.outbox().close()
    copyFileSync(join(at.folder, 'outbox.db'), join(left, 'older.db'))
    await at.restart()
    at.outbox().marks.undo(at.outbox().marks.markOf(sheetNo(1).id)?.id ?? '')
    at.mark(sheetNo(1))
    const found = await leftAfterLoss([...storeFiles], () =>
      renameSync(join(left, 'older.db'), join(left, 'outbox.db')),
    )
    expect(found.setAside()?.incomplete).toBe(false)
    expect(found.marks.summary()).toMatchObject({ undelivered: 1, needsPerson: 0 })
    expect(rowsOf(left, 'mark')).toMatchObject([
      { seq: 1, state: 'cancelled' },
      { seq: 2, state: 'unknown' },
    ])
  })

  test('since the copy from before an upgrade was put back is brought up to it', async () => {
    const fixture = join(import.meta.dirname, '../../fixtures/outbox-stores/schema-2.db')
    await at.outbox().close()
    for (const name of [...storeFiles, 'journal']) rmSync(join(at.folder, name), { recursive: true, force: true })
    copyFileSync(fixture, join(at.folder, 'outbox.db'))
    await at.restart()
    at.outbox().acknowledgeSetAside()
    at.mark(sheetNo(90))
    const found = await leftAfterLoss([...storeFiles], () => copyFileSync(fixture, join(left, 'outbox.db')))
    expect(stateOf(found, 90)).toMatchObject({ state: 'unknown' })
    expect(rowsOf(left, 'mark')).toHaveLength(12)
  })

  test('but of another station leaves that journal aside, and says so', async () => {
    at.mark(sheetNo(1))
    const other = brake()
    for (const no of [1, 2, 3, 4]) other.mark(sheetNo(no))
    await other.outbox().close()
    const found = await leftAfterLoss(['journal'], () =>
      cpSync(journalFolder(other.folder), journalFolder(left), { recursive: true }),
    )
    rmSync(other.folder, { recursive: true })
    expect(found.setAside()).toMatchObject({ why: 'the journal beside the store was that of another station' })
    expect(found.marks.summary().held).toBe(1)
    expect(readdirSync(left)).toContain(found.setAside()?.file)
  })
})

describe('a store and a journal that are both damaged', () => {
  test('keep what either has', async () => {
    for (let no = 1; no <= 60; no += 1) at.mark(sheetNo(no))
    const found = await leftAfterLoss(storeFiles, () => {
      copyFileSync(join(at.folder, 'outbox.db'), join(left, 'outbox.db'))
      copyFileSync(join(at.folder, 'outbox.db-wal'), join(left, 'outbox.db-wal'))
      const [name = ''] = readdirSync(journalFolder(left))
      writeFileSync(join(journalFolder(left), name), 'nothing of it is left\n')
    })
    expect(found.setAside()).toBeNull()
    expect(found.marks.summary().held).toBe(60)
  })

  test('say that marks may be missing, where the log is gone and lines of the journal are damaged', async () => {
    for (let no = 1; no <= 3; no += 1) at.mark(sheetNo(no))
    const found = await leftAfterLoss(['outbox.db-wal', 'outbox.db-shm'], () => {
      const [name = ''] = readdirSync(journalFolder(left))
      const path = join(journalFolder(left), name)
      const lines = readFileSync(path, 'utf8').split('\n')
      const spoilt = lines.map((line) =>
        line.includes('"of":"mark"') && line.includes(sheetNo(2).id) ? `x${line}` : line,
      )
      writeFileSync(path, spoilt.join('\n'))
    })
    expect(found.marks.summary().undelivered).toBe(2)
    expect(found.setAside()?.incomplete).toBe(true)
  })

  test('keep a mark once that a damaged store has at work and in history', async () => {
    at.mark(sheetNo(1))
    inFile(at.folder, `UPDATE mark SET state = 'delivered', delivered_at = 7`)
    inFile(at.folder, `INSERT INTO mark_history SELECT * FROM mark`)
    await at.outbox().close()
    rebuildOutbox(at.folder, at.clock.now())
    expect([rowsOf(at.folder, 'mark_history'), rowsOf(at.folder, 'mark')].flat()).toHaveLength(1)
  })

  test('where an earlier mark’s undoing is lost keep the later one, once', async () => {
    at.mark(sheetNo(1))
    await at.outbox().journal.synced()
    const [name = ''] = readdirSync(journalFolder(at.folder))
    const before = join(left, 'before')
    copyFileSync(join(journalFolder(at.folder), name), before)
    at.outbox().marks.undo(at.outbox().marks.markOf(sheetNo(1).id)?.id ?? '')
    await at.restart()
    at.mark(sheetNo(1))
    const found = await leftAfterLoss(storeFiles, () => renameSync(before, join(journalFolder(left), name)))
    expect(rowsOf(left, 'mark')).toMatchObject([{ seq: 1, state: 'cancelled', reason: 'restored' }, { seq: 2 }])
    expect(found.marks.summary().undelivered).toBe(1)
  })
})
