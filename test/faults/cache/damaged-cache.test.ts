// A cache whose files are damaged anywhere still opens and answers. If it lost its content, it is empty and has a warning.
import { expect, test } from 'vitest'
import { checkDamagedCaches } from './damage-cache.ts'
import { runCount } from '../../only-long.ts'

test('after a bit is flipped or the end is cut off anywhere, the cache opens, answers and can be filled again', () => {
  expect(checkDamagedCaches(runCount(20, 60))).toBeGreaterThan(0)
})
