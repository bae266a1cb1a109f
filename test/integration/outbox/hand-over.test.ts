// A batch handed from station to station, each with a store of its own: no piece is counted twice, and a code is good once.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readHandOver, handOverText } from '../../../src-main/outbox/hand-over-code.ts'
import { batch, brake, codeOf, redrawn, type Brake } from './brake.ts'

let one: Brake
let other: Brake
let third: Brake
beforeEach(() => {
  one = brake()
  other = brake()
  third = brake()
})
afterEach(async () => {
  for (const at of [one, other, third]) await at.end()
})

const refusal = (code: string): object => ({ ok: false, code })
/** Three of the long ones made and handed over. */
const handedOver = (): string => {
  one.book(1, 3)
  return codeOf(one.give())
}

describe('handing over', () => {
  test('freezes the counts: nothing more is counted or marked there', async () => {
    const code = handedOver()
    expect(one.work()).toMatchObject({ stop: 'handed_over', job: { state: 'handed_over' }, handOver: { code } })
    await one.restart()
    expect(one.book(1, 1)).toEqual(refusal('handed_over'))
    expect(one.scrapLast(1)).toEqual(refusal('handed_over'))
    expect(one.mark()).toEqual(refusal('handed_over'))
    expect(one.give()).toEqual(refusal('handed_over'))
    expect(one.done()).toEqual([3, 0])
  })
  test('says which sheet, which drawing, how many of each, who and from where', () => {
    const operator = one.outbox().operators.add('KN')
    one.book(1, 3)
    const operatorId = operator.ok ? operator.operator.id : null
    const given = one.outbox().handingOver.give({ ...one.at(batch), operatorId, fingerprint: 'bolgen/test' })
    expect(readHandOver(codeOf(given))).toMatchObject({
      ok: true,
      code: { sheetId: batch.id, reworkCount: 0, pieces: [{ pieceNo: 1, done: 3 }], by: 'KN', includes: [] },
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
    expect(other.take(code)).toMatchObject({ ok: true, work: { complete: false } })
    expect(other.done()).toEqual([3, 2])
    expect(other.mark()).toEqual(refusal('pieces_differ'))
    other.book(1, 1)
    expect(other.mark()).toMatchObject({ ok: true, mark: { quantity: 6 } })
    expect(one.mark()).toEqual(refusal('handed_over'))
  })
  test('of a code is done once, after a restart too, typed in another way too', async () => {
    const code = handedOver()
    other.take(code)
    expect(other.take(code)).toEqual(refusal('code_taken_already'))
    await other.restart()
    expect(other.take(code.toLowerCase())).toEqual(refusal('code_taken_already'))
    expect(other.done()).toEqual([3, 0])
  })
  test('of a code of this station is refused: it takes its own back', () => {
    expect(one.take(handedOver())).toEqual(refusal('code_of_this_station'))
  })
  test('of another workshop, sheet, drawing or rework is refused', () => {
    const code = handedOver()
    const strange = { ...batch, id: '5f0d7c2e-2f4f-4a53-9d58-0d1a8f7f7a09' }
    expect(other.take(code, batch, 'bolgen/live')).toEqual(refusal('code_of_another_workshop'))
    expect(other.take(code, strange)).toEqual(refusal('code_of_another_sheet'))
    expect(other.take(code, redrawn)).toEqual(refusal('code_of_another_drawing'))
    expect(other.take(code, { ...batch, reworkCount: 1 })).toEqual(refusal('code_of_another_drawing'))
    expect(other.work().job).toBeNull()
  })
  test('of a code with a wrong letter, or of pieces that the sheet has not, is refused', () => {
    const code = handedOver()
    const at = code.length - 20
    const letter = code.charAt(at) === 'A' ? 'B' : 'A'
    expect(other.take(code.slice(0, at) + letter + code.slice(at + 1))).toEqual(refusal('code_unreadable'))
    const told = readHandOver(code)
    if (!told.ok) throw new Error(told.code)
    const altered = handOverText({ ...told.code, pieces: [{ pieceNo: 9, done: 3 }] })
    expect(other.take(altered)).toEqual(refusal('piece_unknown'))
  })
  test('is refused where the sheet is marked, bent, or reported wrong here', () => {
    const code = handedOver()
    other.report()
    expect(other.take(code)).toEqual(refusal('drawing_wrong'))
    third.mark()
    expect(third.take(code)).toEqual(refusal('already_marked'))
  })
  test('before it, the code can be read without being used up', () => {
    const code = handedOver()
    expect(other.outbox().handingOver.read(code, 'bolgen/test')).toMatchObject({
      ok: true,
      code: { sheetId: batch.id },
    })
    expect(other.take(code)).toMatchObject({ ok: true })
  })
})

describe('on its way round', () => {
  test('a batch that comes back carries the whole, and what was handed over is counted once', async () => {
    other.take(handedOver())
    other.book(2, 1)
    const back = codeOf(other.give())
    expect(one.take(back)).toMatchObject({ ok: true, work: { stop: null, handOver: null } })
    expect(one.done()).toEqual([3, 1])
    await one.restart()
    expect(one.take(back)).toEqual(refusal('code_taken_already'))
    one.book(1, 1)
    one.book(2, 1)
    expect(one.mark()).toMatchObject({ ok: true })
  })
  test('a code that does not hold the pieces this station handed over is refused', () => {
    handedOver()
    other.book(2, 2)
    expect(one.take(codeOf(other.give()))).toEqual(refusal('code_lacks_ours'))
  })
  test('pieces that came by two ways are not counted twice', () => {
    const first = handedOver()
    third.take(first)
    other.take(first)
    other.book(2, 1)
    expect(third.take(codeOf(other.give()))).toEqual(refusal('code_counts_twice'))
    expect(third.done()).toEqual([3, 0])
  })
  test('two batches of one sheet are added together', () => {
    const first = handedOver()
    other.book(2, 2)
    const second = codeOf(other.give())
    third.take(first)
    expect(third.take(second)).toMatchObject({ ok: true })
    expect(third.done()).toEqual([3, 2])
  })
  test('through three stations, the last one marks', () => {
    other.take(handedOver())
    other.book(1, 1)
    third.take(codeOf(other.give()))
    third.book(2, 2)
    expect(third.mark()).toMatchObject({ ok: true, mark: { quantity: 6 } })
  })
  test('it is over at the first station once the sheet is bent at another', () => {
    handedOver()
    expect(one.outbox().marks.keeps(batch.id)).toBe(true)
    one.outbox().marks.notice({ sheetId: batch.id, reworkCount: 0, approval: 'approved', bent: true })
    expect(one.outbox().marks.keeps(batch.id)).toBe(false)
  })
})

describe('taking back', () => {
  test('lets the station count on, with a reason', () => {
    handedOver()
    expect(one.takeBack('')).toEqual(refusal('reason_missing'))
    expect(one.takeBack()).toMatchObject({ ok: true, work: { stop: null, handOver: null } })
    expect(one.takeBack()).toEqual(refusal('not_handed_over'))
    one.book(1, 1)
    expect(one.done()).toEqual([4, 0])
  })
  test('of a code that somebody took after all: its pieces are not counted here a second time', () => {
    const code = handedOver()
    one.takeBack()
    other.take(code)
    other.book(2, 1)
    expect(one.take(codeOf(other.give()))).toEqual(refusal('code_counts_twice'))
    expect(one.done()).toEqual([3, 0])
  })
  test('and handing over again: whoever has the first code does not count its pieces twice', () => {
    const first = handedOver()
    one.takeBack()
    one.book(2, 1)
    const second = codeOf(one.give())
    other.take(first)
    expect(other.take(second)).toEqual(refusal('code_counts_twice'))
    expect(third.take(second)).toMatchObject({ ok: true })
    expect(third.take(first)).toEqual(refusal('code_counts_twice'))
  })
})
