// A person changes the controller's state while programs are sent to it. test/long sends more of them.
import { expect, test } from 'vitest'
import { checkDncSafeState } from './dnc-safe-state.ts'

test('program lines are sent only in the safe state, for random modes, XOFF and noise', async () => {
  expect(await checkDncSafeState(25)).toBeNull()
})
