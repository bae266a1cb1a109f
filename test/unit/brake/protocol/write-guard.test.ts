// Whether a write may leave, case by case, on the shipped map: state at input register 0, load at 90, count at 100, steps from 101.
import { describe, expect, test } from 'vitest'
import { writeRules } from '../../../../src-main/brake/maps/write-rules.ts'
import type { ReadRequest, WriteRequest } from '../../../../src-main/brake/protocol/modbus-pdu.ts'
import { writeGuard, type WriteGuard } from '../../../../src-main/brake/protocol/write-guard.ts'
import { mapOf, shippedMap, shippedMapText } from '../../../fixtures/brake-programs.ts'

const stateRead: ReadRequest = { kind: 'read', code: 4, address: 0, count: 1 }
const load: WriteRequest = { kind: 'write', code: 6, address: 90, words: [1] }
const [safe, running] = [[1], [2]]

function guard(words: readonly number[] | null = safe, askedAtMs = 1_000): WriteGuard {
  const made = writeGuard(writeRules(shippedMap))
  if (words !== null) made.handleAnswer(stateRead, words, askedAtMs)
  return made
}

describe('a write leaves', () => {
  test.each([1_000, 1_300, 1_499])('at %d ms, when the state was asked at 1000 ms and is safe', (nowMs) => {
    expect(guard().refusal(1, load, nowMs)).toBeNull()
  })

  test('when a longer read covers the state', () => {
    const made = guard(null)
    made.handleAnswer({ ...stateRead, count: 4 }, [1, 0, 0, 7], 1_000)
    expect(made.refusal(1, load, 1_001)).toBeNull()
  })
})

describe('a write does not leave', () => {
  test.each<[string, WriteGuard, number, string]>([
    ['when nothing was ever read', guard(null), 1_000, 'not_safe'],
    ['500 ms after the state was asked', guard(), 1_500, 'not_safe'],
    ['while the machine runs', guard(running), 1_001, 'running'],
    ['in a state that is neither', guard([7]), 1_001, 'not_safe'],
  ])('%s', (_, made, nowMs, code) => {
    expect(made.refusal(1, load, nowMs)).toMatchObject({ code, address: 0 })
  })

  test('after a later question failed, though the state was safe just before', () => {
    const made = guard()
    made.handleFailure()
    expect(made.refusal(1, load, 1_001)).toMatchObject({ code: 'not_safe' })
    // where the safe state alone says it
    const text = shippedMapText.replace('"running": { "register": "state", "values": [2] },', '')
    const alone = writeGuard(writeRules(mapOf(text)))
    alone.handleAnswer(stateRead, safe, 1_000)
    expect(alone.refusal(1, load, 1_001)).toBeNull()
    alone.handleFailure()
    expect(alone.refusal(1, load, 1_001)).toMatchObject({ code: 'not_safe' })
  })

  test('after another register read the same words', () => {
    const made = guard(null)
    made.handleAnswer({ ...stateRead, code: 3 }, safe, 1_000)
    made.handleAnswer({ ...stateRead, address: 1 }, safe, 1_000)
    expect(made.refusal(1, load, 1_001)).toMatchObject({ code: 'not_safe' })
  })

  test.each<[string, Partial<WriteRequest>, number]>([
    ['another value than the load has', { words: [0] }, 90],
    ['the load with a neighbour', { code: 16, words: [1, 0] }, 90],
    ['by another function', { code: 16, words: [1] }, 90],
    ['where nothing is declared', { address: 91 }, 91],
    ['to the state itself', { address: 0 }, 0],
    ['a step count of none', { code: 16, address: 100, words: [0] }, 100],
    ['a step count beyond the table', { code: 16, address: 100, words: [15] }, 100],
    ['an angle below its least', { code: 16, address: 101, words: [1_999] }, 101],
    ['half of a 32-bit value', { code: 16, address: 103, words: [0] }, 103],
    ['the lower half alone', { code: 16, address: 104, words: [5_000] }, 104],
    ['a table whose last value is too much', { code: 16, address: 107, words: [1, 2] }, 108],
    ['beyond the table', { code: 16, address: 212, words: [1, 0, 9_000] }, 213],
  ])('%s', (_, change, address) => {
    expect(guard().refusal(1, { ...load, ...change }, 1_001)).toMatchObject({ code: 'out_of_range', address })
  })

  test('to another unit', () => {
    expect(guard().refusal(2, load, 1_001)).toMatchObject({ code: 'out_of_range' })
  })

  test('ever, where the map declares no safe state', () => {
    const text = shippedMapText.replace('"safe": { "register": "state", "values": [1] },', '')
    const made = writeGuard(writeRules(mapOf(text)))
    made.handleAnswer(stateRead, safe, 1_000)
    expect(made.refusal(1, load, 1_001)).toMatchObject({ code: 'read_only' })
  })
})
