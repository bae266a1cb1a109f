// Waiting for what happens in another program, or later.
import { vi } from 'vitest'

/**
 * Repeats `attempt` until it passes, and returns its result.
 *
 * @throws its last error after a minute, which only a hanging program takes, also on a machine with much other work
 */
export const untilPasses = <T>(attempt: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(attempt, { timeout: 60_000, interval: 5 })
