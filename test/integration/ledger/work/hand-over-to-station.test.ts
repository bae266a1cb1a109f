// A batch handed over to a paired station, each with its own ledger: taken back before and after the other station took it.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { batch, codeOf, createLedgerRig, fingerprint, type LedgerRig } from '../ledger-rig.ts'

const receiver = 'b'.repeat(16)
let one: LedgerRig
let other: LedgerRig
let nonce: string
let code: string
beforeEach(() => {
  one = createLedgerRig()
  other = createLedgerRig()
  one.book(1, 3)
  code = codeOf(one.ledger().handingOver.give({ ...one.target(batch), fingerprint, toStation: receiver }))
  const read = one.ledger().handingOver.read(code, fingerprint)
  nonce = read.ok ? read.value.nonce : ''
})
afterEach(async () => {
  for (const rig of [one, other]) await rig.end()
})
const recordTaken = (by = receiver): boolean => one.ledger().handingOver.recordTaken(nonce, by)

test('a hand-over that was taken cannot be taken back, also after a restart', async () => {
  expect(one.work()).toMatchObject({ handOver: { toStation: receiver, isTaken: false } })
  expect(recordTaken('c'.repeat(16))).toBe(false)
  expect(recordTaken()).toBe(true)
  await one.restart()
  expect(recordTaken()).toBe(false)
  expect(one.work()).toMatchObject({ stop: 'handed_over', handOver: { isTaken: true } })
  expect(one.takeBack()).toEqual({ ok: false, error: { code: 'hand_over_taken' } })
})

test('a take-over wins over a take-back after which nothing was counted: the sheet is handed over again', async () => {
  expect(one.takeBack()).toMatchObject({ ok: true, value: { stop: null } })
  expect(recordTaken()).toBe(true)
  await one.restart()
  expect(one.work()).toMatchObject({ stop: 'handed_over', handOver: { isTaken: true } })
  expect(one.takeBack()).toEqual({ ok: false, error: { code: 'hand_over_taken' } })
})

test('pieces counted after the take-back stay here, and can be handed over to the station that took the others', () => {
  expect(other.accept(code)).toMatchObject({ ok: true })
  one.takeBack()
  one.book(1, 1)
  expect(recordTaken()).toBe(true)
  expect(one.work()).toMatchObject({ stop: null, handOver: null })
  expect(one.done()).toEqual([1, 0])
  expect(other.accept(codeOf(one.give()))).toMatchObject({ ok: true })
  expect(other.done()).toEqual([4, 0])
})

test('a mark that was made after the take-back stays', () => {
  one.takeBack()
  one.book(1, 1)
  expect(one.mark(batch, { count: 4, choice: 'close_short', reason: 'enough' })).toMatchObject({ ok: true })
  const marked = one.work()
  expect(recordTaken()).toBe(false)
  expect(one.work()).toEqual(marked)
})
