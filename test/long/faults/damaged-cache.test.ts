// A cache whose files are damaged anywhere still opens and answers. If it lost its content, it is empty and has a warning.
import { expect, test } from 'vitest'
import { checkDamagedCaches } from '../../faults/cache/damage-cache.ts'

test('after a bit is flipped or the end is cut off anywhere, the cache opens, answers and can be filled again', () => {
  expect(checkDamagedCaches(600)).toBeGreaterThan(0)
})
