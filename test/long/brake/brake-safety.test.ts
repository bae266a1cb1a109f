// The safety rule of the brake connection over many thousand runs: no write outside the safe state or outside the ranges.
import { expect, test } from 'vitest'
import { checkSafeWrites } from '../../faults/brake/drivers/any-order-of-calls.ts'

test.each([
  ['the driver', 6_000],
  ['the client without its driver', 25_000],
] as const)(
  '%s writes nothing outside the safe state or outside the ranges',
  async (who, runs) => {
    expect((await checkSafeWrites(who, runs)).writes).toBeGreaterThan(2_000)
  },
  900_000,
)
