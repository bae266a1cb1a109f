// Opens a station as every program does that a person waits at: what takes longer the more marks there are is done on a thread beside,
// so that its loop is never held up.
import { prepareStore } from '../outbox/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openStation, type OpenedStation, type StationOptions } from './station.ts'

/** Rejects with what `openStation` throws. */
export async function openPreparedStation(options: Omit<StationOptions, 'prepared'>): Promise<OpenedStation> {
  const { dataFolder, clock = systemClock } = options
  const prepared = await prepareStore(dataFolder, clock.now())
  try {
    return openStation({ ...options, prepared })
  } catch (fault) {
    prepared.release()
    throw fault
  }
}
