// The cable is pulled at every fifth event of an upload. test/long pulls it at every event.
import { expect, test } from 'vitest'
import { pullCableEvery } from './pull-cable.ts'

test('a cable that is pulled during an upload never loads part of a program, and the next connection can upload', async () => {
  const { cut, loaded } = await pullCableEvery(5)
  expect(cut).toBeGreaterThan(8)
  expect(loaded).toBeGreaterThan(0)
})
