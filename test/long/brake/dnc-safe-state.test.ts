// A person changes the controller's state while programs are sent to it.
import { expect, test } from 'vitest'
import { checkDncSafeState } from '../../faults/brake/drivers/dnc-safe-state.ts'

test(
  'program lines are sent only in the safe state, for random modes, XOFF and noise',
  { timeout: 600_000 },
  async () => {
    expect(await checkDncSafeState(300)).toBeNull()
  },
)
