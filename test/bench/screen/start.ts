// From the start of the window's Chromium to a list of ten thousand cached sheets that can be pressed, beside a Chromium that is
// started with an empty page of the same framework; and, told beside it, the same of the pages alone, in a Chromium that runs.
import react from '@vitejs/plugin-react'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { grants } from '../../../shared/station-api/index.ts'
import { serveBrowserShell } from '../../../src-main/browser/browser-shell.ts'
import { spawnStation, startStationProcess } from '../../../src-main/cli/station-process.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { launchChromium } from '../../chromium.ts'
import { heldStation } from '../../end-to-end/screen/held-station.ts'
import type { Bench, Row } from '../run.ts'
import { median } from '../side-by-side.ts'
import { benchWorkshop } from '../workshop.ts'

const sheets = 10_000
const rounds = 9
const promised = 1.5
/** A workshop whose limits are out of the way. */
const limitFactor = 10_000

/** A page that is opened: its address, good once, and what of it is waited for. */
interface Opened {
  url: () => Promise<string>
  what: string
}

interface Times {
  /** Ms from the start of Chromium. */
  started: number[]
  /** Ms from the navigation of a page, in a Chromium that ran already. */
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
  await filling.status(({ freshAt, pull }) => freshAt !== null && pull === null)
  await filling.stop()
  // from here on the network is down: what is shown comes from the cache
  await service.close()

  const station = await spawnStation(root, stationFolder)
  const bare = await serveBrowserShell({
    station: heldStation(),
    grants: new Set(grants),
    pageFolder: emptyPage,
    port: 0,
    clock: systemClock,
    random: randomBytes,
    onFault: (name, fault) => {
      throw new Error(name, { cause: fault })
    },
  })
  const list: Opened = {
    url: async () => {
      const url = await station.screenUrl()
      if (url === null) throw new Error('the station gave no address for the screen')
      return url
    },
    what: '.line[data-rac]',
  }
  const empty: Opened = { url: () => Promise.resolve(bare.url()), what: '#there' }
  try {
    const ours: Times = { started: [], alone: [] }
    const theirs: Times = { started: [], alone: [] }
    await startWith(list)
    await startWith(empty)
    for (let round = 0; round < rounds; round += 1) {
      const turns: [Opened, Times][] = [
        [list, ours],
        [empty, theirs],
      ]
      for (const [opened, times] of round % 2 === 0 ? turns : turns.toReversed()) {
        const { started, alone } = await startWith(opened)
        times.started.push(started)
        times.alone.push(alone)
      }
    }
    const share = median(ours.started) / median(theirs.started)
    return {
      what: `from the start of Chromium to a list of ${sheets} cached sheets that can be pressed, beside a Chromium started with an empty page of the same framework (medians of ${rounds})`,
      measured: `${beside(ours.started, theirs.started)}; of the pages alone, in a Chromium that runs: ${beside(ours.alone, theirs.alone)}`,
      promised: `${promised} times at most`,
      holds: share <= promised,
    }
  } finally {
    await bare.close()
    await station.end('SIGTERM')
  }
}

const beside = (ours: readonly number[], theirs: readonly number[]): string =>
  `${median(ours).toFixed(0)} ms to ${median(theirs).toFixed(0)} ms, ${(median(ours) / median(theirs)).toFixed(2)} times`

/** Starts a Chromium for the page, then opens it there once more. */
async function startWith({ url, what }: Opened): Promise<{ started: number; alone: number }> {
  const address = await url()
  const begun = Date.now()
  const browser = await launchChromium()
  try {
    const started = (await shownIn(browser, address, what)).at - begun
    const { after } = await shownIn(browser, await url(), what)
    return { started, alone: after }
  } finally {
    await browser.close()
  }
}

/** When what is waited for was shown: by the clock, and in ms after the navigation. */
async function shownIn(browser: Browser, url: string, what: string): Promise<{ at: number; after: number }> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'nb-NO' })
  await page.addInitScript({ content: seen(what) })
  await page.goto(url)
  const after = await page.evaluate('globalThis.kantSeen')
  const origin = await page.evaluate('performance.timeOrigin')
  await page.close()
  if (typeof after !== 'number' || typeof origin !== 'number') throw new Error(`${what} was never seen`)
  return { at: origin + after, after }
}

/** Runs in the page before anything of it: the ms to the frame after the first of what is waited for. */
const seen = (what: string): string => `
  globalThis.kantSeen = new Promise((resolve) => {
    const look = new MutationObserver(() => {
      if (document.querySelector(${JSON.stringify(what)}) === null) return
      look.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    look.observe(document, { childList: true, subtree: true })
  })`
