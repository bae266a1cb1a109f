// The longest task of a page, as the browser records it: processor time on the page's main thread, so other work on the machine does not
// count.
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod'

/** The longest task of the page while `act` runs and until the page is painted, ms of processor time. */
export async function longestTaskMs(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await act()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  return longestTaskIn(await browser.stopTracing())
}

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown().optional() }).optional(),
    }),
  ),
})

function longestTaskIn(recorded: Buffer): number {
  const { traceEvents } = trace.parse(JSON.parse(recorded.toString()))
  const threads = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`))
  const maxMs = tasks.reduce((sum, { tdur }) => Math.max(sum, tdur ?? 0), 0)
  if (maxMs === 0) throw new Error('the browser recorded no task')
  return maxMs / 1_000
}
