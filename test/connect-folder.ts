// Connects the folder of a station to a workshop. The key is stored in the folder: the system's key store takes a program of its own.
import { systemClock } from '../src-main/platform/clock.ts'
import { connectWorkshop, type Connected } from '../src-main/station/set-up/index.ts'

type ConnectOptions = Parameters<typeof connectWorkshop>[0]

export const connectFolder = (
  folder: string,
  baseUrl: string,
  key: string,
  options: Pick<ConnectOptions, 'stationRuns'> = {},
): Promise<Connected> => connectWorkshop({ folder, baseUrl, key, clock: systemClock, systemKeyStore: null, ...options })
