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
import { busyMs } from '../../../chromium.ts'
import type { BuiltScreen } from '../page/open-screen.ts'
import { connectFetchedStation, startSeededService } from './seeded-workshop.ts'

export interface WorkshopStation {
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

interface StationOptions {
  operators?: readonly string[]
}

export interface RealWorkshop {
  admin: WorkshopAdmin
  station: (options?: StationOptions) => Promise<WorkshopStation>
  close: () => Promise<void>
}

interface Running {
  opened: OpenedStation
  shell: BrowserShell
}

export async function openRealWorkshop(built: BuiltScreen): Promise<RealWorkshop> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-workshop-'))
  const workshopFolder = join(folder, 'workshop')
  const { service } = await startSeededService(workshopFolder)
  const admin = openAdmin({ dataFolder: workshopFolder })
  const closers: (() => Promise<void>)[] = []
  let stations = 0
  return {
    admin,
    station: async (options = {}) => {
      stations += 1
      const { station, close } = await addStation({
        built,
        service,
        data: join(folder, `station-${stations}`),
        options,
      })
      closers.push(close)
      return station
    },
    close: async () => {
      for (const close of closers) await close()
      admin.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface NewStation {
  built: BuiltScreen
  service: Service
  data: string
  options: StationOptions
}

async function addStation({ built, service, data, options }: NewStation) {
  const { operators = [] } = options
  const network = await cuttableNetwork(service.baseUrl)
  await connectFetchedStation(data, network.baseUrl)
  const clock = jumpingClock()
  const context = await built.browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'nb-NO',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(busyMs)

  let isEnding = false
  const run = async (): Promise<Running> => {
    isEnding = false
    const opened = openStation({
      dataFolder: data,
      systemKeyStore: null,
      clock,
      testHooks: { onLedger: ({ operators: stored }) => operators.forEach((initials) => stored.add(initials)) },
    })
    const shell = await serveBrowserShell({
      station: opened.station,
      grants: new Set(grants),
      pageFolder: built.pageFolder,
      port: 0,
      clock: systemClock,
      random: randomBytes,
      onError: (name, fault) => {
        // a call of the page that was not answered before the station closed
        if (!isEnding) throw new Error(name, { cause: fault })
      },
    })
    await page.goto(shell.url())
    await page.getByText(/^Oppdatert |sist oppdatert /i).waitFor()
    return { opened, shell }
  }
  let running = await run()
  const end = async (): Promise<void> => {
    isEnding = true
    await running.shell.close()
    await running.opened.close()
  }
  const entriesOfToday = (): readonly EntryView[] => {
    const { station } = running.opened
    const list = station.handlers['list.read']({ date: station.snapshot().status.today })
    if (list instanceof Promise) throw new Error('a real station reads a list synchronously')
    return list.entries
  }
  const station: WorkshopStation = {
    data,
    page,
    clock,
    network,
    bendable: () =>
      entriesOfToday()
        .filter(({ entry, sheetState, mark }) => sheetState === 'ready' && mark === null && entry.bent === null)
        .map(({ entry }) => entry)
        .filter(({ approval }) => approval === 'not_required'),
    openSheet: async (sheetId) => {
      const { today } = running.opened.station.snapshot().status
      await page.goto(`${running.shell.address}/#/sheet/${today}/${sheetId}`)
      await page.getByRole('img', { name: /^Profil/ }).waitFor()
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
