// Programs that were sent to a brake, and the pieces that its controller counted for them, in a real file.
import Database from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  NewProgramEvent,
  ProgramEventKind,
  SentProgram,
  Sheet,
  Worked,
} from '../../../../src-main/ledger/index.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import { sentProgram } from '../../../fixtures/sent-program.ts'
import { awaiting, batch, createLedgerRig, redrawn, type LedgerRig } from '../ledger-rig.ts'

let rig: LedgerRig
beforeEach(() => {
  rig = createLedgerRig()
})
afterEach(() => rig.end())

const send = (pieceNo = 1, contentHash = 'content', sheet: Sheet = batch): SentProgram => {
  const { programs } = rig.ledger()
  const hash = drawingHash(sheet)
  const { id: sheetId, drawingVersion, reworkCount } = sheet
  const version = programs.versionFor(sheetId, hash, pieceNo, contentHash)
  return programs.put(
    sentProgram({ sheetId, drawingVersion, drawingHash: hash }, { reworkCount, pieceNo, version, contentHash }),
  )
}
const note = (program: SentProgram, kind: ProgramEventKind, more: Partial<NewProgramEvent> = {}): void =>
  rig
    .ledger()
    .programs.note({ programId: program.id, kind, counter: null, counted: 0, operatorId: null, detail: null, ...more })
const count = (program: SentProgram, total: number, sheet: Sheet = batch): Worked =>
  rig.ledger().counting.countByController({ sheet, programId: program.id, total, operatorId: null })

describe('the loaded program', () => {
  test('is null before a program was sent, and until it was read back', () => {
    expect(rig.ledger().programs.loaded()).toBeNull()
    send()
    expect(rig.ledger().programs.loaded()).toBeNull()
  })
  test('is the last one that was sent and read back, with the counter reading at its start, also after a restart', async () => {
    const program = send()
    note(program, 'verified', { counter: 40 })
    await rig.restart()
    expect(rig.ledger().programs.loaded()).toMatchObject({ id: program.id, base: { counter: 40, counted: 0 } })
  })
  test('is counted further after a reset of the counter, and is the same after a resume', () => {
    const program = send()
    note(program, 'verified', { counter: 40 })
    note(program, 'reset', { counter: 0, counted: 3 })
    note(program, 'resumed')
    expect(rig.ledger().programs.loaded()).toMatchObject({ id: program.id, base: { counter: 0, counted: 3 } })
  })
  test.each(['failed', 'released', 'lost'] as const)('is null after it has %s', (kind) => {
    const program = send()
    note(program, 'verified', { counter: 40 })
    note(program, kind)
    note(program, 'resumed')
    expect(rig.ledger().programs.loaded()).toBeNull()
  })
  test('is null after an event that an earlier version stored as let_go, and its history names the release', () => {
    const program = send()
    note(program, 'verified')
    note(program, 'released')
    const db = new Database(join(rig.folder, 'outbox.db'))
    db.prepare(
      `INSERT INTO brake_program_event (id, program_id, kind, counted, at) VALUES ('earlier', ?, 'let_go', 0, 1)`,
    ).run(program.id)
    const stored = db.prepare('SELECT DISTINCT kind FROM brake_program_event ORDER BY seq').pluck().all()
    db.close()
    expect(stored).toEqual(['verified', 'let_go'])
    expect(rig.ledger().programs.loaded()).toBeNull()
    const kinds = rig
      .ledger()
      .programs.eventsOf(program.id)
      .map(({ kind }) => kind)
    expect(kinds).toEqual(['verified', 'released', 'released'])
  })
  test('is null as soon as another one is sent, whatever its outcome', () => {
    note(send(), 'verified', { counter: 40 })
    const next = send(2)
    expect(rig.ledger().programs.loaded()).toBeNull()
    note(next, 'failed')
    expect(rig.ledger().programs.loaded()).toBeNull()
  })
})

describe('a version', () => {
  test('numbers the programs of a piece of a drawing: the same values have the same version, others the next', () => {
    expect([send(), send(), send(1, 'corrected'), send(2), send(), send(1, 'again')].map((one) => one.version)).toEqual(
      [1, 1, 2, 1, 1, 3],
    )
    expect(send(1, 'content', redrawn).version).toBe(1)
  })
  test('is listed with all others of its bending, for the mark of that bending', () => {
    const [first, second] = [send(), send(1, 'corrected')]
    send(1, 'content', redrawn)
    const ids = rig
      .ledger()
      .programs.ofBending(batch.id, drawingHash(batch), 0)
      .map(({ id }) => id)
    expect(ids).toEqual([first.id, second.id])
  })
})

describe('the controller’s count', () => {
  test('is booked as good pieces of the sent piece, with the controller as the source', () => {
    const program = send(2)
    expect(count(program, 1)).toMatchObject({
      ok: true,
      value: { complete: false, pieces: [{ done: 0 }, { done: 1 }] },
    })
    rig.book(1, 4)
    expect(count(program, 2)).toMatchObject({ ok: true, value: { complete: true } })
  })
  test('is a total: a repeated or lower one books nothing, also after a restart', async () => {
    const program = send()
    count(program, 3)
    await rig.restart()
    for (const total of [3, 2]) expect(count(program, total)).toMatchObject({ ok: true })
    expect(rig.done()).toEqual([3, 0])
    expect(rig.ledger().programs.counted(program.id)).toBe(3)
  })
  test('is separate for each program, and is added to what people book and correct', () => {
    const [first, second] = [send(), send(1, 'corrected')]
    count(first, 2)
    count(second, 1)
    rig.book(1, 1)
    rig.adjust(1, -1)
    expect(rig.ledger().programs.counted(first.id)).toBe(2)
    expect(rig.ledger().programs.counted(second.id)).toBe(1)
    expect(rig.done()).toEqual([3, 0])
  })
  test('is not booked to another drawing, to a sheet that was reworked, or to another sheet', () => {
    const program = send()
    const other = { ...batch, id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a02' }
    for (const sheet of [redrawn, { ...batch, reworkCount: 1 }, other])
      expect(count(program, 1, sheet)).toEqual({ ok: false, error: { code: 'drawing_changed' } })
    expect(rig.done()).toEqual([0, 0])
  })
  test('is not booked while the sheet is stopped, and is booked later when the sheet is released', () => {
    const program = send()
    rig.report()
    expect(count(program, 1)).toEqual({ ok: false, error: { code: 'drawing_wrong' } })
    const [deviation] = rig.ledger().deviations.open()
    rig.ledger().counting.releaseDeviation({ id: deviation?.id ?? '', by: 'OL', why: 'measured again' })
    expect(count(program, 2)).toMatchObject({ ok: true })
    expect(count(program, 3, awaiting)).toEqual({ ok: false, error: { code: 'not_approved' } })
    expect(rig.done()).toEqual([2, 0])
  })
  test('is refused for an unknown program', () => {
    expect(count({ ...send(), id: 'unknown' }, 1)).toEqual({ ok: false, error: { code: 'drawing_changed' } })
  })
})

test('a missing store is rebuilt with its programs and their events from the journal', async () => {
  const program = send()
  note(program, 'verified', { counter: 40 })
  count(program, 2)
  await rig.ledger().journal.synced()
  await rig.ledger().close()
  for (const file of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(join(rig.folder, file), { force: true })
  await rig.restart()
  expect(rig.ledger().setAside()).not.toBeNull()
  expect(rig.ledger().programs.loaded()).toMatchObject({ id: program.id, base: { counter: 40 } })
  expect(rig.ledger().programs.counted(program.id)).toBe(2)
})
