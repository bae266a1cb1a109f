// Counting at the brake, in a real file: what is booked, what is refused and why, and what stops a sheet.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sheet } from '../../../../src-main/ledger/index.ts'
import { awaiting, batch, createLedgerRig, redrawn, type LedgerRig } from '../ledger-rig.ts'

let rig: LedgerRig
beforeEach(() => {
  rig = createLedgerRig()
})
afterEach(() => rig.end())

const refusal = (code: string): object => ({ ok: false, error: { code } })
const deviations = () => rig.ledger().deviations.open()

describe('a booking', () => {
  test('is counted per piece number and compared with the wanted number', () => {
    rig.book(1, 3)
    expect(rig.book(2, 2)).toMatchObject({ ok: true })
    expect(rig.work()).toMatchObject({ counted: true, complete: false, stop: null, job: { state: 'open' } })
    expect(rig.work().pieces.map(({ done, wanted }) => [done, wanted])).toEqual([
      [3, 4],
      [2, 2],
    ])
    rig.book(1, 1)
    expect(rig.work().complete).toBe(true)
  })
  test('that arrives twice with the same act id is counted once, also after a restart', async () => {
    rig.book(1, 3, { actId: 'the same' })
    await rig.restart()
    expect(rig.book(1, 3, { actId: 'the same' })).toMatchObject({ ok: true })
    expect(rig.done()).toEqual([3, 0])
  })
  test('of test, scrap or re-bent pieces adds no good piece', () => {
    for (const kind of ['test', 'scrap', 'rebend'] as const) rig.book(1, 2, { kind })
    expect(rig.work()).toMatchObject({ counted: true, pieces: [{ done: 0, test: 2, scrap: 2, rebend: 2 }, {}] })
  })
  test('of more pieces than wanted is counted, and is not complete', () => {
    rig.book(1, 5)
    rig.book(2, 2)
    expect(rig.work()).toMatchObject({ complete: false, pieces: [{ done: 5 }, { done: 2 }] })
  })
  test.each([0, -1, 1.5, Number.NaN, 1e9])('cannot be %d pieces', (count) => {
    expect(rig.book(1, count)).toEqual(refusal('bad_count'))
  })
  test('cannot be of a piece that is not on the sheet', () => {
    expect(rig.book(3, 1)).toEqual(refusal('piece_unknown'))
    expect(rig.work().job).toBeNull()
  })
})

describe('a correction', () => {
  test('of the last piece to scrap removes one good piece and adds one scrap piece, each with its reason', () => {
    rig.book(1, 3)
    expect(rig.scrapLast(1)).toMatchObject({ ok: true, value: { pieces: [{ done: 2, scrap: 1 }, {}] } })
  })
  test('to scrap books nothing without a good piece', () => {
    rig.book(2, 1)
    expect(rig.scrapLast(1)).toEqual(refusal('below_zero'))
    expect(rig.work().pieces).toMatchObject([{ done: 0, scrap: 0 }, { done: 1 }])
  })
  test('raises or lowers each count, with a reason and never below zero', () => {
    rig.book(1, 3)
    rig.book(1, 1, { kind: 'scrap' })
    expect(rig.adjust(1, -1)).toMatchObject({ ok: true })
    expect(rig.adjust(1, -1, { reason: 'it was good', corrects: 'scrap' })).toMatchObject({ ok: true })
    expect(rig.work().pieces).toMatchObject([{ done: 2, scrap: 0 }, {}])
    expect(rig.adjust(1, -1, { corrects: 'scrap' })).toEqual(refusal('below_zero'))
    expect(rig.adjust(1, -3)).toEqual(refusal('below_zero'))
    expect(rig.adjust(1, -1, { reason: '  ' })).toEqual(refusal('reason_missing'))
    expect(rig.adjust(1, 0)).toEqual(refusal('bad_count'))
  })
})

