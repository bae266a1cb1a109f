// The promise of the link to the brake over many thousand runs: no write outside the safe state, nor outside the ranges.
import { expect, test } from 'vitest'
import { holdsOver } from '../faults/brake/drivers/any-order-of-calls.ts'

test.each([
  ['the driver', 6_000],
  ['whoever comes by the driver', 25_000],
] as const)(
  'no write of %s outside the safe state, nor outside the ranges',
  async (who, runs) => {
    expect((await holdsOver(who, runs)).writes).toBeGreaterThan(2_000)
  },
  900_000,
)
