// Opens a station as every program does that a person waits at: what takes longer the more marks there are is done on a thread beside,
// so that its loop is never held up.
import { prepareStore } from '../outbox/index.ts'
import { systemClock } from '../platform/clock.ts'
import { messageOf } from '../platform/message-of.ts'
import { openRestartingStation } from './restarting-station.ts'
import { readSettings } from './settings.ts'
import { openStation, type OpenedStation, type StationOptions } from './station.ts'

/** How long an answer has to reach its screen before the station that gave it ends. */
const answerWithinMs = 300

export interface PreparedOptions extends Omit<StationOptions, 'prepared' | 'restart'> {
  /** Told at each opening which folder it is. */
  onOpened?: (folder: string) => void
}

/**
 * It can begin anew by itself, and goes over to `connectFolder` as soon as a workshop was connected there. Rejects with what
 * `openStation` throws.
 */
export function openPreparedStation({
  onOpened = () => undefined,
  ...options
}: PreparedOptions): Promise<OpenedStation> {
  const { clock = systemClock, connectFolder = options.dataFolder } = options
  return openRestartingStation({
    open: async (restart, restoring) => {
      const isConnected = connectFolder !== options.dataFolder && readSettings(connectFolder) !== null
      const dataFolder = isConnected ? connectFolder : options.dataFolder
      const opened = await openOnce({
        ...options,
        dataFolder,
        restart,
        restoring,
      })
      onOpened(dataFolder)
      return opened
    },
    pause: () => clock.wait(answerWithinMs),
    wait: clock.wait,
    onFault: (fault) => console.error(`the station could not be opened anew: ${messageOf(fault)}`),
  })
}

async function openOnce(options: Omit<StationOptions, 'prepared'>): Promise<OpenedStation> {
  const { dataFolder, clock = systemClock } = options
  return openStation({ ...options, prepared: await prepareStore(dataFolder, clock.now()) })
}
