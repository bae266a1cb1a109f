// Which writes the guard accepts with the shipped map: state at input register 0, load at 90, count at 100, steps from 101.
import { describe, expect, test } from 'vitest'
import { writeRules } from '../../../../src-main/brake/maps/write-rules.ts'
import type { ReadRequest, WriteRequest } from '../../../../src-main/brake/protocol/modbus-pdu.ts'
import { WriteGuard } from '../../../../src-main/brake/protocol/write-guard.ts'
import { mapOf, shippedMap, shippedMapText } from '../../../fixtures/brake-programs.ts'

const stateRead: ReadRequest = { kind: 'read', code: 4, address: 0, count: 1 }
const load: WriteRequest = { kind: 'write', code: 6, address: 90, words: [1] }
const [safe, running] = [[1], [2]]

function guardAfterRead(words: readonly number[] | null = safe, sentAtMs = 1_000): WriteGuard {
  const guard = new WriteGuard(writeRules(shippedMap))
  if (words !== null) guard.handleAnswer(stateRead, words, sentAtMs)
  return guard
}

describe('a write is accepted', () => {
  test.each([1_000, 1_300, 1_499])('at %d ms if the safe state was requested at 1000 ms', (nowMs) => {
    expect(guardAfterRead().refusal(1, load, nowMs)).toBeNull()
  })

  test('if a longer read covers the state', () => {
    const guard = guardAfterRead(null)
    guard.handleAnswer({ ...stateRead, count: 4 }, [1, 0, 0, 7], 1_000)
    expect(guard.refusal(1, load, 1_001)).toBeNull()
  })
})

describe('a write is refused', () => {
  test.each<[string, WriteGuard, number, string]>([
    ['if nothing was read', guardAfterRead(null), 1_000, 'not_safe'],
    ['500 ms after the state was requested', guardAfterRead(), 1_500, 'not_safe'],
    ['while the machine runs', guardAfterRead(running), 1_001, 'running'],
    ['in an unknown state', guardAfterRead([7]), 1_001, 'not_safe'],
  ])('%s', (_, guard, nowMs, code) => {
    expect(guard.refusal(1, load, nowMs)).toMatchObject({ code, address: 0 })
  })

  test('after a later request failed, although the state was safe before', () => {
    const guard = guardAfterRead()
    guard.handleFailure()
    expect(guard.refusal(1, load, 1_001)).toMatchObject({ code: 'not_safe' })
    // the same if the map has no condition for a running machine
    const text = shippedMapText.replace('"running": { "register": "state", "values": [2] },', '')
    const safeOnly = new WriteGuard(writeRules(mapOf(text)))
    safeOnly.handleAnswer(stateRead, safe, 1_000)
    expect(safeOnly.refusal(1, load, 1_001)).toBeNull()
    safeOnly.handleFailure()
    expect(safeOnly.refusal(1, load, 1_001)).toMatchObject({ code: 'not_safe' })
  })

  test('if the words were read from another register', () => {
    const guard = guardAfterRead(null)
    guard.handleAnswer({ ...stateRead, code: 3 }, safe, 1_000)
    guard.handleAnswer({ ...stateRead, address: 1 }, safe, 1_000)
    expect(guard.refusal(1, load, 1_001)).toMatchObject({ code: 'not_safe' })
  })

  test.each<[string, Partial<WriteRequest>, number]>([
    ['if it is another value than the trigger', { words: [0] }, 90],
    ['if it is the trigger together with another register', { code: 16, words: [1, 0] }, 90],
    ['if it uses another function', { code: 16, words: [1] }, 90],
    ['if the register is not declared', { address: 91 }, 91],
    ['if it is the state register', { address: 0 }, 0],
    ['if the step count is 0', { code: 16, address: 100, words: [0] }, 100],
    ['if the step count is greater than the table', { code: 16, address: 100, words: [61] }, 100],
    ['if the angle is below its range', { code: 16, address: 101, words: [1_999] }, 101],
    ['if the angle is above that of a flattening', { code: 16, address: 101, words: [501] }, 101],
    ['if it is the upper half of a 32-bit value', { code: 16, address: 103, words: [0] }, 103],
    ['if it is the lower half of a 32-bit value', { code: 16, address: 104, words: [5_000] }, 104],
    ['if its last value is out of range', { code: 16, address: 107, words: [1, 2] }, 108],
    ['if it goes past the end of the table', { code: 16, address: 1180, words: [1, 9_000] }, 1181],
  ])('%s', (_, change, address) => {
    expect(guardAfterRead().refusal(1, { ...load, ...change }, 1_001)).toMatchObject({ code: 'out_of_range', address })
  })

  test('if it is for another unit', () => {
    expect(guardAfterRead().refusal(2, load, 1_001)).toMatchObject({ code: 'out_of_range' })
  })

  test('if the map declares no safe state', () => {
    const text = shippedMapText.replace('"safe": { "register": "state", "values": [1] },', '')
    const guard = new WriteGuard(writeRules(mapOf(text)))
    guard.handleAnswer(stateRead, safe, 1_000)
    expect(guard.refusal(1, load, 1_001)).toMatchObject({ code: 'read_only' })
  })
})
