// The time from the start of Chromium to a usable list of ten thousand cached sheets, compared with a Chromium that starts with an
// empty page of the same framework. Also reports the time of the pages alone, in a running Chromium.
import react from '@vitejs/plugin-react'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { grants } from '../../../shared/station-api/index.ts'
import { serveBrowserShell } from '../../../src-main/browser/browser-shell.ts'
import { spawnStation, startStationProcess } from '../../../src-main/cli/demo/station-process.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { launchChromium, wholeChromium } from '../../chromium.ts'
import { fakeStation } from '../../end-to-end/screen/fake-station/fake-station.ts'
import type { Bench, Row } from '../run.ts'
import { median } from '../side-by-side.ts'
import { benchWorkshop } from '../workshop.ts'

const sheets = 10_000
const rounds = 9
const maxRatio = 1.3
const maxAloneRatio = 1.8
/** Raises the call limits so that no call reaches them. */
const limitFactor = 10_000

/** A page to open: its single-use address, and the selector of the element that shows that it is usable. */
interface PageUnderTest {
  url: () => Promise<string>
  selector: string
}

interface Times {
  /** Ms from the start of Chromium. */
  started: number[]
  /** Ms from the navigation, in a running Chromium. */
  alone: number[]
}

export async function startRow({ root, folder }: Bench): Promise<Row> {
  const emptyPage = join(folder, 'empty-page')
  await build({
    configFile: false,
    root: join(root, 'test/fixtures/empty-page'),
    plugins: [react()],
    logLevel: 'error',
    build: { outDir: emptyPage, emptyOutDir: true, target: 'chrome114', minify: true, chunkSizeWarningLimit: 2_000 },
  })
  const { service, station: stationFolder } = await benchWorkshop(join(folder, 'day'), sheets, limitFactor)
  const filling = await startStationProcess(root, stationFolder)
  await filling.status(({ upToDateAt, pull }) => upToDateAt !== null && pull === null)
  await filling.stop()
  // the network is down from here on: the screen shows the cache
  await service.close()

  const station = await spawnStation(root, stationFolder)
  const bare = await serveBrowserShell({
    station: fakeStation(),
    grants: new Set(grants),
    pageFolder: emptyPage,
    port: 0,
    clock: systemClock,
    random: randomBytes,
    onError: (name, error) => {
      throw new Error(name, { cause: error })
    },
  })
  const list: PageUnderTest = {
    url: async () => {
      const url = await station.screenUrl()
      if (url === null) throw new Error('the station gave no address for the screen')
      return url
    },
    selector: '.line[data-rac]',
  }
  const empty: PageUnderTest = { url: () => Promise.resolve(bare.url()), selector: '#there' }
  try {
    const appTimes: Times = { started: [], alone: [] }
    const emptyPageTimes: Times = { started: [], alone: [] }
    await startWith(list)
    await startWith(empty)
    for (let round = 0; round < rounds; round += 1) {
      const turns: [PageUnderTest, Times][] = [
        [list, appTimes],
        [empty, emptyPageTimes],
      ]
      for (const [opened, times] of round % 2 === 0 ? turns : turns.toReversed()) {
        const { started, alone } = await startWith(opened)
        times.started.push(started)
        times.alone.push(alone)
      }
    }
    const share = median(appTimes.started) / median(emptyPageTimes.started)
    const aloneShare = median(appTimes.alone) / median(emptyPageTimes.alone)
    return {
      name: `time from the start of Chromium to a usable list of ${sheets} cached sheets, compared with an empty page of the same framework (medians of ${rounds})`,
      measured: `${compared(appTimes.started, emptyPageTimes.started)}; the pages alone, in a running Chromium: ${compared(appTimes.alone, emptyPageTimes.alone)}`,
      limit: `at most ${maxRatio} times; the page alone ${maxAloneRatio} times`,
      passes: share <= maxRatio && aloneShare <= maxAloneRatio,
    }
  } finally {
    await bare.close()
    await station.end('SIGTERM')
  }
}

const compared = (ours: readonly number[], theirs: readonly number[]): string =>
  `${median(ours).toFixed(0)} ms and ${median(theirs).toFixed(0)} ms, ${(median(ours) / median(theirs)).toFixed(2)} times`

/** Starts a Chromium with the page, then opens the page in it a second time. */
async function startWith({ url, selector }: PageUnderTest): Promise<{ started: number; alone: number }> {
  const address = await url()
  const startMs = Date.now()
  const browser = await launchChromium(wholeChromium())
  try {
    const startedMs = (await shownIn(browser, address, selector)).atMs - startMs
    const { afterMs } = await shownIn(browser, await url(), selector)
    return { started: startedMs, alone: afterMs }
  } finally {
    await browser.close()
  }
}

/** The time when the selected element was first shown: by the clock, and in ms after the navigation. */
async function shownIn(browser: Browser, url: string, selector: string): Promise<{ atMs: number; afterMs: number }> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'nb-NO' })
  await page.addInitScript({ content: firstShown(selector) })
  await page.goto(url)
  const afterMs = await page.evaluate('globalThis.kantShown')
  const origin = await page.evaluate('performance.timeOrigin')
  await page.close()
  if (typeof afterMs !== 'number' || typeof origin !== 'number') throw new Error(`${selector} was never shown`)
  return { atMs: origin + afterMs, afterMs }
}

/** A script that runs before the page's own: resolves with the ms until the frame after the element first appears. */
const firstShown = (selector: string): string => `
  globalThis.kantShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })`
