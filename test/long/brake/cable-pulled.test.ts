// The cable is pulled at every event of an upload.
import { expect, test } from 'vitest'
import { pullCableEvery } from '../../faults/brake/drivers/pull-cable.ts'

test('a cable that is pulled at any moment of an upload never loads part of a program, and the next connection can upload', async () => {
  const { cut, loaded } = await pullCableEvery(1)
  expect(cut).toBeGreaterThan(40)
  expect(loaded).toBeGreaterThan(0)
})
