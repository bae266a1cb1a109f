// No write outside the safe state, nor outside the ranges, in more than a thousand runs; a good deal more in test:long.
import { expect, test } from 'vitest'
import { holdsOver } from './any-order-of-calls.ts'

test.each([
  ['the driver', 250],
  ['whoever comes by the driver', 1_000],
] as const)(
  'no write of %s outside the safe state, nor outside the ranges, over any map, fault and order of calls',
  async (who, runs) => {
    const { writes, readOnly } = await holdsOver(who, runs)
    // and that was not for want of writes
    expect(writes).toBeGreaterThan(50)
    expect(readOnly).toBeGreaterThan(10)
  },
  120_000,
)
