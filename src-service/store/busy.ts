// Writes while another process or thread holds the file: they are tried again, and meanwhile the event loop answers other calls.
import { setTimeout as pause } from 'node:timers/promises'

/** How long a write waits for the file in total, and between two attempts. */
export const busyMs = 5_000
export const busyRetryMs = 3

/** Whether another connection holds the file. Nothing was changed. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
}

/** Runs `action`, and again while another connection holds the file. Rejects with its last error after `busyMs`. */
export async function whenFree<Result>(action: () => Result): Promise<Result> {
  const untilMs = performance.now() + busyMs
  for (;;) {
    try {
      return action()
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error
    }
    // oxlint-disable-next-line no-await-in-loop -- the attempts follow each other
    await pause(busyRetryMs)
  }
}
