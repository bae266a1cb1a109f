// The time from a tap to the frame that shows its effect, as the browser measures it (Event Timing), for the usual taps of a day.
// The station in memory responds at once. Also counts the renders of React for each tap.
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod'
import { openScreen } from '../../end-to-end/screen/page/open-screen.ts'
import type { Bench, Row } from '../run.ts'
import { median, percentile95 } from '../side-by-side.ts'
import { largeDay } from './large-day.ts'
import { countRenders, readRenders } from './renders.ts'

const entries = 10_000
const iterations = 12
const limitMs = 80

export async function tapRow(browser: Browser, { root }: Bench): Promise<Row> {
  const pageFolder = join(root, 'out/renderer')
  const { page, close: closeScreen } = await openScreen({ browser, pageFolder }, largeDay(entries), {
    before: `
      globalThis.kantTaps = []
      ${countRenders}
      new PerformanceObserver((list) => {
        for (const { name, startTime, duration } of list.getEntries())
          if (name === 'pointerup' || name === 'click') globalThis.kantTaps.push([startTime, duration])
      }).observe({ type: 'event', durationThreshold: 16, buffered: true })`,
  })
  const renders: number[] = []
  const press = async (name: RegExp, index = 0): Promise<void> => {
    const button = page.getByRole('button', { name }).nth(index)
    await button.waitFor()
    const before = await readRenders(page)
    await button.click()
    await painted(page)
    renders.push((await readRenders(page)) - before)
  }
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    await press(/^Etter plate$/)
    await press(/^Etter plate$/)
    await press(/^Ordre .* Gjenstår/, iteration)
    await page.locator('.scene').first().waitFor()
    await press(/^Mer$/)
    await press(/^Telling/)
    await press(/^Ett til/)
    await press(/Seddelen$/)
    await press(/i fullskjerm$/)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await press(/^Til lista$/)
    await page.getByRole('list').first().waitFor()
  }
  const slow = z.array(z.tuple([z.number(), z.number()])).parse(await page.evaluate('globalThis.kantTaps'))
  await closeScreen()
  // All events of one tap count as one. The browser does not report events of less than 16 ms: those count as 16 ms.
  const byTap = new Map<number, number>()
  for (const [startMs, ms] of slow) {
    const tap = Math.round(startMs / 50)
    byTap.set(tap, Math.max(ms, byTap.get(tap) ?? 0))
  }
  const times = [...byTap.values(), ...Array.from({ length: Math.max(0, renders.length - byTap.size) }, () => 16)]
  const p95 = percentile95(times)
  return {
    name: `time from a tap to its visible effect, with ${entries} sheets in the list (95th percentile of ${renders.length} taps: order, open, count, full screen, back)`,
    measured: `${p95.toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms; ${median(renders)} renders per tap (median), at most ${Math.max(...renders)}`,
    limit: `less than ${limitMs} ms`,
    passes: p95 < limitMs,
  }
}

const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
