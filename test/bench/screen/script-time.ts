// The time that a page has spent in scripts, as the browser measures it.
import type { Page } from 'playwright-core'
import * as z from 'zod'

const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })

/** Returns a function that reads the milliseconds since the page was opened. */
export async function openScriptTimer(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    const report = metrics.parse(await session.send('Performance.getMetrics'))
    return 1_000 * (report.metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
  }
}
