// What is learnt of a machine's pace from pieces that were really counted in a real store.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { batch, brake, type Brake } from './brake.ts'

let at: Brake
beforeEach(() => {
  at = brake()
})
afterEach(() => at.end())

const presse = '0b0f6d0e-35c7-4c3f-8f4b-0d3f0a7e0001'
let acts = 0
const book = (count = 1): void => {
  const act = { actId: `learning ${(acts += 1)}`, pieceNo: 1, kind: 'good', count, source: 'hand' } as const
  at.outbox().counting.book({ sheet: batch, pressBrakeId: presse, operatorId: null, ...act })
}
const seconds = (): number[] =>
  at
    .outbox()
    .planLearning.timed()
    .map(({ afterSec }) => afterSec)

test('each piece after the first of its job says how long it took, several at once together', () => {
  book()
  at.clock.advance(30_000)
  book()
  at.clock.advance(90_000)
  book(3)
  const [one, three] = at.outbox().planLearning.timed()
  expect(one).toMatchObject({ pressBrakeId: presse, pieceNo: 1, pieces: 1, afterSec: 30 })
  expect(three).toMatchObject({ pieces: 3, afterSec: 90 })
  expect(one?.sheet.profile.material).toBe(batch.profile.material)
})

test('what lies between two runs of the program is no time of a piece, and scrap is none either', async () => {
  book()
  await at.restart()
  at.clock.advance(60_000)
  book()
  at.scrapLast(1)
  expect(seconds()).toEqual([])
  at.clock.advance(20_000)
  book()
  expect(seconds()).toEqual([20])
})
