// The time from the start of the station's program until a running browser shows its cached list: for a thousand entries and, for
// comparison, for the sandbox's own short list.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { spawnStation, startStationProcess } from '../../../src-main/cli/demo/station-process.ts'
import { launchChromium, wholeChromium } from '../../chromium.ts'
import type { Bench, Row } from '../run.ts'
import { benchWorkshop } from '../workshop.ts'

const entryCount = 1_000
const rounds = 9

export async function cachedListRows({ root, folder }: Bench): Promise<Row[]> {
  const browser = await launchChromium(wholeChromium())
  try {
    const few = await startToList(browser, { root, folder: join(folder, 'few') }, 1)
    const full = await startToList(browser, { root, folder: join(folder, 'many') }, entryCount)
    return [
      {
        name: `from the start of the station to a list of ${entryCount} cached entries on the screen (median of ${rounds})`,
        measured: `${full.toFixed(0)} ms; ${(full / few).toFixed(2)} times the time for the sandbox's own list (${few.toFixed(0)} ms)`,
        limit: '1 000 ms',
        passes: full <= 1_000,
      },
    ]
  } finally {
    await browser.close()
  }
}

/** The median in ms. */
async function startToList(browser: Browser, { root, folder }: Bench, sheets: number): Promise<number> {
  const { service, station } = await benchWorkshop(folder, sheets, 1_000)
  const filling = await startStationProcess(root, station)
  await filling.status(({ upToDateAt }) => upToDateAt !== null)
  await filling.stop()
  // the network is down from here on: the screen shows the cache
  await service.close()

  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'nb-NO' })
    const page = await context.newPage()
    // the browser is idle before the start
    await page.waitForLoadState('networkidle')
    const startMs = performance.now()
    const running = await spawnStation(root, station)
    const url = await running.screenUrl()
    if (url === null) throw new Error('the station gave no address for the screen')
    await page.goto(url)
    await page
      .getByRole('button', { name: /^Ordre / })
      .first()
      .waitFor()
    times.push(performance.now() - startMs)
    await context.close()
    await running.end('SIGTERM')
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}
