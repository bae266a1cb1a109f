// Holds the sandbox's workshop up while the station in the window is the sandbox's. May start and end it.
import { messageOf } from '../platform/message-of.ts'
import type { RunningService } from '../station/sandbox-service.ts'
import type { HostPlanParts } from './host-plan.ts'

/** `start`: told whom to tell when it ends unasked. One that has ended is started again when it is next wanted. */
export function keepSandbox(
  start: (onDeath: (how: string) => void) => Promise<RunningService>,
  say: (line: string) => void,
): HostPlanParts['sandbox'] {
  let running: RunningService | null = null
  const onDeath = (how: string): void => {
    running = null
    say(`The sandbox workshop has ended (${how}). The station goes on without.`)
  }
  return {
    up: async () => {
      if (running !== null) return
      try {
        running = await start(onDeath)
      } catch (fault) {
        say(`The sandbox workshop did not come up: ${messageOf(fault)}`)
      }
    },
    down: async () => {
      const ending = running
      running = null
      await ending?.stop()
    },
  }
}
