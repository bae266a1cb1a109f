// The cable is pulled at every tenth event of an upload. test/long pulls it at every event.
import { expect, test } from 'vitest'
import { pullCableEvery } from './pull-cable.ts'

test('a cable that is pulled during an upload never loads part of a program, and the next connection can upload', async () => {
  const { cut, loaded } = await pullCableEvery(10)
  expect(cut).toBeGreaterThan(4)
  expect(loaded).toBeGreaterThan(0)
})
