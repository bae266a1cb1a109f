// Feeds ten million random bytes to each Modbus parser.
import { expect, test } from 'vitest'
import { feedRandomBytes } from '../../unit/brake/protocol/random-bytes.ts'

test('ten million random bytes cause no crash and no growing buffer', () => {
  const { answers, grownBytes } = feedRandomBytes(10_000_000, 11)
  expect(grownBytes).toBeLessThan(100_000)
  // after a correct unit and function, one checksum in 65 536 is valid by chance
  expect(answers).toBeLessThan(20)
}, 600_000)
