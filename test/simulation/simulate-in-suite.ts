// What every test of the simulation asserts of its seeds, whatever their number.
import { beforeAll, expect, test } from 'vitest'
import { simulateSeeds, type Coverage } from './seed-range.ts'

/** Runs seeds 1 to `seeds`, each of `steps`, before the tests of a suite, and asserts that no invariant breaks. Returns what the seeds covered. */
export function simulateInSuite(seeds: number, steps: number, timeoutMs: number): () => Coverage {
  let coverage: Coverage

  beforeAll(async () => {
    coverage = await simulateSeeds(seeds, steps, 2)
  }, timeoutMs)

  test('no invariant breaks', () => {
    expect(coverage.broken).toEqual([])
    expect(coverage.seeds).toBe(seeds)
  })

  test('at least three of ten calls meet a fault', () => {
    expect(coverage.calls).toBeGreaterThan(seeds * steps)
    expect(coverage.faulted / coverage.calls).toBeGreaterThanOrEqual(0.3)
  })

  return () => coverage
}
