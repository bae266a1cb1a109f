// A batch handed over between stations, each with its own store: no piece is counted twice, and a code is valid once.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readHandOver, handOverText } from '../../../../src-main/ledger/work/hand-over-code.ts'
import { batch, createLedgerRig, codeOf, redrawn, type LedgerRig } from '../ledger-rig.ts'

let one: LedgerRig
let other: LedgerRig
let third: LedgerRig
beforeEach(() => {
  one = createLedgerRig()
  other = createLedgerRig()
  third = createLedgerRig()
})
afterEach(async () => {
  for (const rig of [one, other, third]) await rig.end()
})

const refusal = (code: string): object => ({ ok: false, error: { code } })
/** Makes three of the long pieces and hands them over. Returns the code. */
const handedOver = (): string => {
  one.book(1, 3)
  return codeOf(one.give())
}

describe('handing over', () => {
  test('stops counting and marking at that station', async () => {
    const code = handedOver()
    expect(one.work()).toMatchObject({ stop: 'handed_over', job: { state: 'handed_over' }, handOver: { code } })
    await one.restart()
    expect(one.book(1, 1)).toEqual(refusal('handed_over'))
    expect(one.scrapLast(1)).toEqual(refusal('handed_over'))
    expect(one.mark()).toEqual(refusal('handed_over'))
    expect(one.give()).toEqual(refusal('handed_over'))
    expect(one.done()).toEqual([3, 0])
  })
  test('gives a code with the sheet, the drawing, the counts, the operator and the station', () => {
    const operator = one.ledger().operators.add('KN')
    one.book(1, 3)
    const operatorId = operator.ok ? operator.value.id : null
    const result = one.ledger().handingOver.give({ ...one.target(batch), operatorId, fingerprint: 'bolgen/test' })
    expect(readHandOver(codeOf(result))).toMatchObject({
      ok: true,
      value: { sheetId: batch.id, reworkCount: 0, pieces: [{ pieceNo: 1, done: 3 }], by: 'KN', includes: [] },
    })
  })
  test('needs something to hand over', () => {
    expect(one.give()).toEqual(refusal('nothing_to_hand_over'))
    one.book(1, 1, { kind: 'scrap' })
    expect(one.give()).toEqual(refusal('nothing_to_hand_over'))
    one.mark()
    expect(one.give()).toEqual(refusal('already_marked'))
  })
})

