// No write outside the safe state or the ranges, in five hundred runs. test:long does many more.
import { expect, test } from 'vitest'
import { checkSafeWrites } from './any-order-of-calls.ts'

test.each([
  ['the driver', 100],
  ['the client without its driver', 400],
] as const)(
  '%s never writes outside the safe state or the ranges, for any map, fault and order of calls',
  async (caller, runs) => {
    const { writes, readOnly } = await checkSafeWrites(caller, runs)
    // the property is not met merely because nothing was written
    expect(writes).toBeGreaterThan(20)
    expect(readOnly).toBeGreaterThan(4)
  },
)
