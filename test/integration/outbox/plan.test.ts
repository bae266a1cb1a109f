// A planner's choices in a real store: the newest counts, an act is taken back as one, nothing is rewritten, and the second copy has
// them, too. Sheets that are split are counted by their lengths, and their mark waits for all of them.
import Database from 'better-sqlite3'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { splitSheet, type Split } from '../../../shared/planning/split.ts'
import type { NewChoice } from '../../../src-main/outbox/index.ts'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import { madePieces, type MadePieces } from '../../../src-main/station/oversight-pieces.ts'
import { batch, brake, codeOf, redrawn, type Brake } from './brake.ts'

let at: Brake
beforeEach(() => {
  at = brake()
})
afterEach(() => at.end())

const date = '2026-11-24'
const ofBatch = { sheetId: batch.id, drawingHash: drawingHash(batch), pressBrakeId: null }
const nothing = { machine: null, rank: null, pinned: false, drawingVersion: batch.drawingVersion, split: null }
const choice = (change: Partial<NewChoice> = {}): NewChoice => ({ ...ofBatch, ...nothing, ...change })
const put = (...choices: NewChoice[]) => at.outbox().plans.put(choices, { date, operatorId: null })
const isBent = (): boolean => true
const undo = () => at.outbox().plans.undo(date, at.outbox().plans.lastAct(date)?.id ?? '', null)
const now = (sheetId = batch.id) => at.outbox().plans.of(sheetId)

function halves(longestMm = 1_500): Split {
  const made = splitSheet(batch.pieces, longestMm, 40)
  if (!made.ok) throw new Error(made.refusal.message)
  return made.value
}

describe('what was chosen', () => {
  test('is the newest of a sheet, after a restart too', async () => {
    put(choice({ machine: 'A' }))
    put(choice({ machine: 'B', rank: 2, pinned: true }))
    await at.restart()
    expect(now()).toMatchObject({ machine: 'B', rank: 2, pinned: true, date })
  })

  test('comes back from the journal in its order, where the store is lost', async () => {
    put(choice({ machine: 'A' }))
    put(choice({ machine: 'B' }))
    await at.outbox().close()
    for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(join(at.folder, name), { force: true })
    await at.restart()
    expect(at.outbox().setAside()?.rows['plan']).toBe(2)
    expect(now()?.machine).toBe('B')
  })

  test('is never rewritten or deleted', async () => {
    put(choice())
    await at.outbox().close()
    const db = new Database(join(at.folder, 'outbox.db'))
    expect(() => db.exec(`UPDATE plan SET plan = '{}'`)).toThrow(/never rewritten/)
    expect(() => db.exec('DELETE FROM plan')).toThrow(/never rewritten/)
    db.close()
    await at.restart()
  })

  test('keeps its order where the clock goes back, and the store is rebuilt', async () => {
    put(choice({ machine: 'A' }))
    at.clock.advance(-3_600_000)
    put(choice({ machine: 'B' }))
    await at.outbox().close()
    for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(join(at.folder, name), { force: true })
    await at.restart()
    expect(now()?.machine).toBe('B')
  })
})

