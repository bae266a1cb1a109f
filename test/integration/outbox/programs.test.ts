// Programs that were sent to a brake and the pieces that its controller counted for them, in a real file.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewProgramEvent, ProgramEventKind, SentProgram, Sheet, Worked } from '../../../src-main/outbox/index.ts'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import { awaiting, batch, brake, redrawn, type Brake } from './brake.ts'

let at: Brake
beforeEach(() => {
  at = brake()
})
afterEach(() => at.end())

const send = (pieceNo = 1, contentHash = 'content', sheet: Sheet = batch): SentProgram => {
  const { programs } = at.outbox()
  const hash = drawingHash(sheet)
  return programs.put({
    sheetId: sheet.id,
    drawingVersion: sheet.drawingVersion,
    drawingHash: hash,
    reworkCount: sheet.reworkCount,
    pieceNo,
    version: programs.versionFor(sheet.id, hash, pieceNo, contentHash),
    contentHash,
    program: '{"steps":[]}',
    link: 'tcp://127.0.0.1:502',
    mapHash: null,
    pressBrakeId: null,
    operatorId: null,
  })
}
const note = (program: SentProgram, kind: ProgramEventKind, more: Partial<NewProgramEvent> = {}): void =>
  at
    .outbox()
    .programs.note({ programId: program.id, kind, counter: null, counted: 0, operatorId: null, detail: null, ...more })
const count = (program: SentProgram, total: number, sheet: Sheet = batch): Worked =>
  at.outbox().counting.countByController({ sheet, programId: program.id, total, operatorId: null })

describe('what is loaded', () => {
  test('is nothing before anything was sent, and nothing while what was sent was not read back', () => {
    expect(at.outbox().programs.loaded()).toBeNull()
    send()
    expect(at.outbox().programs.loaded()).toBeNull()
  })
  test('is what was sent last and read back, with the reading from which it is counted, after a restart too', async () => {
    const program = send()
    note(program, 'verified', { counter: 40 })
    await at.restart()
    expect(at.outbox().programs.loaded()).toMatchObject({ id: program.id, base: { counter: 40, counted: 0 } })
  })
  test('is counted on from where a counter was reset, and resuming changes nothing of what it is', () => {
    const program = send()
    note(program, 'verified', { counter: 40 })
    note(program, 'reset', { counter: 0, counted: 3 })
    note(program, 'resumed')
    expect(at.outbox().programs.loaded()).toMatchObject({ id: program.id, base: { counter: 0, counted: 3 } })
  })
  test.each(['failed', 'let_go', 'lost'] as const)('is nothing once it has %s', (kind) => {
    const program = send()
    note(program, 'verified', { counter: 40 })
    note(program, kind)
    note(program, 'resumed')
    expect(at.outbox().programs.loaded()).toBeNull()
  })
  test('is nothing from the moment that another one is sent, whatever becomes of that', () => {
    note(send(), 'verified', { counter: 40 })
    const next = send(2)
    expect(at.outbox().programs.loaded()).toBeNull()
    note(next, 'failed')
    expect(at.outbox().programs.loaded()).toBeNull()
  })
})

describe('a version', () => {
  test('counts the programs of a piece of a drawing: the same figures are the same version, others the next', () => {
    expect([send(), send(), send(1, 'corrected'), send(2), send(), send(1, 'again')].map((one) => one.version)).toEqual(
      [1, 1, 2, 1, 1, 3],
    )
    expect(send(1, 'content', redrawn).version).toBe(1)
  })
  test('stays with all others of its bending, for the mark that they led to', () => {
    const [first, second] = [send(), send(1, 'corrected')]
    send(1, 'content', redrawn)
    const ids = at
      .outbox()
      .programs.ofBending(batch.id, drawingHash(batch), 0)
      .map(({ id }) => id)
    expect(ids).toEqual([first.id, second.id])
  })
})

describe('what the controller counts', () => {
  test('is booked as good pieces of the piece that was sent, from the controller', () => {
    const program = send(2)
    expect(count(program, 1)).toMatchObject({ ok: true, work: { complete: false, pieces: [{ done: 0 }, { done: 1 }] } })
    at.book(1, 4)
    expect(count(program, 2)).toMatchObject({ ok: true, work: { complete: true } })
  })
  test('is a total: one that comes again, or a lower one, books nothing, after a restart too', async () => {
    const program = send()
    count(program, 3)
    await at.restart()
    for (const total of [3, 2]) expect(count(program, total)).toMatchObject({ ok: true })
    expect(at.done()).toEqual([3, 0])
    expect(at.outbox().programs.counted(program.id)).toBe(3)
  })
  test('is counted for each program alone, beside what people book and correct', () => {
    const [first, second] = [send(), send(1, 'corrected')]
    count(first, 2)
    count(second, 1)
    at.book(1, 1)
    at.adjust(1, -1)
    expect(at.outbox().programs.counted(first.id)).toBe(2)
    expect(at.outbox().programs.counted(second.id)).toBe(1)
    expect(at.done()).toEqual([3, 0])
  })
  test('is not booked to another drawing, to a sheet that was reworked, or to another sheet', () => {
    const program = send()
    const other = { ...batch, id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a02' }
    for (const sheet of [redrawn, { ...batch, reworkCount: 1 }, other])
      expect(count(program, 1, sheet)).toEqual({ ok: false, code: 'drawing_changed' })
    expect(at.done()).toEqual([0, 0])
  })
  test('is not booked while something stops the sheet, and is caught up when it is let go', () => {
    const program = send()
    at.report()
    expect(count(program, 1)).toEqual({ ok: false, code: 'drawing_wrong' })
    const [deviation] = at.outbox().deviations.open()
    at.outbox().counting.releaseDeviation({ id: deviation?.id ?? '', by: 'OL', why: 'measured again' })
    expect(count(program, 2)).toMatchObject({ ok: true })
    expect(count(program, 3, awaiting)).toEqual({ ok: false, code: 'not_approved' })
    expect(at.done()).toEqual([2, 0])
  })
  test('is none of a program that nobody sent', () => {
    expect(count({ ...send(), id: 'unknown' }, 1)).toEqual({ ok: false, code: 'drawing_changed' })
  })
})

test('programs and what became of them are in the journal: a store that is gone is made anew with them', async () => {
  const program = send()
  note(program, 'verified', { counter: 40 })
  count(program, 2)
  await at.outbox().journal.synced()
  await at.outbox().close()
  for (const file of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(join(at.folder, file), { force: true })
  await at.restart()
  expect(at.outbox().setAside()).not.toBeNull()
  expect(at.outbox().programs.loaded()).toMatchObject({ id: program.id, base: { counter: 40 } })
  expect(at.outbox().programs.counted(program.id)).toBe(2)
})
