// A real workshop: one service with its administration, and as many real stations as a test wants. Each station has its own store, its own
// network that a test can cut, and its screen in a browser.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { grants, type EntryView } from '../../../../shared/station-api/index.ts'
import { serveBrowserShell, type BrowserShell } from '../../../../src-main/browser/browser-shell.ts'
import { cuttableNetwork, type CuttableNetwork } from '../../../../src-main/cli/demo/cuttable-network.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { openStation, type OpenedStation } from '../../../../src-main/station/open/station.ts'
import { openAdmin, type WorkshopAdmin } from '../../../../src-service/admin/index.ts'
import type { Service } from '../../../../src-service/service.ts'
import { jumpingClock, type JumpingClock } from './jumping-clock.ts'
import type { BuiltScreen } from '../page/open-screen.ts'
import { connectFetchedStation, startSeededService } from './seeded-workshop.ts'

export interface FloorStation {
  data: string
  page: Page
  clock: JumpingClock
  network: CuttableNetwork
  /** Sheets of today's list that may be marked, in the list's order. */
  bendable: () => EntryView['entry'][]
  openSheet: (sheetId: string) => Promise<void>
  /** Closes the station, opens it again on its store, and loads the page again. */
  restart: () => Promise<void>
}

export interface StationWanted {
  operators?: readonly string[]
}

export interface Floor {
  desk: WorkshopAdmin
  station: (wanted?: StationWanted) => Promise<FloorStation>
  close: () => Promise<void>
}

interface Running {
  opened: OpenedStation
  shell: BrowserShell
}

export async function openFloor(built: BuiltScreen): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-workshop-'))
  const workshop = join(folder, 'workshop')
  const { service } = await startSeededService(workshop)
  const desk = openAdmin({ dataFolder: workshop })
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
  const network = await cuttableNetwork(service.baseUrl)
  await connectFetchedStation(data, network.baseUrl)
  const clock = jumpingClock()
  const context = await built.browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'nb-NO',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)

  const run = async (): Promise<Running> => {
    const opened = openStation({
      dataFolder: data,
      clock,
      testHooks: { onLedger: ({ operators: kept }) => operators.forEach((initials) => kept.add(initials)) },
    })
    const shell = await serveBrowserShell({
      station: opened.station,
      grants: new Set(grants),
      pageFolder: built.pageFolder,
      port: 0,
      clock: systemClock,
      random: randomBytes,
      onError: (name, fault) => {
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
