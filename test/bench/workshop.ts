// A sandbox workshop with a day as full as a bench wants it, its limits out of the way, and a station connected to it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../src-main/station/connect-workshop.ts'
import { openDesk } from '../../src-service/desk/desk.ts'
import { startService, type Service } from '../../src-service/service.ts'

export interface BenchWorkshop {
  service: Service
  /** The data folder of a station that is connected. */
  station: string
}

/** `sheets` more on today's list than the seed's own. */
export async function benchWorkshop(folder: string, sheets: number, limitFactor: number): Promise<BenchWorkshop> {
  const dataFolder = join(folder, 'workshop')
  const service = await startService({ dataFolder, port: 0, limitFactor })
  if (service.keys === null) throw new Error('a fresh workshop has keys')
  const desk = openDesk({ dataFolder })
  desk.makeSheets({ count: sheets })
  desk.close()
  const station = join(folder, 'station')
  mkdirSync(station, { recursive: true })
  const { baseUrl, keys } = service
  const connected = await connectWorkshop({ folder: station, baseUrl, key: keys.maskin, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  return { service, station }
}
