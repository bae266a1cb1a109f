import { expect, test } from 'vitest'
import { keyStoreCall, keyStoreThroughMain } from '../../../../src-main/electron/host/key-store-link.ts'
import type { Clock } from '../../../../src-main/platform/clock.ts'

/** A clock whose waits end when the test calls `pass`. */
function manualClock(): { clock: Clock; pass: () => void } {
  const waits: (() => void)[] = []
  return {
    clock: { now: () => 0, monotonic: () => 0, wait: () => new Promise((resolve) => waits.push(resolve)) },
    pass: () => waits.splice(0).forEach((end) => end()),
  }
}

test('each call to the key store gets its own answer, in any order of the answers', async () => {
  const posted: unknown[] = []
  const { store, receive } = keyStoreThroughMain((message) => posted.push(message), manualClock().clock)
  const [one, other] = [store.read('one'), store.read('other')]
  expect(posted.map((message) => keyStoreCall.parse(message).request)).toEqual([
    { do: 'read', account: 'one' },
    { do: 'read', account: 'other' },
  ])
  receive({ kind: 'key-store', id: 2, reply: { secret: 'b' } })
  receive('stop')
  receive({ kind: 'key-store', id: 9, reply: { secret: 'nobody’s' } })
  receive({ kind: 'key-store', id: 1, reply: { secret: null } })
  expect([await one, await other]).toEqual([null, 'b'])
})

test('a failing store, and a main process that does not answer, are errors', async () => {
  const { clock, pass } = manualClock()
  const { store, receive } = keyStoreThroughMain(() => {}, clock)
  const failing = store.write('one', 'secret')
  receive({ kind: 'key-store', id: 1, reply: { fault: 'locked' } })
  await expect(failing).rejects.toThrow('locked')
  const silent = store.remove('one')
  pass()
  await expect(silent).rejects.toThrow('no answer')
})