describe('taking over', () => {
  test('books the pieces, and the station that completes the sum marks', () => {
    const code = handedOver()
    other.book(2, 2)
    expect(other.accept(code)).toMatchObject({ ok: true, value: { complete: false } })
    expect(other.done()).toEqual([3, 2])
    expect(other.mark()).toEqual(refusal('pieces_differ'))
    other.book(1, 1)
    expect(other.mark()).toMatchObject({ ok: true, value: { quantity: 6 } })
    expect(one.mark()).toEqual(refusal('handed_over'))
  })
  test('of a code is done once, also after a restart and in lower case', async () => {
    const code = handedOver()
    other.accept(code)
    expect(other.accept(code)).toEqual(refusal('code_taken_already'))
    await other.restart()
    expect(other.accept(code.toLowerCase())).toEqual(refusal('code_taken_already'))
    expect(other.done()).toEqual([3, 0])
  })
  test('of a code of the same station is refused, because it must be taken back instead', () => {
    expect(one.accept(handedOver())).toEqual(refusal('code_of_this_station'))
  })
  test('of another workshop, sheet, drawing or rework is refused', () => {
    const code = handedOver()
    const strange = { ...batch, id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a09' }
    expect(other.accept(code, batch, 'bolgen/live')).toEqual(refusal('code_of_another_workshop'))
    expect(other.accept(code, strange)).toEqual(refusal('code_of_another_sheet'))
    expect(other.accept(code, redrawn)).toEqual(refusal('code_of_another_drawing'))
    expect(other.accept(code, { ...batch, reworkCount: 1 })).toEqual(refusal('code_of_another_drawing'))
    expect(other.work().job).toBeNull()
  })
  test('of a code with a wrong letter, or of pieces that are not on the sheet, is refused', () => {
    const code = handedOver()
    const position = code.length - 20
    const letter = code.charAt(position) === 'A' ? 'B' : 'A'
    expect(other.accept(code.slice(0, position) + letter + code.slice(position + 1))).toEqual(
      refusal('code_unreadable'),
    )
    const parsed = readHandOver(code)
    if (!parsed.ok) throw new Error(parsed.error.code)
    const altered = handOverText({ ...parsed.value, pieces: [{ pieceNo: 9, done: 3 }] })
    expect(other.accept(altered)).toEqual(refusal('piece_unknown'))
  })
  test('is refused if the sheet is marked, bent or reported wrong at this station', () => {
    const code = handedOver()
    other.report()
    expect(other.accept(code)).toEqual(refusal('drawing_wrong'))
    third.mark()
    expect(third.accept(code)).toEqual(refusal('already_marked'))
  })
  test('can be preceded by reading the code, which does not use it up', () => {
    const code = handedOver()
    expect(other.ledger().handingOver.read(code, 'bolgen/test')).toMatchObject({
      ok: true,
      value: { sheetId: batch.id },
    })
    expect(other.accept(code)).toMatchObject({ ok: true })
  })
})

describe('between several stations', () => {
  test('a batch that comes back brings all its pieces, and those handed over before are counted once', async () => {
    other.accept(handedOver())
    other.book(2, 1)
    const back = codeOf(other.give())
    expect(one.accept(back)).toMatchObject({ ok: true, value: { stop: null, handOver: null } })
    expect(one.done()).toEqual([3, 1])
    await one.restart()
    expect(one.accept(back)).toEqual(refusal('code_taken_already'))
    one.book(1, 1)
    one.book(2, 1)
    expect(one.mark()).toMatchObject({ ok: true })
  })
  test('a code without the pieces that this station handed over is refused', () => {
    handedOver()
    other.book(2, 2)
    expect(one.accept(codeOf(other.give()))).toEqual(refusal('code_lacks_ours'))
  })
  test('pieces that arrive on two ways are not counted twice', () => {
    const first = handedOver()
    third.accept(first)
    other.accept(first)
    other.book(2, 1)
    expect(third.accept(codeOf(other.give()))).toEqual(refusal('code_counts_twice'))
    expect(third.done()).toEqual([3, 0])
  })
  test('two batches of one sheet are added', () => {
    const first = handedOver()
    other.book(2, 2)
    const second = codeOf(other.give())
    third.accept(first)
    expect(third.accept(second)).toMatchObject({ ok: true })
    expect(third.done()).toEqual([3, 2])
  })
  test('after three stations, the last one marks the sheet', () => {
    other.accept(handedOver())
    other.book(1, 1)
    third.accept(codeOf(other.give()))
    third.book(2, 2)
    expect(third.mark()).toMatchObject({ ok: true, value: { quantity: 6 } })
  })
  test('the hand-over ends at the first station once the sheet is bent at another', () => {
    handedOver()
    expect(one.ledger().marks.mustStayListed(batch.id)).toBe(true)
    one.ledger().marks.applyPull({ sheetId: batch.id, reworkCount: 0, approval: 'approved', bent: true })
    expect(one.ledger().marks.mustStayListed(batch.id)).toBe(false)
  })
})

describe('taking back', () => {
  test('lets the station continue to count, with a reason', () => {
    handedOver()
    expect(one.takeBack('')).toEqual(refusal('reason_missing'))
    expect(one.takeBack()).toMatchObject({ ok: true, value: { stop: null, handOver: null } })
    expect(one.takeBack()).toEqual(refusal('not_handed_over'))
    one.book(1, 1)
    expect(one.done()).toEqual([4, 0])
  })
  test('of a code that was taken nevertheless does not count its pieces a second time', () => {
    const code = handedOver()
    one.takeBack()
    other.accept(code)
    other.book(2, 1)
    expect(one.accept(codeOf(other.give()))).toEqual(refusal('code_counts_twice'))
    expect(one.done()).toEqual([3, 0])
  })
  test('and handing over again does not count pieces twice at a station that has the first code', () => {
    const first = handedOver()
    one.takeBack()
    one.book(2, 1)
    const second = codeOf(one.give())
    other.accept(first)
    expect(other.accept(second)).toEqual(refusal('code_counts_twice'))
    expect(third.accept(second)).toMatchObject({ ok: true })
    expect(third.accept(first)).toEqual(refusal('code_counts_twice'))
  })
})
