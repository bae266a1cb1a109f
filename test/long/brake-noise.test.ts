// Ten million random bytes into each parser of the Modbus link.
import { expect, test } from 'vitest'
import { eatRandomBytes } from '../unit/brake/protocol/random-bytes.ts'

test('ten million bytes of noise are no crash and no growing buffer', () => {
  eatRandomBytes(100_000, 1)
  const before = process.memoryUsage().arrayBuffers
  const { answers } = eatRandomBytes(10_000_000, 11)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
  // behind the right unit and function, one checksum in 65 536 fits by chance
  expect(answers).toBeLessThan(20)
}, 600_000)
