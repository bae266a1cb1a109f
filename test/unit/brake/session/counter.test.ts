// Pieces computed from the readings of a counter: strokes, resets, jumps.
import { array, assert, integer, nat, option, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  minReading,
  readCounter,
  totalAt,
  type Counter,
  type CounterStep,
} from '../../../../src-main/brake/session/counter.ts'

const from = (counter: number, counted = 0): Counter => ({ base: { counter, counted }, last: counter, doubted: null })

/** Reads the values in order and returns the last step. */
function readAll(before: Counter, values: readonly number[], strokes: number, greatest?: number): CounterStep {
  let step: CounterStep = { kind: 'total', counter: before, total: before.base.counted }
  for (const value of values) {
    if (step.kind === 'lost') return step
    step = readCounter(step.counter, value, strokes, greatest)
  }
  return step
}

describe('pieces', () => {
  test('are counted from the reading at which the program was loaded', () => {
    expect(readAll(from(65_000), [65_001, 65_001, 65_003], 1)).toMatchObject({ kind: 'total', total: 3 })
  })
  test('of four strokes are counted at the fourth stroke', () => {
    const totals = [101, 102, 103, 104, 107, 108].map((value) => readAll(from(100), [value], 4))
    expect(totals.map((step) => step.kind === 'total' && step.total)).toEqual([0, 0, 0, 1, 1, 2])
  })
  test('are added to those that were counted before', () => {
    expect(readAll(from(0, 5), [2], 1)).toMatchObject({ total: 7 })
  })
})

describe('a counter of 16 bits that rolls over to 0', () => {
  test('loses no piece', () => {
    expect(readAll(from(65_530), [65_535, 0, 0, 1], 1, 65_535)).toMatchObject({ kind: 'total', total: 7 })
    expect(readAll(from(65_530), [65_535, 1, 1], 1, 65_535)).toMatchObject({ kind: 'reset' })
    expect(readAll(from(65_530), [65_535, 1, 1, 1], 1, 65_535)).toMatchObject({ kind: 'total', total: 7 })
  })
  test('loses no stroke of a piece', () => {
    const totals = [0, 1, 2].map((value) => readAll(from(65_530), [65_533, 65_535, 0, 0, value], 4, 65_535))
    expect(totals.map((step) => step.kind === 'total' && step.total)).toEqual([1, 1, 2])
  })
  test('is distinguished from a counter that was reset far below its greatest value', () => {
    expect(readAll(from(65_000), [65_010, 0, 0, 1], 1, 65_535)).toMatchObject({ kind: 'total', total: 11 })
  })
})

describe('a counter that was reset', () => {
  test('is accepted at the second reading, and counted from 0', () => {
    expect(readAll(from(40), [45, 0], 1)).toMatchObject({ kind: 'doubt', code: 'counter_jumped_back' })
    const reset = readAll(from(40), [45, 0, 0], 1)
    expect(reset).toMatchObject({ kind: 'reset', counter: { base: { counter: 0, counted: 5 }, last: 0 } })
    expect(readAll(from(40), [45, 0, 0, 1, 2], 1)).toMatchObject({ kind: 'total', total: 7 })
  })
  test('during a piece keeps the strokes of that piece', () => {
    expect(readAll(from(0), [4, 6, 0, 0, 1], 4)).toMatchObject({ total: 1 })
    expect(readAll(from(0), [4, 6, 0, 0, 2], 4)).toMatchObject({ total: 2 })
  })
  test('counts a piece that was made between the reset and the first reading', () => {
    expect(readAll(from(40), [45, 1, 1, 1], 1)).toMatchObject({ total: 6 })
  })
})

describe('a counter that jumps', () => {
  test('back once is ignored', () => {
    expect(readAll(from(40), [45, 43, 46], 1)).toMatchObject({ kind: 'total', total: 6 })
  })
  test('back permanently, but not to 0, needs a person', () => {
    expect(readAll(from(40), [45, 43, 43], 1)).toEqual({ kind: 'lost', code: 'counter_jumped_back' })
  })
  test('ahead once is ignored; permanently, it needs a person', () => {
    expect(readAll(from(40), [41, 65_535], 1)).toMatchObject({ kind: 'doubt', code: 'counter_jumped_ahead' })
    expect(readAll(from(40), [41, 65_535, 42], 1)).toMatchObject({ kind: 'total', total: 2 })
    expect(readAll(from(40), [41, 65_535, 65_535], 1)).toEqual({ kind: 'lost', code: 'counter_jumped_ahead' })
  })
  test('once back and once ahead is not lost', () => {
    expect(readAll(from(40), [41, 3, 900, 42], 1)).toMatchObject({ kind: 'total', total: 2 })
  })
})

test('the counted pieces are those that were made, for any strokes with single wrong readings', () => {
  const strokesAtOnce = array(record({ more: nat(5), wrong: option(nat(65_535)) }), { maxLength: 60 })
  assert(
    property(integer({ min: 1, max: 14 }), nat(65_535), strokesAtOnce, (strokes, start, readings) => {
      let counter = from(start)
      let value = start
      for (const { more, wrong } of readings) {
        value += more
        // a plausible wrong reading cannot be detected
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

test('the least reading is the lowest value with that number of pieces', () => {
  assert(
    property(integer({ min: 1, max: 14 }), nat(99), nat(99), (strokes, counter, more) => {
      const base = { counter, counted: 3 }
      const least = minReading(base, 3 + more, strokes)
      expect(totalAt(base, least, strokes)).toBe(3 + more)
      expect(totalAt(base, least - 1, strokes)).toBe(2 + more)
    }),
  )
})
