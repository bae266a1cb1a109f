// A planner's choices in a real store: the newest applies, an act is undone as one, nothing is rewritten, and the journal has them, too.
// Split sheets are counted by their lengths, and their mark waits for all of them.
import Database from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { splitSheet, type Split } from '../../../../shared/planning/split.ts'
import type { NewChoice } from '../../../../src-main/ledger/index.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import { madePieces, type MadePieces } from '../../../../src-main/station/oversight/oversight-pieces.ts'
import { batch, createLedgerRig, codeOf, redrawn, type LedgerRig } from '../ledger-rig.ts'

let rig: LedgerRig
beforeEach(() => {
  rig = createLedgerRig()
})
afterEach(() => rig.end())

const date = '2026-11-24'
const ofBatch = { sheetId: batch.id, drawingHash: drawingHash(batch), pressBrakeId: null }
const nothing = { machine: null, rank: null, pinned: false, drawingVersion: batch.drawingVersion, split: null }
const choice = (change: Partial<NewChoice> = {}): NewChoice => ({ ...ofBatch, ...nothing, ...change })
const put = (...choices: NewChoice[]) => rig.ledger().plans.put(choices, { date, operatorId: null })
const isBent = (): boolean => true
const undo = () => rig.ledger().plans.undo(date, rig.ledger().plans.lastAct(date)?.id ?? '', null)
const now = (sheetId = batch.id) => rig.ledger().plans.of(sheetId)

