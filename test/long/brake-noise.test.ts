// Ten million random bytes into each parser of the Modbus link.
import { expect, test } from 'vitest'
import { eatRandomBytes } from '../unit/brake/protocol/random-bytes.ts'

test('ten million bytes of noise are no crash and no growing buffer', () => {
  const { answers, grownBytes } = eatRandomBytes(10_000_000, 11)
  expect(grownBytes).toBeLessThan(100_000)
  // behind the right unit and function, one checksum in 65 536 fits by chance
  expect(answers).toBeLessThan(20)
}, 600_000)
