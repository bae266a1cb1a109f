// A station that can begin anew while whoever serves it goes on: after another workshop, another line to the brake or a restored store.
// Screens lose their link for the moment and come back by themselves. Touches what the station does.
import { CallError, type Station } from '../../shared/station-api/index.ts'
import type { OpenedStation, Restart } from './station-options.ts'

export interface RestartingOptions {
  open: (restart: Restart) => Promise<OpenedStation>
  /** It could not be opened again: nothing is served any more. */
  onFault: (fault: unknown) => void
  /** Until the answer to the call that asked for it is on its way. */
  pause: () => Promise<void>
}

/** Rejects with what the first opening rejects with. */
export async function openRestartingStation({ open, onFault, pause }: RestartingOptions): Promise<OpenedStation> {
  let turn: Promise<void> = Promise.resolve()
  let ended = false
  const again = async (between: () => void): Promise<void> => {
    await pause()
    if (ended) return
    isOpen = false
    await current.close()
    try {
      between()
    } finally {
      current = await open(restart)
      isOpen = true
    }
  }
  const restart: Restart = (between = () => undefined) => {
    turn = turn.then(() => again(between)).catch(onFault)
  }
  let current = await open(restart)
  let isOpen = true
  const station: Station = {
    // whoever asks is handed the present one's
    get handlers() {
      return current.station.handlers
    },
    snapshot: () => {
      if (!isOpen) throw new CallError('link_lost', 'the station begins anew')
      return current.station.snapshot()
    },
    subscribe: (listener) => current.station.subscribe(listener),
    admit: (tell, leave) => {
      if (current.station.admit === undefined) throw new Error('a station that begins anew has locks')
      return current.station.admit(tell, leave)
    },
  }
  return {
    station,
    close: async () => {
      ended = true
      await turn
      await current.close()
    },
  }
}