describe('taking back', () => {
  const other = choice({ sheetId: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a02' })

  test('an act of several sheets takes it back for all, one act after the other', () => {
    put(choice({ machine: 'A' }))
    put(choice({ machine: 'B' }), { ...other, machine: 'B' })
    expect(undo()).toMatchObject({ ok: true, sheetIds: expect.arrayContaining([batch.id, other.sheetId]) })
    expect([now()?.machine, now(other.sheetId)?.machine]).toEqual(['A', null])
    expect(undo()).toMatchObject({ ok: true })
    expect(now()?.machine).toBeNull()
    expect(at.outbox().plans.lastAct(date)).toBeNull()
  })

  test('is refused where somebody chose otherwise meanwhile, and changes nothing', () => {
    put(choice({ machine: 'A' }))
    const seen = at.outbox().plans.lastAct(date)?.id ?? ''
    put(choice({ machine: 'B' }))
    expect(at.outbox().plans.undo(date, seen, null)).toEqual({ ok: false, code: 'plan_changed' })
    expect(now()?.machine).toBe('B')
  })

  test('leaves what was chosen on another day', () => {
    put(choice({ machine: 'A' }))
    expect(at.outbox().plans.lastAct('2026-11-25')).toBeNull()
  })
})

describe('a sheet that is split', () => {
  test('is counted by its lengths, and its mark waits for all of them', () => {
    put(choice({ split: halves() }))
    expect(at.work().pieces.map(({ pieceNo, wanted }) => [pieceNo, wanted])).toEqual([
      [1001, 4],
      [1002, 4],
      [2, 2],
    ])
    expect(at.book(1, 4)).toEqual({ ok: false, code: 'piece_unknown' })
    at.book(1001, 4)
    at.book(2, 2)
    at.book(1002, 3)
    expect(at.work().complete).toBe(false)
    expect(at.mark()).toMatchObject({ ok: false, code: 'pieces_differ' })
    at.book(1002, 1)
    expect(at.work().complete).toBe(true)
    expect(at.mark()).toMatchObject({ ok: true, mark: { quantity: 6 } })
  })

  test('closed short counts whole pieces, not lengths', () => {
    put(choice({ split: halves() }))
    at.book(1001, 4)
    at.book(1002, 3)
    const short = { choice: 'close_short' as const, reason: 'no more plate' }
    expect(at.mark(batch, { ...short, count: 5 })).toMatchObject({ ok: false, code: 'pieces_differ' })
    expect(at.mark(batch, { ...short, count: 3 })).toMatchObject({ ok: true })
  })

  test('counts whole pieces for whoever oversees, too, by the lengths that it was made in then', async () => {
    const { oversight, counting } = at.outbox()
    const overseen = async (): Promise<number> => {
      const made: MadePieces[] = []
      await oversight.bookedOn(0, Number.MAX_SAFE_INTEGER, async (booked) => {
        made.push(...madePieces(booked, oversight.splitOfJob))
      })
      return made.reduce((sum, { pieces }) => sum + pieces, 0)
    }
    put(choice({ split: halves() }))
    at.book(1001, 4)
    expect(await overseen()).toBe(0)
    at.book(1002, 3)
    at.book(2, 2)
    expect(await overseen()).toBe(5)
    expect(at.work().done).toBe(5)
    // and where it is split otherwise for another bending
    counting.closeJob(at.work().job?.id ?? '')
    expect(put(choice({ split: halves(1_000) }))).toMatchObject({ ok: true })
    expect(await overseen()).toBe(5)
  })

  test('is neither split nor made whole once something is counted, and what was asked besides is not kept either', () => {
    at.book(1, 1)
    expect(put(choice({ split: halves(), machine: 'A' }))).toEqual({ ok: false, code: 'already_counted' })
    expect(now()).toBeNull()
    at.adjust(1, -1)
    expect(at.work().counted).toBe(false)
    // of what was booked by mistake nothing is left
    expect(put(choice({ split: halves() }))).toMatchObject({ ok: true })
  })

  test('is neither split nor made whole once it is bent, nor by taking an act back; what else is chosen is kept', () => {
    const { plans } = at.outbox()
    const about = { date, operatorId: null }
    expect(plans.put([choice({ split: halves() })], about, isBent)).toEqual({ ok: false, code: 'already_counted' })
    put(choice({ split: halves() }))
    const actId = plans.lastAct(date)?.id ?? ''
    expect(plans.undo(date, actId, null, isBent)).toEqual({ ok: false, code: 'already_counted' })
    expect(plans.put([choice({ split: halves(), machine: 'B' })], about, isBent)).toMatchObject({ ok: true })
    expect(now()).toMatchObject({ machine: 'B' })
  })

  test('is whole again for another drawing', () => {
    put(choice({ split: halves() }))
    expect(at.work(redrawn).pieces.map(({ pieceNo }) => pieceNo)).toEqual([1, 2])
  })

  test('is told in whole pieces of an older drawing, too, whatever was chosen for the new one', () => {
    put(choice({ split: halves() }))
    at.book(1001, 4)
    const older = () => at.work(redrawn).older.map(({ done }) => done)
    // lengths of no whole piece lie there all the same
    expect(older()).toEqual([0])
    at.book(1002, 3)
    at.book(2, 1)
    expect(older()).toEqual([4])
    put(choice({ drawingHash: drawingHash(redrawn), machine: 'A' }))
    expect(older()).toEqual([4])
  })

  test('is taken over only where it is split alike', async () => {
    const there = brake()
    put(choice({ split: halves() }))
    at.book(1001, 2)
    const code = codeOf(at.give())
    expect(there.take(code)).toEqual({ ok: false, code: 'piece_unknown' })
    there.outbox().plans.put([choice({ split: halves() })], { date, operatorId: null })
    expect(there.take(code)).toMatchObject({ ok: true })
    await there.end()
  })
})
