// A station that can begin anew while whoever serves it goes on: after another workshop, another line to the brake or a restored store.
// Screens lose their link for the moment and come back by themselves. Touches what the station does.
import { CallError, type Station } from '../../shared/station-api/index.ts'
import type { OpenedStation, Restart, Restoring } from './station-options.ts'

export interface RestartingOptions {
  /** `restoring`: what became of the backup that was to be put back; null: none was. */
  open: (restart: Restart, restoring: Restoring | null) => Promise<OpenedStation>
  /** Something on the way to the next opening went wrong, or that itself: it is tried again until it opens. */
  onFault: (fault: unknown) => void
  /** Until the answer to the call that asked for it is on its way. */
  pause: () => Promise<void>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Before it is tried again. */
const pausesMs = [1_000, 2_000, 5_000, 15_000, 30_000] as const

/** Rejects with what the first opening rejects with. */
export async function openRestartingStation(options: RestartingOptions): Promise<OpenedStation> {
  const { open, onFault, pause, wait } = options
  let turn: Promise<void> = Promise.resolve()
  const ending = new AbortController()
  const isDone = async (act: () => Promise<void>): Promise<boolean> => {
    try {
      await act()
      return true
    } catch (fault) {
      onFault(fault)
      return false
    }
  }
  const again = async (between: Parameters<Restart>[0]): Promise<void> => {
    await pause()
    if (ending.signal.aborted) return
    isOpen = false
    await isDone(current.close)
    const restoring = between === undefined ? null : restored(between)
    if (restoring?.is === 'failed') onFault(restoring.fault)
    for (let tries = 0; !ending.signal.aborted; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop
      isOpen = await isDone(async () => void (current = await open(restart, restoring)))
      if (isOpen) return
      // oxlint-disable-next-line no-await-in-loop
      await wait(pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 30_000, ending.signal)
    }
  }
  const restart: Restart = (between) => {
    turn = turn.then(() => again(between))
  }
  let current = await open(restart, null)
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
      ending.abort()
      await turn
      if (isOpen) await current.close()
    },
  }
}

function restored(between: NonNullable<Parameters<Restart>[0]>): Restoring {
  try {
    return { is: 'done', restored: between() }
  } catch (fault) {
    return { is: 'failed', fault }
  }
}
