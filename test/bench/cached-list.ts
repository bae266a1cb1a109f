// From the start of the station's program to its cached list on the screen of a browser that already runs: for a thousand entries
// and, beside it, for the sandbox's own few.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { spawnStation, startStationProcess } from '../../src-main/cli/station-process.ts'
import { launchChromium } from '../chromium.ts'
import type { Bench, Row } from './run.ts'
import { benchWorkshop } from './workshop.ts'

const many = 1_000
const rounds = 9

export async function cachedListRows({ root, folder }: Bench): Promise<Row[]> {
  const browser = await launchChromium()
  try {
    const few = await startToList(browser, { root, folder: join(folder, 'few') }, 1)
    const full = await startToList(browser, { root, folder: join(folder, 'many') }, many)
    return [
      {
        what: `from the start of the station to a list of ${many} cached entries on the screen (median of ${rounds})`,
        measured: `${full.toFixed(0)} ms; ${(full / few).toFixed(2)} times the sandbox's own list (${few.toFixed(0)} ms)`,
        promised: '1 000 ms',
        holds: full <= 1_000,
      },
    ]
  } finally {
    await browser.close()
  }
}

/** Milliseconds, the median. */
async function startToList(browser: Browser, { root, folder }: Bench, sheets: number): Promise<number> {
  const { service, station } = await benchWorkshop(folder, sheets, 1_000)
  const filling = await startStationProcess(root, station)
  await filling.status(({ freshAt }) => freshAt !== null)
  await filling.stop()
  // from here on the network is down: what is shown comes from the cache
  await service.close()

  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'nb-NO' })
    const page = await context.newPage()
    // a browser that already runs, and does nothing
    await page.waitForLoadState('networkidle')
    const started = performance.now()
    const running = await spawnStation(root, station)
    const url = await running.screenUrl()
    if (url === null) throw new Error('the station gave no address for the screen')
    await page.goto(url)
    await page
      .getByRole('button', { name: /^Ordre / })
      .first()
      .waitFor()
    times.push(performance.now() - started)
    await context.close()
    await running.end('SIGTERM')
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}
