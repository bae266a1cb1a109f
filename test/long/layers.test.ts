// The project breaks no import rule. `npm run check` checks the same; this test also asserts that the modules were read.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLayers } from '../layers.ts'

test('the project breaks no import rule, and its modules were read', async () => {
  const { breaches, modules } = await checkLayers(join(import.meta.dirname, '../..'))
  expect(breaches).toEqual([])
  expect(modules).toBeGreaterThan(40)
})
