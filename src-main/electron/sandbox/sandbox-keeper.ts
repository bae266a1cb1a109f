// Runs the sandbox's service while the window shows the sandbox's station. Starts and ends it.
import { messageOf } from '../../platform/message-of.ts'
import type { RunningService } from '../../station/sandbox/index.ts'
import type { HostPlanParts } from '../host/index.ts'

/** `start` receives a callback for an unexpected end. A service that has ended is started again at the next `up`. */
export function keepSandbox(
  start: (onUnexpectedEnd: (reason: string) => void) => Promise<RunningService>,
  say: (line: string) => void,
): HostPlanParts['sandbox'] {
  let running: RunningService | null = null
  const onUnexpectedEnd = (reason: string): void => {
    running = null
    say(`The sandbox workshop has ended (${reason}). The station continues without it.`)
  }
  return {
    up: async () => {
      if (running !== null) return
      try {
        running = await start(onUnexpectedEnd)
      } catch (fault) {
        say(`The sandbox workshop did not start: ${messageOf(fault)}`)
      }
    },
    down: async () => {
      const ending = running
      running = null
      await ending?.stop()
    },
  }
}