function halves(longestMm = 1_500): Split {
  const result = splitSheet(batch.pieces, longestMm, 40)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

describe('a choice', () => {
  test('applies if it is the newest of a sheet, also after a restart', async () => {
    put(choice({ machine: 'A' }))
    put(choice({ machine: 'B', rank: 2, pinned: true }))
    await rig.restart()
    expect(now()).toMatchObject({ machine: 'B', rank: 2, pinned: true, date })
  })

  test('is restored from the journal in its order if the store is lost', async () => {
    put(choice({ machine: 'A' }))
    put(choice({ machine: 'B' }))
    await rig.ledger().close()
    for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(join(rig.folder, name), { force: true })
    await rig.restart()
    expect(rig.ledger().setAside()?.rows['plan']).toBe(2)
    expect(now()?.machine).toBe('B')
  })

  test('is never rewritten or deleted', async () => {
    put(choice())
    await rig.ledger().close()
    const db = new Database(join(rig.folder, 'outbox.db'))
    expect(() => db.exec(`UPDATE plan SET plan = '{}'`)).toThrow(/never rewritten/)
    expect(() => db.exec('DELETE FROM plan')).toThrow(/never rewritten/)
    db.close()
    await rig.restart()
  })

  test('remains in order if the clock is set back and the store is rebuilt', async () => {
    put(choice({ machine: 'A' }))
    rig.clock.advance(-3_600_000)
    put(choice({ machine: 'B' }))
    await rig.ledger().close()
    for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(join(rig.folder, name), { force: true })
    await rig.restart()
    expect(now()?.machine).toBe('B')
  })
})

describe('undo', () => {
  const other = choice({ sheetId: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a02' })

  test('applies to all sheets of an act, one act after the other', () => {
    put(choice({ machine: 'A' }))
    put(choice({ machine: 'B' }), { ...other, machine: 'B' })
    expect(undo()).toMatchObject({ ok: true, value: expect.arrayContaining([batch.id, other.sheetId]) })
    expect([now()?.machine, now(other.sheetId)?.machine]).toEqual(['A', null])
    expect(undo()).toMatchObject({ ok: true })
    expect(now()?.machine).toBeNull()
    expect(rig.ledger().plans.lastAct(date)).toBeNull()
  })

  test('is refused if somebody chose otherwise meanwhile, and changes nothing', () => {
    put(choice({ machine: 'A' }))
    const seen = rig.ledger().plans.lastAct(date)?.id ?? ''
    put(choice({ machine: 'B' }))
    expect(rig.ledger().plans.undo(date, seen, null)).toEqual({ ok: false, error: { code: 'plan_changed' } })
    expect(now()?.machine).toBe('B')
  })

  test('does not change the choices of another day', () => {
    put(choice({ machine: 'A' }))
    expect(rig.ledger().plans.lastAct('2026-11-25')).toBeNull()
  })
})

describe('a sheet that is split', () => {
  test('is counted by its lengths, and its mark needs all of them', () => {
    put(choice({ split: halves() }))
    expect(rig.work().pieces.map(({ pieceNo, wanted }) => [pieceNo, wanted])).toEqual([
      [1001, 4],
      [1002, 4],
      [2, 2],
    ])
    expect(rig.book(1, 4)).toEqual({ ok: false, error: { code: 'piece_unknown' } })
    rig.book(1001, 4)
    rig.book(2, 2)
    rig.book(1002, 3)
    expect(rig.work().complete).toBe(false)
    expect(rig.mark()).toMatchObject({ ok: false, error: { code: 'pieces_differ' } })
    rig.book(1002, 1)
    expect(rig.work().complete).toBe(true)
    expect(rig.mark()).toMatchObject({ ok: true, value: { quantity: 6 } })
  })

  test('marked with too few pieces counts whole pieces, not lengths', () => {
    put(choice({ split: halves() }))
    rig.book(1001, 4)
    rig.book(1002, 3)
    const short = { choice: 'close_short' as const, reason: 'no more blanks' }
    expect(rig.mark(batch, { ...short, count: 5 })).toMatchObject({ ok: false, error: { code: 'pieces_differ' } })
    expect(rig.mark(batch, { ...short, count: 3 })).toMatchObject({ ok: true })
  })

  test('counts whole pieces in the oversight, too, by the lengths of that time', async () => {
    const { oversight, counting } = rig.ledger()
    const overseen = async (): Promise<number> => {
      const bentPieces: MadePieces[] = []
      await oversight.bookedOn(0, Number.MAX_SAFE_INTEGER, async (booked) => {
        bentPieces.push(...madePieces(booked, oversight.splitOfJob))
      })
      return bentPieces.reduce((sum, { pieces }) => sum + pieces, 0)
    }
    put(choice({ split: halves() }))
    rig.book(1001, 4)
    expect(await overseen()).toBe(0)
    rig.book(1002, 3)
    rig.book(2, 2)
    expect(await overseen()).toBe(5)
    expect(rig.work().done).toBe(5)
    // also if it is split in another way for another bending
    counting.closeJob(rig.work().job?.id ?? '')
    expect(put(choice({ split: halves(1_000) }))).toMatchObject({ ok: true })
    expect(await overseen()).toBe(5)
  })

  test('is neither split nor joined once something is counted, and the other choices of the request are not stored either', () => {
    rig.book(1, 1)
    expect(put(choice({ split: halves(), machine: 'A' }))).toEqual({ ok: false, error: { code: 'already_counted' } })
    expect(now()).toBeNull()
    rig.adjust(1, -1)
    expect(rig.work().counted).toBe(false)
    // nothing is left of a booking by mistake
    expect(put(choice({ split: halves() }))).toMatchObject({ ok: true })
  })

  test('is neither split nor joined once it is bent, nor by an undo; other choices are stored', () => {
    const { plans } = rig.ledger()
    const about = { date, operatorId: null }
    expect(plans.put([choice({ split: halves() })], about, isBent)).toEqual({
      ok: false,
      error: { code: 'already_counted' },
    })
    put(choice({ split: halves() }))
    const actId = plans.lastAct(date)?.id ?? ''
    expect(plans.undo(date, actId, null, isBent)).toEqual({ ok: false, error: { code: 'already_counted' } })
    expect(plans.put([choice({ split: halves(), machine: 'B' })], about, isBent)).toMatchObject({ ok: true })
    expect(now()).toMatchObject({ machine: 'B' })
  })

  test('is whole again for another drawing', () => {
    put(choice({ split: halves() }))
    expect(rig.work(redrawn).pieces.map(({ pieceNo }) => pieceNo)).toEqual([1, 2])
  })

  test('is reported in whole pieces of an older drawing, too, whatever was chosen for the new one', () => {
    put(choice({ split: halves() }))
    rig.book(1001, 4)
    const older = () => rig.work(redrawn).older.map(({ done }) => done)
    // lengths that make no whole piece exist all the same
    expect(older()).toEqual([0])
    rig.book(1002, 3)
    rig.book(2, 1)
    expect(older()).toEqual([4])
    put(choice({ drawingHash: drawingHash(redrawn), machine: 'A' }))
    expect(older()).toEqual([4])
  })

  test('is taken over only if it is split in the same way', async () => {
    const there = createLedgerRig()
    put(choice({ split: halves() }))
    rig.book(1001, 2)
    const code = codeOf(rig.give())
    expect(there.accept(code)).toEqual({ ok: false, error: { code: 'piece_unknown' } })
    there.ledger().plans.put([choice({ split: halves() })], { date, operatorId: null })
    expect(there.accept(code)).toMatchObject({ ok: true })
    await there.end()
  })
})
