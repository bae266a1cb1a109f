// Opens a station whose store is verified on another thread. Every program that a person waits for opens it this way, because verifying
// takes longer the more marks there are and would block the event loop.
import { prepareStore } from '../../ledger/index.ts'
import { systemClock } from '../../platform/clock.ts'
import { CloseStack } from '../../platform/close-stack.ts'
import { messageOf } from '../../platform/message-of.ts'
import { readSettings } from '../settings/index.ts'
import { openRestartableStation } from './restartable-station.ts'
import { openStationOn, type OpenedStation, type StationOptions } from './station.ts'

/** The time for the response to reach its screen before the station closes. */
const responseMs = 300

export interface PreparedOptions extends Omit<StationOptions, 'prepared' | 'restart'> {
  /** Called with the folder after each opening. */
  onOpened?: (folder: string) => void
}

/**
 * The station can restart itself, and moves to `connectFolder` when a workshop is connected there. Rejects with what `openStation`
 * throws.
 */
export function openPreparedStation({
  onOpened = () => undefined,
  ...options
}: PreparedOptions): Promise<OpenedStation> {
  const { clock = systemClock, connectFolder = options.dataFolder } = options
  return openRestartableStation({
    open: async (restart, restoring) => {
      const isConnected = connectFolder !== options.dataFolder && readSettings(connectFolder) !== null
      const dataFolder = isConnected ? connectFolder : options.dataFolder
      const opened = await openOnce({ ...options, dataFolder, restart, restoring })
      try {
        onOpened(dataFolder)
      } catch (error) {
        // an open station would hold the folder against the next attempt
        await opened.close()
        throw error
      }
      return opened
    },
    pause: () => clock.wait(responseMs),
    wait: clock.wait,
    onError: (error) => console.error(`the station could not be opened again: ${messageOf(error)}`),
  })
}

async function openOnce(options: Omit<StationOptions, 'prepared'>): Promise<OpenedStation> {
  const { dataFolder, clock = systemClock } = options
  const closers = new CloseStack()
  try {
    return openStationOn(closers, { ...options, prepared: await prepareStore(dataFolder, clock.now()) })
  } catch (error) {
    // closed before the caller tries again; the error of the opening is the one that counts
    await closers.close().catch(() => undefined)
    throw error
  }
}
