// A station with a started service, as a screen uses it: its folder, the administration of the service and a connection, with one
// function that closes all of them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ReconnectingLink,
  memoryChannels,
  serve,
  type Grant,
  type ListView,
  type LinkMessage,
  type StationLink,
  type StatusView,
} from '../../../shared/station-api/index.ts'
import { cuttableNetwork, type CuttableNetwork } from '../../../src-main/cli/demo/cuttable-network.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/open/station.ts'
import type { StationOptions } from '../../../src-main/station/open/station-options.ts'
import { openAdmin, type WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import type { FirstKeys } from '../../../src-service/seed/seed-sandbox.ts'
import { connectFolder } from '../../connect-folder.ts'
import { newSandbox } from '../service/new-sandbox.ts'

export interface StationWithService {
  folder: string
  /** The folder of the station. */
  data: string
  service: Service
  /** The keys of its sandbox. */
  keys: FirstKeys
  admin: WorkshopAdmin
  network: CuttableNetwork
  /** The connection of the screen. */
  link: () => StationLink
  /** One more screen on the same station; `grants` if they differ from those of the first one. */
  anotherLink: (...may: Grant[]) => StationLink
  /** Resolves with the first matching status, beginning with the present one. */
  status: (predicate: (status: StatusView) => boolean) => Promise<StatusView>
  /** Resolves when the day is stored. */
  pulled: () => Promise<StatusView>
  /** The list of today. */
  list: () => Promise<ListView>
  /** Closes the station and its connection; `open` starts it again. */
  close: () => Promise<void>
  open: () => void
  end: () => Promise<void>
}

/** `options`: how the station is opened, other than usual. Without the system's key store, which is a process for each station. */
export async function stationWithService(
  options: Omit<StationOptions, 'dataFolder'> = {},
): Promise<StationWithService> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-station-'))
  const data = join(folder, 'station')
  mkdirSync(data)
  const workshop = join(folder, 'workshop')
  const keys = await newSandbox(workshop)
  const service = await startService({ dataFolder: workshop, port: 0, checkAnswers: true, limitFactor: 100 })
  const admin = openAdmin({ dataFolder: workshop })
  const network = await cuttableNetwork(service.baseUrl)
  const connected = await connectFolder(data, network.baseUrl, keys.maskin)
  if (!connected.ok) throw new Error(connected.lines.join(' '))

  let current = started({ ...options, dataFolder: data, systemKeyStore: null })
  const status: StationWithService['status'] = (predicate) =>
    new Promise((resolve) => {
      current.link.subscribe((message) => {
        const statusView = statusIn(message)
        if (statusView !== null && predicate(statusView)) resolve(statusView)
      })
    })
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    for (const link of current.links) link.close()
    await current.opened.close()
  }
  return {
    folder,
    data,
    service,
    keys,
    admin,
    network,
    link: () => current.link,
    anotherLink: (...may) => current.anotherLink(...may),
    status,
    pulled: () => status(({ upToDateAt }) => upToDateAt !== null),
    list: async () => current.link.call('list.read', { date: (await status(() => true)).today }),
    close,
    open: () => {
      current = started({ ...options, dataFolder: data, systemKeyStore: null })
      isOpen = true
    },
    end: async () => {
      await close()
      await network.close()
      admin.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Started {
  opened: OpenedStation
  link: StationLink
  links: StationLink[]
  anotherLink: StationWithService['anotherLink']
}

function started(options: StationOptions): Started {
  const opened = openStation(options)
  const links: StationLink[] = []
  const anotherLink = (...may: Grant[]): StationLink => {
    const link = new ReconnectingLink({
      open: async () => {
        const [ours, theirs] = memoryChannels()
        serve(theirs, {
          grants: new Set<Grant>(may.length === 0 ? ['operate', 'plan', 'oversee'] : may),
          station: opened.station,
          onError: (name, fault) => {
            throw new Error(name, { cause: fault })
          },
        })
        return ours
      },
      wait: systemClock.wait,
    })
    links.push(link)
    return link
  }
  return { opened, link: anotherLink(), links, anotherLink }
}

/** Null: the message has no status. */
export function statusIn(message: LinkMessage): StatusView | null {
  if (message.kind === 'snapshot') return message.snapshot.status
  return message.kind === 'push' && message.name === 'status' ? message.data : null
}
