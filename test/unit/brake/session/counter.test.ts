// From a counter's readings to pieces: strokes, resets, jumps.
import { array, assert, integer, nat, option, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  leastReading,
  readCounter,
  totalAt,
  type Counter,
  type CounterStep,
} from '../../../../src-main/brake/session/counter.ts'

const from = (counter: number, counted = 0): Counter => ({ base: { counter, counted }, last: counter, doubted: null })

/** Reads one after the other; the last step, with the counter as it then is. */
function readAll(before: Counter, values: readonly number[], strokes: number, greatest?: number): CounterStep {
  let step: CounterStep = { kind: 'total', counter: before, total: before.base.counted }
  for (const value of values) {
    if (step.kind === 'lost') return step
    step = readCounter(step.counter, value, strokes, greatest)
  }
  return step
}

describe('pieces', () => {
  test('are counted from the reading at which the program was loaded, whatever stood there', () => {
    expect(readAll(from(65_000), [65_001, 65_001, 65_003], 1)).toMatchObject({ kind: 'total', total: 3 })
  })
  test('of four strokes are made by the fourth, and not before', () => {
    const totals = [101, 102, 103, 104, 107, 108].map((value) => readAll(from(100), [value], 4))
    expect(totals.map((step) => step.kind === 'total' && step.total)).toEqual([0, 0, 0, 1, 1, 2])
  })
  test('go on from those that were counted before', () => {
    expect(readAll(from(0, 5), [2], 1)).toMatchObject({ total: 7 })
  })
})

describe('a counter of 16 bits that goes on at 0', () => {
  test('loses no piece', () => {
    expect(readAll(from(65_530), [65_535, 0, 0, 1], 1, 65_535)).toMatchObject({ kind: 'total', total: 7 })
    expect(readAll(from(65_530), [65_535, 1, 1], 1, 65_535)).toMatchObject({ kind: 'reset' })
    expect(readAll(from(65_530), [65_535, 1, 1, 1], 1, 65_535)).toMatchObject({ kind: 'total', total: 7 })
  })
  test('loses no stroke of a piece', () => {
    const totals = [0, 1, 2].map((value) => readAll(from(65_530), [65_533, 65_535, 0, 0, value], 4, 65_535))
    expect(totals.map((step) => step.kind === 'total' && step.total)).toEqual([1, 1, 2])
  })
  test('is no counter that somebody has set back far below its greatest', () => {
    expect(readAll(from(65_000), [65_010, 0, 0, 1], 1, 65_535)).toMatchObject({ kind: 'total', total: 11 })
  })
})

describe('a counter that was reset', () => {
  test('is believed at the second look, and counted on from 0', () => {
    expect(readAll(from(40), [45, 0], 1)).toMatchObject({ kind: 'doubt', code: 'counter_jumped_back' })
    const reset = readAll(from(40), [45, 0, 0], 1)
    expect(reset).toMatchObject({ kind: 'reset', counter: { base: { counter: 0, counted: 5 }, last: 0 } })
    expect(readAll(from(40), [45, 0, 0, 1, 2], 1)).toMatchObject({ kind: 'total', total: 7 })
  })
  test('in the midst of a piece keeps the strokes of that piece', () => {
    expect(readAll(from(0), [4, 6, 0, 0, 1], 4)).toMatchObject({ total: 1 })
    expect(readAll(from(0), [4, 6, 0, 0, 2], 4)).toMatchObject({ total: 2 })
  })
  test('at which a piece was made before the first look is counted with that piece', () => {
    expect(readAll(from(40), [45, 1, 1, 1], 1)).toMatchObject({ total: 6 })
  })
})

describe('a counter that jumps', () => {
  test('back once is passed over', () => {
    expect(readAll(from(40), [45, 43, 46], 1)).toMatchObject({ kind: 'total', total: 6 })
  })
  test('back for good to somewhere in the midst wants a person', () => {
    expect(readAll(from(40), [45, 43, 43], 1)).toEqual({ kind: 'lost', code: 'counter_jumped_back' })
  })
  test('ahead once is passed over, for good wants a person', () => {
    expect(readAll(from(40), [41, 65_535], 1)).toMatchObject({ kind: 'doubt', code: 'counter_jumped_ahead' })
    expect(readAll(from(40), [41, 65_535, 42], 1)).toMatchObject({ kind: 'total', total: 2 })
    expect(readAll(from(40), [41, 65_535, 65_535], 1)).toEqual({ kind: 'lost', code: 'counter_jumped_ahead' })
  })
  test('once back and once ahead is doubted twice, and not lost', () => {
    expect(readAll(from(40), [41, 3, 900, 42], 1)).toMatchObject({ kind: 'total', total: 2 })
  })
})

test('however strokes come, with single wrong readings among them: the pieces are those that were made', () => {
  const strokesAtOnce = array(record({ more: nat(5), wrong: option(nat(65_535)) }), { maxLength: 60 })
  assert(
    property(integer({ min: 1, max: 14 }), nat(65_535), strokesAtOnce, (strokes, start, readings) => {
      let counter = from(start)
      let value = start
      for (const { more, wrong } of readings) {
        value += more
        // a wrong one that could be right cannot be told from a right one
        const isWrong = wrong !== null && (wrong < counter.last || wrong - counter.last > 20 * strokes)
        for (const read of isWrong ? [wrong, value] : [value]) {
          const step = readCounter(counter, read, strokes)
          if (step.kind === 'total' || step.kind === 'doubt') ({ counter } = step)
          const total = step.kind === 'total' ? step.total : null
          expect(total).toBe(read === value ? Math.floor((value - start) / strokes) : null)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('what was counted tells the least that the counter can read', () => {
  assert(
    property(integer({ min: 1, max: 14 }), nat(99), nat(99), (strokes, counter, more) => {
      const base = { counter, counted: 3 }
      const least = leastReading(base, 3 + more, strokes)
      expect(totalAt(base, least, strokes)).toBe(3 + more)
      expect(totalAt(base, least - 1, strokes)).toBe(2 + more)
    }),
  )
})
