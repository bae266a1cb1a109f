// The whole simulation: 300 seeds, each of 80 steps. `npm test` runs 40 seeds of 60 steps.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { transitionRules } from '../../src-main/ledger/outbox/transition.ts'
import { boundaries } from '../simulation/boundaries.ts'
import { kindsOfWork } from '../simulation/seed-range.ts'
import { simulateInSuite } from '../simulation/simulate-in-suite.ts'

const seeds = 300
const steps = 80

describe(`${seeds} seeds`, () => {
  const coverage = simulateInSuite(seeds, steps, 3_600_000)

  test.each(transitionRules.map(({ name }) => name))('the rule is applied at least 5 times: %s', (name) => {
    expect(coverage().rules[name] ?? 0).toBeGreaterThanOrEqual(5)
  })

  test.each(kindsOfWork)('pieces are %s at least 5 times', (kind) => {
    expect(coverage().work[kind] ?? 0).toBeGreaterThanOrEqual(5)
  })

  test.each(boundaries)('a station is killed at least 3 times at %s', (boundary) => {
    expect(coverage().killed[boundary] ?? 0).toBeGreaterThanOrEqual(3)
  })
})

test('the same seed gives the same run', () => {
  const program = join(import.meta.dirname, '../simulation/run.ts')
  const fingerprint = (): string | undefined => {
    const { stderr } = spawnSync(process.execPath, [program, '--seed', '7', '--steps', '12'], { encoding: 'utf8' })
    return /; ([0-9a-f]{12})$/m.exec(stderr)?.[1]
  }
  const first = fingerprint()
  expect(first).toBeDefined()
  expect(fingerprint()).toBe(first)
})
