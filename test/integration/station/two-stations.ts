// Two stations of one workshop with one service, paired over loopback as a technician pairs them on the screens.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  memoryChannels,
  ReconnectingLink,
  serve,
  type Grant,
  type StationLink,
} from '../../../shared/station-api/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/open/station.ts'
import { connectWorkshop } from '../../../src-main/station/set-up/connect-workshop.ts'
import { freePort } from '../../free-port.ts'
import { stationWithService, type StationWithService } from './station-with-service.ts'

const technicianPin = '471147'
const grants: Grant[] = ['operate', 'plan', 'oversee', 'maintain']

export interface TwoStations {
  first: StationWithService
  brake: StationLink
  office: StationLink
  date: string
  /** Closes the station in the office; `openOffice` starts it again. */
  closeOffice: () => Promise<void>
  openOffice: () => StationLink
  end: () => Promise<void>
}

/** `until`: repeats its argument until it passes. `prepare`: changes the data folder of each station before it is opened. */
export async function twoStations(
  until: <T>(attempt: () => Promise<T>) => Promise<T>,
  prepare?: (dataFolder: string) => void,
): Promise<TwoStations> {
  const first = await stationWithService()
  const { today: date } = await first.pulled()
  if (prepare !== undefined) {
    await first.close()
    prepare(first.data)
    first.open()
  }
  const data = join(first.folder, 'office')
  mkdirSync(data)
  const key = first.keys.maskin
  const connected = await connectWorkshop({ folder: data, baseUrl: first.service.baseUrl, key, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  prepare?.(data)
  let opened = openStation({ dataFolder: data })
  let office = linkOf(opened)
  const brake = first.anotherLink(...grants)
  await until(async () => {
    const { entries } = await office.call('list.read', { date })
    if (entries.length === 0) throw new Error('the office has no list yet')
  })
  await pair({ brake, office }, until)
  return {
    first,
    brake,
    office,
    date,
    closeOffice: async () => {
      office.close()
      await opened.close()
    },
    openOffice: () => {
      opened = openStation({ dataFolder: data })
      office = linkOf(opened)
      return office
    },
    end: async () => {
      office.close()
      await opened.close()
      await first.end()
    },
  }
}

/** How a screen of the station calls it. */
export function linkOf(opened: OpenedStation): StationLink {
  return new ReconnectingLink({
    open: async () => {
      const [ours, theirs] = memoryChannels()
      serve(theirs, {
        grants: new Set(grants),
        station: opened.station,
        onError: (name, fault) => {
          throw new Error(`${name}: ${String(fault)}`)
        },
      })
      return ours
    },
    wait: systemClock.wait,
  })
}

async function pair(
  links: { brake: StationLink; office: StationLink },
  until: <T>(attempt: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const ports = { brake: await freePort(), office: await freePort() }
  const names = { brake: 'Kantpresse 2', office: 'Kontor' }
  for (const place of ['brake', 'office'] as const) {
    await links[place].call('pin.set', { grant: 'maintain', pin: technicianPin })
    await links[place].call('grant.unlock', { pin: technicianPin })
    const settings = { isOn: true, name: names[place], address: '127.0.0.1', port: ports[place], typedAddresses: [] }
    const view = await links[place].call('stations.change', settings)
    if (view.problem !== null) throw new Error(view.problem)
    await links[place].call('stations.open_pairing', {})
  }
  await links.office.call('stations.pair', { address: '127.0.0.1', port: ports.brake })
  const atBrake = await until(() => shown(links.brake))
  const atOffice = await until(() => shown(links.office))
  await links.office.call('stations.confirm', { digits: atBrake, pin: technicianPin })
  await links.brake.call('stations.confirm', { digits: atOffice, pin: technicianPin })
  for (const link of [links.brake, links.office])
    await until(async () => {
      const { stations } = await link.call('stations.read', {})
      if (stations[0]?.isLinked !== true) throw new Error(`not linked: ${JSON.stringify(stations)}`)
    })
}

/** The digits that the station shows for the other one. Throws as long as it exchanges none. */
export const shown = async (link: StationLink): Promise<string> => {
  const { pairing } = await link.call('stations.read', {})
  if (pairing.partner === null) throw new Error('no partner yet')
  return pairing.partner.shown
}
