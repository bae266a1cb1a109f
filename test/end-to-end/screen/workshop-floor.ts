// A workshop's floor: one real service with its desk, and beside it as many real stations as a test wants, each with its own
// store, its own network to be cut, and its screen in a real browser.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { grants, type EntryView } from '../../../shared/station-api/index.ts'
import { serveBrowserShell, type BrowserShell } from '../../../src-main/browser/browser-shell.ts'
import { cuttableNetwork, type CuttableNetwork } from '../../../src-main/cli/cuttable-network.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/connect-workshop.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/station.ts'
import { openDesk, type Desk } from '../../../src-service/desk/desk.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { jumpingClock, type JumpingClock } from './jumping-clock.ts'
import type { BuiltScreen } from './open-screen.ts'

export interface FloorStation {
  data: string
  page: Page
  clock: JumpingClock
  network: CuttableNetwork
  /** Sheets of today's list that may be marked, in the list's order. */
  bendable: () => EntryView['entry'][]
  openSheet: (sheetId: string) => Promise<void>
  /** Ends the station and starts it anew on its store; the page is opened anew, too. */
  restart: () => Promise<void>
}

export interface StationWanted {
  operators?: readonly string[]
}

export interface Floor {
  desk: Desk
  station: (wanted?: StationWanted) => Promise<FloorStation>
  close: () => Promise<void>
}

interface Running {
  opened: OpenedStation
  shell: BrowserShell
}

export async function openFloor(built: BuiltScreen): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-floor-'))
  const workshop = join(folder, 'workshop')
  const service = await startService({ dataFolder: workshop, port: 0, limitFactor: 100 })
  const desk = openDesk({ dataFolder: workshop })
  const closers: (() => Promise<void>)[] = []
  let stations = 0
  return {
    desk,
    station: async (wanted = {}) => {
      stations += 1
      const { station, close } = await addStation({ built, service, data: join(folder, `station-${stations}`), wanted })
      closers.push(close)
      return station
    },
    close: async () => {
      for (const close of closers) await close()
      desk.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Adding {
  built: BuiltScreen
  service: Service
  data: string
  wanted: StationWanted
}

async function addStation({ built, service, data, wanted }: Adding) {
  const { operators = [] } = wanted
  mkdirSync(data)
  const network = await cuttableNetwork(service.baseUrl)
  const key = service.keys?.maskin ?? ''
  const connected = await connectWorkshop({ folder: data, baseUrl: network.baseUrl, key, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  const clock = jumpingClock()
  const context = await built.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'nb-NO' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)

  const run = async (): Promise<Running> => {
    const opened = openStation({
      dataFolder: data,
      clock,
      watch: { onOutbox: ({ operators: kept }) => operators.forEach((initials) => kept.add(initials)) },
    })
    const shell = await serveBrowserShell({
      station: opened.station,
      grants: new Set(grants),
      pageFolder: built.pageFolder,
      port: 0,
      clock: systemClock,
      random: randomBytes,
      onFault: (name, fault) => {
        throw new Error(name, { cause: fault })
      },
    })
    await page.goto(shell.url())
    await page.getByText(/^Oppdatert |sist oppdatert /i).waitFor()
    return { opened, shell }
  }
  let running = await run()
  const end = async (): Promise<void> => {
    await running.shell.close()
    await running.opened.close()
  }
  const todays = (): readonly EntryView[] => {
    const { station } = running.opened
    const list = station.handlers['list.read']({ date: station.snapshot().status.today })
    if (list instanceof Promise) throw new Error('a list is read at once')
    return list.entries
  }
  const station: FloorStation = {
    data,
    page,
    clock,
    network,
    bendable: () =>
      todays()
        .filter(({ entry, sheetState, mark }) => sheetState === 'ready' && mark === null && entry.bent === null)
        .map(({ entry }) => entry)
        .filter(({ approval }) => approval === 'not_required'),
    openSheet: async (sheetId) => {
      const { today } = running.opened.station.snapshot().status
      await page.goto(`${running.shell.address}/#/sheet/${today}/${sheetId}`)
      await page.getByRole('img', { name: /^Utbretting/ }).waitFor()
    },
    restart: async () => {
      await end()
      running = await run()
    },
  }
  return {
    station,
    close: async () => {
      await context.close()
      await end()
      await network.close()
    },
  }
}