describe('a job', () => {
  test('for an earlier drawing is paused by a newer one, and reports the pieces made to the earlier one', () => {
    rig.book(1, 3)
    rig.book(2, 1, { sheet: redrawn })
    expect(rig.work(redrawn)).toMatchObject({
      job: { drawingVersion: 3, state: 'open' },
      pieces: [{ done: 0 }, { done: 1 }],
      older: [{ drawingVersion: 2, reworkCount: 0, done: 3 }],
    })
  })
  test('is paused as soon as a pull brings a newer drawing, and continues when the old one returns', () => {
    rig.book(1, 3)
    const pulled = { sheetId: batch.id, reworkCount: 0, approval: 'approved' }
    rig.ledger().marks.applyPull({ ...pulled, drawingHash: () => null })
    expect(rig.work().job?.state).toBe('open')
    rig.ledger().marks.applyPull({ ...pulled, drawingHash: () => 'another' })
    expect(rig.work().job?.state).toBe('paused')
    expect(rig.book(1, 1)).toMatchObject({ ok: true, value: { job: { state: 'open' } } })
    expect(rig.done()).toEqual([4, 0])
  })
  test('is paused by a rework: pieces that were made before it do not count', () => {
    rig.book(1, 3)
    rig.ledger().marks.applyPull({ sheetId: batch.id, reworkCount: 1, approval: 'approved' })
    const reworked: Sheet = { ...batch, version: 6, reworkCount: 1 }
    expect(rig.work(reworked)).toMatchObject({ job: null, older: [{ reworkCount: 0, done: 3 }] })
  })
  test('can be closed by a person, so that its sheet may leave the screen', () => {
    rig.book(1, 3)
    const { job } = rig.work()
    rig.ledger().counting.closeJob(job?.id ?? '')
    expect(rig.work().job).toBeNull()
    expect(rig.ledger().marks.mustStayListed(batch.id)).toBe(false)
    expect(rig.ledger().jobs.countsOf(job?.id ?? '')).toMatchObject([{ done: 3 }])
  })
})

describe('nothing is counted', () => {
  test('on a sheet that is bent, or marked', () => {
    const bent = { at: '2026-11-24T07:00:00.000Z', quantity: 6, pressBrakeId: null, by: 'OT' }
    expect(rig.book(1, 1, { sheet: { ...batch, bent } })).toEqual(refusal('already_bent'))
    rig.mark()
    expect(rig.book(1, 1)).toEqual(refusal('already_marked'))
  })
  test('on a sheet that waits for the customer, until a supervisor overrides it with a reason', async () => {
    const { counting } = rig.ledger()
    expect(rig.book(1, 1, { sheet: awaiting })).toEqual(refusal('not_approved'))
    const override = { ...rig.target(awaiting), by: 'Formann', why: '' }
    expect(counting.overrideApproval(override)).toEqual(refusal('reason_missing'))
    expect(counting.overrideApproval({ ...override, by: ' ', why: 'haste' })).toEqual(refusal('reason_missing'))
    expect(counting.overrideApproval({ ...override, why: 'said yes by telephone' })).toMatchObject({ ok: true })
    await rig.restart()
    expect(rig.book(1, 1, { sheet: awaiting })).toMatchObject({ ok: true, value: { overridden: true, stop: null } })
    // the service accepts no mark before the customer's answer, whatever a supervisor decides
    expect(rig.mark(awaiting)).toEqual(refusal('not_approved'))
  })
  test('after an override for another drawing', () => {
    rig.ledger().counting.overrideApproval({ ...rig.target(awaiting), by: 'Formann', why: 'yes by telephone' })
    const changed: Sheet = { ...awaiting, drawingVersion: 3, lengthMm: 2100 }
    expect(rig.book(1, 1, { sheet: changed })).toEqual(refusal('not_approved'))
  })
})

