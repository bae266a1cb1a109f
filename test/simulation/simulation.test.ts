// A sample of the simulation. `npm run test:long` runs 300 seeds and asserts more of each.
import { describe, expect, test } from 'vitest'
import { transitionRules } from '../../src-main/ledger/outbox/transition.ts'
import { boundaries } from './boundaries.ts'
import { kindsOfWork } from './seed-range.ts'
import { simulateInSuite } from './simulate-in-suite.ts'

const seeds = 40

// measured over every range of 40 consecutive seeds from 1 to 100: at least 35 boundaries, 436 kills and 10 of each work
const fewestBoundaries = 33
const fewestKills = 300
const fewestOfEachWork = 5

describe(`${seeds} seeds`, () => {
  const coverage = simulateInSuite(seeds, 1_200_000)

  test.each(transitionRules.map(({ name }) => name))('the rule is applied: %s', (name) => {
    expect(coverage().rules[name] ?? 0).toBeGreaterThanOrEqual(1)
  })

  test.each(kindsOfWork)(`pieces are %s at least ${fewestOfEachWork} times`, (kind) => {
    expect(coverage().work[kind] ?? 0).toBeGreaterThanOrEqual(fewestOfEachWork)
  })

  test('stations are killed at nearly every boundary', () => {
    const reachedBoundaries = boundaries.filter((boundary) => (coverage().killed[boundary] ?? 0) > 0)
    expect(reachedBoundaries.length).toBeGreaterThanOrEqual(fewestBoundaries)
    const kills = Object.values(coverage().killed).reduce((total, count) => total + count, 0)
    expect(kills).toBeGreaterThanOrEqual(fewestKills)
  })
})
