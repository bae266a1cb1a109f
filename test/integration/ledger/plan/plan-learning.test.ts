// What is learnt about a machine's pace from pieces that were counted in a real store.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { batch, createLedgerRig, type LedgerRig } from '../ledger-rig.ts'

let rig: LedgerRig
beforeEach(() => {
  rig = createLedgerRig()
})
afterEach(() => rig.end())

const presse = '0b0f6d0e-35c7-4c3f-8f4b-0d3f0a7e0001'
let acts = 0
const book = (count = 1): void => {
  const act = { actId: `learning ${(acts += 1)}`, pieceNo: 1, kind: 'good', count, source: 'hand' } as const
  rig.ledger().counting.book({ sheet: batch, pressBrakeId: presse, operatorId: null, ...act })
}
const seconds = (): number[] =>
  rig
    .ledger()
    .planLearning.timed()
    .map(({ afterSec }) => afterSec)

test('each piece after the first of its job gives a duration, several pieces at once give one together', () => {
  book()
  rig.clock.advance(30_000)
  book()
  rig.clock.advance(90_000)
  book(3)
  const [one, three] = rig.ledger().planLearning.timed()
  expect(one).toMatchObject({ pressBrakeId: presse, pieceNo: 1, pieces: 1, afterSec: 30 })
  expect(three).toMatchObject({ pieces: 3, afterSec: 90 })
  expect(one?.sheet.profile.material).toBe(batch.profile.material)
})

test('the time between two runs of the program is not the duration of a piece, and neither is scrap', async () => {
  book()
  await rig.restart()
  rig.clock.advance(60_000)
  book()
  rig.scrapLast(1)
  expect(seconds()).toEqual([])
  rig.clock.advance(20_000)
  book()
  expect(seconds()).toEqual([20])
})