describe('a wrong drawing', () => {
  test('stops counting and marking until a named person releases it with a reason', async () => {
    rig.book(1, 1)
    expect(rig.report()).toMatchObject({
      ok: true,
      value: { stop: 'drawing_wrong', deviations: [{ reason: 'measure' }] },
    })
    await rig.restart()
    expect(rig.book(1, 1)).toEqual(refusal('drawing_wrong'))
    expect(rig.mark()).toEqual(refusal('drawing_wrong'))
    expect(rig.give()).toEqual(refusal('drawing_wrong'))
    const release = { id: deviations()[0]?.id ?? '', by: 'Formann', why: 'measured again' }
    expect(rig.ledger().counting.releaseDeviation({ ...release, why: '' })).toEqual(refusal('reason_missing'))
    expect(rig.ledger().counting.releaseDeviation(release)).toEqual({ ok: true })
    expect(rig.ledger().counting.releaseDeviation(release)).toEqual(refusal('deviation_unknown'))
    expect(rig.book(1, 1)).toMatchObject({ ok: true })
    expect(rig.ledger().deviations.ofSheet(batch.id)).toMatchObject([
      { state: 'released', settledBy: 'Formann', settledWhy: 'measured again' },
    ])
  })
  test('with the reason other needs a description', () => {
    const { counting } = rig.ledger()
    expect(counting.reportDeviation({ ...rig.target(batch), reason: 'other', text: ' ' })).toEqual(
      refusal('reason_missing'),
    )
    expect(
      counting.reportDeviation({ ...rig.target(batch), reason: 'other', text: 'the hole is missing' }),
    ).toMatchObject({
      ok: true,
      value: { deviations: [{ text: 'the hole is missing' }] },
    })
  })
  test('is resolved by a new drawing, not by another version of the same one', () => {
    rig.report()
    const pulled = { sheetId: batch.id, reworkCount: 0, approval: 'approved' }
    rig.ledger().marks.applyPull({ ...pulled, drawingHash: () => null })
    rig.ledger().marks.applyPull({ ...pulled, drawingHash: () => deviations()[0]?.drawingHash ?? '' })
    expect(deviations()).toHaveLength(1)
    rig.ledger().marks.applyPull({ ...pulled, drawingHash: () => 'another' })
    expect(deviations()).toEqual([])
    expect(rig.book(1, 1, { sheet: redrawn })).toMatchObject({ ok: true })
  })
  test('stops an undelivered mark, also if the program ended in between', async () => {
    rig.mark()
    rig.report()
    expect(rig.ledger().marks.markOnSheet(batch.id)).toMatchObject({ state: 'conflict', reason: 'drawing_wrong' })
    await rig.restart()
    expect(rig.ledger().marks.summary().needsPerson).toBe(1)
  })
})

describe('a mark of counted pieces', () => {
  const some = { choice: 'close_short', reason: 'the blanks ran out' } as const
  test('is accepted without a question if every piece is counted', () => {
    rig.book(1, 4)
    rig.book(2, 2)
    expect(rig.mark()).toMatchObject({ ok: true, value: { quantity: 6 } })
  })
  test('is accepted with the sheet’s quantity if nothing was counted', () => {
    rig.book(1, 1, { kind: 'test' })
    expect(rig.mark()).toMatchObject({ ok: true, value: { quantity: 6 } })
  })
  test('with too few pieces needs a choice, a reason and the number', () => {
    rig.book(1, 4)
    expect(rig.mark()).toEqual(refusal('pieces_differ'))
    expect(rig.mark(batch, { ...some, count: 5 })).toEqual(refusal('pieces_differ'))
    expect(rig.mark(batch, { ...some, count: 4, reason: ' ' })).toEqual(refusal('bad_pieces'))
    expect(rig.mark(batch, { ...some, count: 4 })).toMatchObject({ ok: true, value: { quantity: 4 } })
  })
  test('with the right total but the wrong lengths is refused until it is corrected', () => {
    rig.book(1, 3)
    rig.book(2, 3)
    expect(rig.mark()).toEqual(refusal('pieces_differ'))
    rig.adjust(1, 1)
    rig.adjust(2, -1)
    expect(rig.mark()).toMatchObject({ ok: true })
  })
})
