// The bend plan on the screen while a worker plans the day: the page's longest task, and the script time of one step of the slider.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import * as z from 'zod'
import { BendPlans } from '../../../src-main/station/bend-plans/index.ts'
import { launchChromium, wholeChromium } from '../../chromium.ts'
import { planAt } from '../../end-to-end/screen/fake-station/fake-bend-plans.ts'
import { fakeStation, today } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { idOf } from '../../end-to-end/screen/fake-station/sandbox-day.ts'
import { openScreen } from '../../end-to-end/screen/page/open-screen.ts'
import type { Bench, Row } from '../run.ts'
import { longestTaskMs } from '../screen/longest-task.ts'
import { dayRequests } from './planned-day.ts'
import { referenceMs, undisturbedMs } from './reference.ts'

const gapMs = 50
const sliderMs = 16
const sliderSteps = 60
/** A sheet with two hems and a drip edge. */
const sheetName = 'vindusbeslag-04'

const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })

export async function planViewRows(bench: Bench): Promise<Row[]> {
  const browser = await launchChromium(wholeChromium())
  const plans = new BendPlans()
  try {
    plans.planAhead(Array.from({ length: 20 }, (_, day) => dayRequests(day)).flat())
    return await rowsOf(browser, bench)
  } finally {
    await browser.close()
    await plans.close()
  }
}

async function rowsOf(browser: Browser, { root }: Bench): Promise<Row[]> {
  const station = fakeStation()
  const sheetId = idOf(sheetName)
  planAt(station, sheetId, 'Kantpresse 1')
  const { page, close } = await openScreen({ browser, pageFolder: join(root, 'out/renderer') }, station)
  await page.locator('.app').waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${sheetId}`)
  const openButton = page.getByRole('button', { name: 'Bøyeplan' })
  await openButton.waitFor()
  const slider = page.getByRole('slider')
  const steps = page.getByRole('group', { name: 'Stegene i rekkefølge' }).getByRole('button')
  const tasks: [string, number][] = []
  const step = async (name: string, act: () => Promise<unknown>): Promise<void> => {
    tasks.push([name, await longestTaskMs(browser, page, act)])
  }
  await step('open', async () => {
    await openButton.click()
    await slider.waitFor()
  })
  await step('other step', () => steps.nth(2).click())
  await step('move a step', () => page.getByRole('button', { name: 'Senere' }).click())
  await step('turn a step', () => page.getByRole('button', { name: 'Snu' }).click())
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const scriptMs = async (): Promise<number> => {
    const report = metrics.parse(await session.send('Performance.getMetrics'))
    return 1_000 * (report.metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
  }
  await slider.focus()
  await slider.press('Home')
  const before = await scriptMs()
  for (let press = 0; press < sliderSteps; press += 1) await slider.press('ArrowRight')
  const perStep = (((await scriptMs()) - before) / sliderSteps) * (undisturbedMs() / referenceMs())
  await close()
  const asIdle = undisturbedMs() / referenceMs()
  const longest = Math.max(...tasks.map(([, ms]) => ms)) * asIdle
  return [
    {
      name: 'longest task of the page in the bend plan while a worker plans a day',
      measured: tasks.map(([name, ms]) => `${name}: ${(ms * asIdle).toFixed(0)} ms`).join(', '),
      limit: `${gapMs} ms`,
      passes: longest <= gapMs,
    },
    {
      name: `script time of a step of the slider, mean of ${sliderSteps}`,
      measured: `${perStep.toFixed(1)} ms`,
      limit: `${sliderMs} ms`,
      passes: perStep <= sliderMs,
    },
  ]
}
