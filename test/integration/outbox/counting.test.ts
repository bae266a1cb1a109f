// Counting at the brake, in a real file: what is booked, what is refused and why, and what stops a sheet.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sheet } from '../../../src-main/outbox/index.ts'
import { awaiting, batch, brake, redrawn, type Brake } from './brake.ts'

let at: Brake
beforeEach(() => {
  at = brake()
})
afterEach(() => at.end())

const refusal = (code: string): object => ({ ok: false, code })
const deviations = () => at.outbox().deviations.open()

describe('what is booked', () => {
  test('is counted for each piece number and held against what is wanted', () => {
    at.book(1, 3)
    expect(at.book(2, 2)).toMatchObject({ ok: true })
    expect(at.work()).toMatchObject({ counted: true, complete: false, stop: null, job: { state: 'open' } })
    expect(at.work().pieces.map(({ done, wanted }) => [done, wanted])).toEqual([
      [3, 4],
      [2, 2],
    ])
    at.book(1, 1)
    expect(at.work().complete).toBe(true)
  })
  test('twice by one act of the screen is counted once, after a restart too', async () => {
    at.book(1, 3, { actId: 'the same' })
    await at.restart()
    expect(at.book(1, 3, { actId: 'the same' })).toMatchObject({ ok: true })
    expect(at.done()).toEqual([3, 0])
  })
  test('as test, scrap or bent anew is no good piece', () => {
    for (const kind of ['test', 'scrap', 'rebend'] as const) at.book(1, 2, { kind })
    expect(at.work()).toMatchObject({ counted: true, pieces: [{ done: 0, test: 2, scrap: 2, rebend: 2 }, {}] })
  })
  test('more than is wanted is counted, and is not complete', () => {
    at.book(1, 5)
    at.book(2, 2)
    expect(at.work()).toMatchObject({ complete: false, pieces: [{ done: 5 }, { done: 2 }] })
  })
  test.each([0, -1, 1.5, Number.NaN, 1e9])('cannot be %d pieces', (count) => {
    expect(at.book(1, count)).toEqual(refusal('bad_count'))
  })
  test('cannot be of a piece that the sheet has not', () => {
    expect(at.book(3, 1)).toEqual(refusal('piece_unknown'))
    expect(at.work().job).toBeNull()
  })
})

describe('what is corrected', () => {
  test('the last piece was scrap: one good one less and one scrap more, each with its reason', () => {
    at.book(1, 3)
    expect(at.scrapLast(1)).toMatchObject({ ok: true, work: { pieces: [{ done: 2, scrap: 1 }, {}] } })
  })
  test('no good piece, no scrap: nothing is booked', () => {
    at.book(2, 1)
    expect(at.scrapLast(1)).toEqual(refusal('below_zero'))
    expect(at.work().pieces).toMatchObject([{ done: 0, scrap: 0 }, { done: 1 }])
  })
  test('up and down, each of the counts, with a reason and never below zero', () => {
    at.book(1, 3)
    at.book(1, 1, { kind: 'scrap' })
    expect(at.adjust(1, -1)).toMatchObject({ ok: true })
    expect(at.adjust(1, -1, { reason: 'it was good', corrects: 'scrap' })).toMatchObject({ ok: true })
    expect(at.work().pieces).toMatchObject([{ done: 2, scrap: 0 }, {}])
    expect(at.adjust(1, -1, { corrects: 'scrap' })).toEqual(refusal('below_zero'))
    expect(at.adjust(1, -3)).toEqual(refusal('below_zero'))
    expect(at.adjust(1, -1, { reason: '  ' })).toEqual(refusal('reason_missing'))
    expect(at.adjust(1, 0)).toEqual(refusal('bad_count'))
  })
})

describe('a job', () => {
  test('for an earlier drawing is paused by a newer one, and says what was made to it', () => {
    at.book(1, 3)
    at.book(2, 1, { sheet: redrawn })
    expect(at.work(redrawn)).toMatchObject({
      job: { drawingVersion: 3, state: 'open' },
      pieces: [{ done: 0 }, { done: 1 }],
      older: [{ drawingVersion: 2, reworkCount: 0, done: 3 }],
    })
  })
  test('is paused as soon as a pull tells of a newer drawing, and goes on where it comes back', () => {
    at.book(1, 3)
    const pulled = { sheetId: batch.id, reworkCount: 0, approval: 'approved' }
    at.outbox().marks.notice({ ...pulled, drawingHash: () => null })
    expect(at.work().job?.state).toBe('open')
    at.outbox().marks.notice({ ...pulled, drawingHash: () => 'another' })
    expect(at.work().job?.state).toBe('paused')
    expect(at.book(1, 1)).toMatchObject({ ok: true, work: { job: { state: 'open' } } })
    expect(at.done()).toEqual([4, 0])
  })
  test('is paused by a rework: what was made before it does not count', () => {
    at.book(1, 3)
    at.outbox().marks.notice({ sheetId: batch.id, reworkCount: 1, approval: 'approved' })
    const reworked: Sheet = { ...batch, version: 6, reworkCount: 1 }
    expect(at.work(reworked)).toMatchObject({ job: null, older: [{ reworkCount: 0, done: 3 }] })
  })
  test('that nobody will finish is closed by a person, and its sheet may leave the screen', () => {
    at.book(1, 3)
    const { job } = at.work()
    at.outbox().counting.closeJob(job?.id ?? '')
    expect(at.work().job).toBeNull()
    expect(at.outbox().marks.keeps(batch.id)).toBe(false)
    expect(at.outbox().ledger.countsOf(job?.id ?? '')).toMatchObject([{ done: 3 }])
  })
})

