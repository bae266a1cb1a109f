// From a tap to its visible answer: the time that the browser itself gives an event until the frame that shows what it did
// (Event Timing), over the presses of a day. What the station then says comes after: here it answers at once. Beside it how often
// React put something on the page for a tap, as it tells its own developer tools.
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod'
import { openScreen } from '../../end-to-end/screen/open-screen.ts'
import type { Bench, Row } from '../run.ts'
import { median } from '../side-by-side.ts'
import { largeDay } from './large-day.ts'
import { countRenders, rendersOf } from './renders.ts'

const entries = 10_000
const turns = 12
const promisedMs = 100

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
  const press = async (name: RegExp): Promise<void> => {
    const button = page.getByRole('button', { name }).first()
    await button.waitFor()
    const before = await rendersOf(page)
    await button.click()
    await painted(page)
    renders.push((await rendersOf(page)) - before)
  }
  for (let turn = 0; turn < turns; turn += 1) {
    await press(/^Etter plate$/)
    await press(/^Dagens rekkefølge$/)
    await press(new RegExp(`^Ordre .* seddel ${turn + 1},`))
    await page.locator('.scene').first().waitFor()
    await press(/^Telling/)
    await press(/^Ett til/)
    await press(/Seddelen$/)
    await press(/over hele skjermen$/)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await press(/^Til lista$/)
    await page.getByRole('list').first().waitFor()
  }
  const slow = z.array(z.tuple([z.number(), z.number()])).parse(await page.evaluate('globalThis.kantTaps'))
  await closeScreen()
  // the events of one tap are one answer; those that took less than the browser tells of took 16 ms at most
  const byTap = new Map<number, number>()
  for (const [at, ms] of slow) byTap.set(Math.round(at / 50), Math.max(ms, byTap.get(Math.round(at / 50)) ?? 0))
  const times = [
    ...byTap.values(),
    ...Array.from({ length: Math.max(0, renders.length - byTap.size) }, () => 16),
  ].toSorted((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
  return {
    what: `from a tap to its visible answer, with ${entries} sheets in the list (95th percentile of ${renders.length} taps: order, open, count, look closer, go back)`,
    measured: `${p95.toFixed(0)} ms, at most ${(times.at(-1) ?? Number.NaN).toFixed(0)} ms; ${median(renders)} renders of React each (median), at most ${Math.max(...renders)}`,
    promised: `less than ${promisedMs} ms`,
    holds: p95 < promisedMs,
  }
}

const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
