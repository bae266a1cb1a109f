// A sandbox with as many sheets as a bench needs and raised call limits, and a station that is connected to it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../src-main/station/set-up/connect-workshop.ts'
import { openAdmin } from '../../src-service/admin/index.ts'
import { startService, type Service } from '../../src-service/service.ts'

export interface BenchWorkshop {
  service: Service
  /** The data folder of the connected station. */
  station: string
}

/** Adds `sheets` sheets to those that the sandbox already has on today's list. */
export async function benchWorkshop(folder: string, sheets: number, limitFactor: number): Promise<BenchWorkshop> {
  const dataFolder = join(folder, 'workshop')
  const service = await startService({ dataFolder, port: 0, limitFactor })
  if (service.keys === null) throw new Error('the new sandbox has no keys')
  const admin = openAdmin({ dataFolder })
  admin.makeSheets({ count: sheets })
  admin.close()
  const station = join(folder, 'station')
  mkdirSync(station, { recursive: true })
  const { baseUrl, keys } = service
  const connected = await connectWorkshop({ folder: station, baseUrl, key: keys.maskin, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  return { service, station }
}
