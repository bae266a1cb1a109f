// No write outside the safe state or the ranges, in nearly two hundred runs. test:long does many more.
import { expect, test } from 'vitest'
import { checkSafeWrites } from './any-order-of-calls.ts'
import { runCount } from '../../../only-long.ts'

test.each([
  ['the driver', runCount(40, 100)],
  ['the client without its driver', runCount(150, 400)],
] as const)(
  '%s never writes outside the safe state or the ranges, for any map, fault and order of calls',
  async (caller, runs) => {
    const { writes, readOnly } = await checkSafeWrites(caller, runs)
    // the property is not met merely because nothing was written
    expect(writes).toBeGreaterThan(runCount(10, 20))
    expect(readOnly).toBeGreaterThan(runCount(1, 4))
  },
)
