// A sample of the simulation. `npm run test:long` runs 300 seeds of more steps and asserts more of each.
import { describe, expect, test } from 'vitest'
import { transitionRules } from '../../src-main/ledger/outbox/transition.ts'
import { boundaries } from './boundaries.ts'
import { kindsOfWork } from './seed-range.ts'
import { simulateInSuite } from './simulate-in-suite.ts'

const seeds = 40
const steps = 60

// seeds 1 to 40 reach 134 kills, each rule and each work once; a change of the code moves these numbers
const minBoundaries = 33
const minKills = 90
const minOfEachWork = 1

describe(`${seeds} seeds`, () => {
  const coverage = simulateInSuite(seeds, steps, 1_200_000)

  test.each(transitionRules.map(({ name }) => name))('the rule is applied: %s', (name) => {
    expect(coverage().rules[name] ?? 0).toBeGreaterThanOrEqual(1)
  })

  test.each(kindsOfWork)(`pieces are %s at least ${minOfEachWork} times`, (kind) => {
    expect(coverage().work[kind] ?? 0).toBeGreaterThanOrEqual(minOfEachWork)
  })

  test('stations are killed at nearly every boundary', () => {
    const reachedBoundaries = boundaries.filter((boundary) => (coverage().killed[boundary] ?? 0) > 0)
    expect(reachedBoundaries.length).toBeGreaterThanOrEqual(minBoundaries)
    const kills = Object.values(coverage().killed).reduce((total, count) => total + count, 0)
    expect(kills).toBeGreaterThanOrEqual(minKills)
  })
})
