// The planned order of bends as an answer: its effect on the fit, its sentence, and the machine that is proposed.
import { describe, expect, test } from 'vitest'
import { fitInOrder, orderInWords, proposedMachine } from '../../../shared/planning/index.ts'
import type { OrderAnswer, PlanAnswer } from '../../../shared/station-api/index.ts'

const works: OrderAnswer = {
  kind: 'works',
  isOwn: false,
  handling: { strokes: 4, flips: 1, halfTurns: 0, toolChanges: 0, setUpChanges: 0 },
}
const hit = {
  code: 'hit',
  params: { bendIndex: 3, stepKind: 'bend', part: 'die', pieceKind: 'flange', pieceIndex: 0, atTurnDeg: 62 },
}
const impossible: OrderAnswer = { kind: 'impossible', isOwn: false, reasons: [hit, hit] }
const notYet: OrderAnswer = { kind: 'not_planned_yet' }
const unknown = (change: object): OrderAnswer => ({
  kind: 'not_known',
  isOwn: false,
  lacking: null,
  missing: [],
  reasons: [],
  ...change,
})

describe('the fit with an order', () => {
  test('is "no" if no order works, even if the machine fits', () => {
    expect([fitInOrder('yes', [], impossible), fitInOrder('unknown', ['hem_force_unknown'], impossible)]).toEqual([
      'no',
      'no',
    ])
  })

  test('is the fit while the order is not known', () => {
    for (const order of [notYet, unknown({}), undefined])
      expect([fitInOrder('yes', [], order), fitInOrder('no', ['too_long'], order)]).toEqual(['yes', 'no'])
  })

  test('is yes where an order settles every doubt, and unknown where another doubt is left', () => {
    expect(fitInOrder('unknown', ['offset_on_beam', 'return_over_nose'], works)).toBe('yes')
    expect(fitInOrder('unknown', ['offset_on_beam', 'strength_unknown'], works)).toBe('unknown')
    expect(fitInOrder('unknown', ['offset_on_beam'], notYet)).toBe('unknown')
    expect(fitInOrder('no', ['too_long'], works)).toBe('no')
  })
})

test('an order has one sentence in each language, and each reason once', () => {
  expect([orderInWords(works, 'nb'), orderInWords(works, 'en')]).toEqual(['går', 'works'])
  expect(orderInWords(impossible, 'nb')).toBe('går ikke: bøy 4 treffer underverktøyet ved 118° (knekk 62°) med flens 1')
  expect(orderInWords(impossible, 'en')).toBe('does not work: bend 4 hits the die at 118° (turn 62°) with flange 1')
  expect(orderInWords({ kind: 'impossible', isOwn: false, reasons: [] }, 'nb')).toBe('går ikke: ingen rekkefølge går')
  expect(orderInWords({ ...impossible, isOwn: true }, 'nb')).toBe(
    'egen rekkefølge går ikke: bøy 4 treffer underverktøyet ved 118° (knekk 62°) med flens 1',
  )
  expect(orderInWords({ ...works, isOwn: true }, 'en')).toBe('custom order works')
  expect(orderInWords(unknown({ missing: [{ part: 'die', id: 'v8-88' }] }), 'nb')).toBe(
    'ikke kjent: omrisset av underverktøyet (v8-88) mangler',
  )
  expect(orderInWords(unknown({ lacking: 'machine' }), 'en')).toBe(
    'not known: no readable workshop file describes the machine',
  )
  expect([orderInWords(notYet, 'nb'), orderInWords(notYet, 'en')]).toEqual(['ikke planlagt ennå', 'not planned yet'])
})

const answer = (fits: PlanAnswer['fits'], order: OrderAnswer): PlanAnswer => ({
  fits,
  reasons: [],
  tool: null,
  order,
})

describe('the proposed machine', () => {
  test('is one where an order works, even if another is quicker', () => {
    expect(proposedMachine([answer('yes', notYet), answer('yes', works)], [10, 20])).toBe(1)
  })

  test('is the quickest of equal ones, and the first of equally quick ones', () => {
    expect(proposedMachine([answer('yes', works), answer('yes', works)], [20, 10])).toBe(1)
    expect(proposedMachine([answer('yes', works), answer('yes', works)], [10, 10])).toBe(0)
  })

  test('is never one where no order works or that does not fit', () => {
    expect(proposedMachine([answer('yes', impossible), answer('yes', notYet)], [1, 99])).toBe(1)
    expect(proposedMachine([answer('no', works), answer('unknown', works), answer('yes', impossible)], [1, 1, 1])).toBe(
      null,
    )
  })
})