describe('nothing is counted', () => {
  test('on a sheet that is bent, or marked', () => {
    const bent = { at: '2026-11-24T07:00:00.000Z', quantity: 6, pressBrakeId: null, by: 'OT' }
    expect(at.book(1, 1, { sheet: { ...batch, bent } })).toEqual(refusal('already_bent'))
    at.mark()
    expect(at.book(1, 1)).toEqual(refusal('already_marked'))
  })
  test('on a sheet that waits for the customer, until a supervisor says otherwise with a reason', async () => {
    const { counting } = at.outbox()
    expect(at.book(1, 1, { sheet: awaiting })).toEqual(refusal('not_approved'))
    const override = { ...at.at(awaiting), by: 'Formann', why: '' }
    expect(counting.overrideApproval(override)).toEqual(refusal('reason_missing'))
    expect(counting.overrideApproval({ ...override, by: ' ', why: 'haste' })).toEqual(refusal('reason_missing'))
    expect(counting.overrideApproval({ ...override, why: 'said yes by telephone' })).toMatchObject({ ok: true })
    await at.restart()
    expect(at.book(1, 1, { sheet: awaiting })).toMatchObject({ ok: true, work: { overridden: true, stop: null } })
    // the service takes no mark before the answer, whatever a supervisor says
    expect(at.mark(awaiting)).toEqual(refusal('not_approved'))
  })
  test('by an override for another drawing', () => {
    at.outbox().counting.overrideApproval({ ...at.at(awaiting), by: 'Formann', why: 'yes by telephone' })
    const changed: Sheet = { ...awaiting, drawingVersion: 3, lengthMm: 2100 }
    expect(at.book(1, 1, { sheet: changed })).toEqual(refusal('not_approved'))
  })
})

describe('a wrong drawing', () => {
  test('stops counting and marking until it is released by name and with a reason', async () => {
    at.book(1, 1)
    expect(at.report()).toMatchObject({
      ok: true,
      work: { stop: 'drawing_wrong', deviations: [{ reason: 'measure' }] },
    })
    await at.restart()
    expect(at.book(1, 1)).toEqual(refusal('drawing_wrong'))
    expect(at.mark()).toEqual(refusal('drawing_wrong'))
    expect(at.give()).toEqual(refusal('drawing_wrong'))
    const release = { id: deviations()[0]?.id ?? '', by: 'Formann', why: 'measured anew' }
    expect(at.outbox().counting.releaseDeviation({ ...release, why: '' })).toEqual(refusal('reason_missing'))
    expect(at.outbox().counting.releaseDeviation(release)).toEqual({ ok: true })
    expect(at.outbox().counting.releaseDeviation(release)).toEqual(refusal('deviation_unknown'))
    expect(at.book(1, 1)).toMatchObject({ ok: true })
    expect(at.outbox().deviations.ofSheet(batch.id)).toMatchObject([
      { state: 'released', settledBy: 'Formann', settledWhy: 'measured anew' },
    ])
  })
  test('of another kind is told in words', () => {
    const { counting } = at.outbox()
    expect(counting.reportDeviation({ ...at.at(batch), reason: 'other', text: ' ' })).toEqual(refusal('reason_missing'))
    expect(counting.reportDeviation({ ...at.at(batch), reason: 'other', text: 'the hole is missing' })).toMatchObject({
      ok: true,
      work: { deviations: [{ text: 'the hole is missing' }] },
    })
  })
  test('is settled by a new drawing, not by another version of the same', () => {
    at.report()
    const pulled = { sheetId: batch.id, reworkCount: 0, approval: 'approved' }
    at.outbox().marks.notice({ ...pulled, drawingHash: () => null })
    at.outbox().marks.notice({ ...pulled, drawingHash: () => deviations()[0]?.drawingHash ?? '' })
    expect(deviations()).toHaveLength(1)
    at.outbox().marks.notice({ ...pulled, drawingHash: () => 'another' })
    expect(deviations()).toEqual([])
    expect(at.book(1, 1, { sheet: redrawn })).toMatchObject({ ok: true })
  })
  test('stops a mark that is under way, also where the program ended in between', async () => {
    at.mark()
    at.report()
    expect(at.outbox().marks.markOf(batch.id)).toMatchObject({ state: 'conflict', reason: 'drawing_wrong' })
    await at.restart()
    expect(at.outbox().marks.summary().needsPerson).toBe(1)
  })
})

describe('a mark of counted pieces', () => {
  const some = { choice: 'close_short', reason: 'the plate ran out' } as const
  test('is taken without a question where each is there', () => {
    at.book(1, 4)
    at.book(2, 2)
    expect(at.mark()).toMatchObject({ ok: true, mark: { quantity: 6 } })
  })
  test('is taken where nothing was counted: the sheet’s own number is meant', () => {
    at.book(1, 1, { kind: 'test' })
    expect(at.mark()).toMatchObject({ ok: true, mark: { quantity: 6 } })
  })
  test('that are fewer needs a choice and a reason, and says how many', () => {
    at.book(1, 4)
    expect(at.mark()).toEqual(refusal('pieces_differ'))
    expect(at.mark(batch, { ...some, count: 5 })).toEqual(refusal('pieces_differ'))
    expect(at.mark(batch, { ...some, count: 4, reason: ' ' })).toEqual(refusal('bad_pieces'))
    expect(at.mark(batch, { ...some, count: 4 })).toMatchObject({ ok: true, mark: { quantity: 4 } })
  })
  test('that are the right number of the wrong lengths must be corrected first', () => {
    at.book(1, 3)
    at.book(2, 3)
    expect(at.mark()).toEqual(refusal('pieces_differ'))
    at.adjust(1, 1)
    at.adjust(2, -1)
    expect(at.mark()).toMatchObject({ ok: true })
  })
})
