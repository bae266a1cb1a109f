import { expect, test } from 'vitest'
import { keyStoreCall, keyStoreThroughMain } from '../../../../src-main/electron/host/key-store-link.ts'
import type { Clock } from '../../../../src-main/platform/clock.ts'

/** A clock whose waits end when the test says so. */
function heldClock(): { clock: Clock; pass: () => void } {
  const waits: (() => void)[] = []
  return {
    clock: { now: () => 0, monotonic: () => 0, wait: () => new Promise((resolve) => waits.push(resolve)) },
    pass: () => waits.splice(0).forEach((end) => end()),
  }
}

test('each call to the key store gets its own answer, in whichever order they come', async () => {
  const posted: unknown[] = []
  const { store, receive: take } = keyStoreThroughMain((message) => posted.push(message), heldClock().clock)
  const [one, other] = [store.read('one'), store.read('other')]
  expect(posted.map((message) => keyStoreCall.parse(message).request)).toEqual([
    { do: 'read', account: 'one' },
    { do: 'read', account: 'other' },
  ])
  take({ kind: 'key-store', id: 2, said: { secret: 'b' } })
  take('stop')
  take({ kind: 'key-store', id: 9, said: { secret: 'nobody’s' } })
  take({ kind: 'key-store', id: 1, said: { secret: null } })
  expect([await one, await other]).toEqual([null, 'b'])
})

test('a store that fails, and a main process that says nothing, are told as such', async () => {
  const { clock, pass } = heldClock()
  const { store, receive: take } = keyStoreThroughMain(() => {}, clock)
  const failing = store.write('one', 'secret')
  take({ kind: 'key-store', id: 1, said: { fault: 'locked' } })
  await expect(failing).rejects.toThrow('locked')
  const silent = store.remove('one')
  pass()
  await expect(silent).rejects.toThrow('no answer')
})
