// One real station on a seeded service, served as a program of Kant serves it, with its screen in a browser.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Station } from '../../../../shared/station-api/index.ts'
import { serveStation, type ServedStation } from '../../../../src-main/browser/serve-station.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { openStation } from '../../../../src-main/station/open/station.ts'
import { busyMs } from '../../../chromium.ts'
import type { BuiltScreen } from '../page/open-screen.ts'
import { connectFetchedStation, startSeededService } from './seeded-workshop.ts'

export interface ServedStationOptions {
  built: BuiltScreen
  /** Opens the station on its folder; by default `openStation` without further options. */
  open?: (dataFolder: string) => Promise<{ station: Station; close: () => Promise<void> }>
}

export interface RealServedStation {
  /** The test's own folder, removed by `close`. */
  folder: string
  /** The station's data folder inside it. */
  data: string
  served: ServedStation
  /** A new page on the station, once it shows that the lists are up to date. */
  openPage: () => Promise<Page>
  /** Uncaught errors of the pages, and errors on their consoles. */
  errors: string[]
  close: () => Promise<void>
}

export async function serveRealStation({ built, open }: ServedStationOptions): Promise<RealServedStation> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-served-'))
  const data = join(folder, 'station')
  const { service } = await startSeededService(join(folder, 'workshop'))
  await connectFetchedStation(data, service.baseUrl)
  const errors: string[] = []
  const served = await serveStation({
    folder: data,
    pageFolder: built.pageFolder,
    openStation: () =>
      open === undefined ? Promise.resolve(openStation({ dataFolder: data, systemKeyStore: null })) : open(data),
    clock: systemClock,
    random: randomBytes,
    onError: (name, error) => {
      throw new Error(name, { cause: error })
    },
  })
  const pages: Page[] = []
  return {
    folder,
    data,
    served,
    errors,
    openPage: async () => {
      const context = await built.browser.newContext({
        viewport: { width: 1366, height: 768 },
        locale: 'nb-NO',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      pages.push(page)
      page.setDefaultTimeout(busyMs)
      page.on('pageerror', ({ message }) => errors.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await page.goto(served.url())
      await page.getByText(/^Oppdatert /).waitFor()
      return page
    },
    close: async () => {
      for (const page of pages) await page.context().close()
      await served.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
