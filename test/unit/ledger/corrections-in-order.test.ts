// The order of corrections of this station and of others, where clocks were wrong. Pure.
import { expect, test } from 'vitest'
import { correctionsInOrder, momentOfCorrection } from '../../../src-main/ledger/work/corrections-in-order.ts'

const now = 1_764_000_000_000
const hour = 3_600_000
const ownRow = (name: string, atMs: number) => ({ name, storedAtMs: atMs })
const other = (name: string, atMs: number) => ({ name, storedAtMs: atMs, elsewhere: { station: 'Kontor', by: null } })
const names = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name)

test('corrections are ordered by their moments, and those of this station keep the order in which they were stored', () => {
  const mine = [ownRow('first', now - 4 * hour), ownRow('ahead', now + 900 * hour), ownRow('last', now - hour)]
  const others = [other('before', now - 5 * hour), other('between', now - 2 * hour), other('after', now)]
  expect(names(correctionsInOrder(mine, others, now))).toEqual(['before', 'first', 'between', 'ahead', 'last', 'after'])
  expect(names(correctionsInOrder(mine, [], now))).toEqual(['first', 'ahead', 'last'])
})

test('a new correction is later than every one that is known, except those of a clock that is far ahead', () => {
  const moment = (ownMs: number, elsewhereMs: number) =>
    momentOfCorrection({ now: () => now, elsewhere: elsewhereAt(elsewhereMs) }, ownMs)
  expect(moment(now - 1, 0)).toBe(now)
  expect(moment(now, 0)).toBe(now + 1)
  expect(moment(now, now + 2_000)).toBe(now + 2_001)
  expect(moment(now + 3_000, now + 2_000)).toBe(now + 3_001)
  expect(moment(now + 24 * hour, now + 24 * hour)).toBe(now)
})

const elsewhereAt = (newestMs: number) => ({
  correctionsOf: () => [],
  gaugeCorrectionsOf: () => [],
  newestCorrectionMs: () => newestMs,
})
