// The script time of a swipe from one bend step to the next, per frame: the pointer's movement, and the frame that shows the next step.
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { fakeStation, today } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { openScreen } from '../../end-to-end/screen/page/open-screen.ts'
import { capByHand, capSheet } from '../../end-to-end/screen/scenes/bend-step-scenes.ts'
import type { Bench, Row } from '../run.ts'
import { percentile95 } from '../side-by-side.ts'
import { openScriptTimer } from './script-time.ts'

const rounds = 20
const steps = 4
/** One frame at 60 frames a second. */
const limitMs = 16

export async function swipeRow(browser: Browser, { root }: Bench): Promise<Row> {
  const station = fakeStation()
  capByHand(station)
  const { page, close } = await openScreen({ browser, pageFolder: join(root, 'out/renderer') }, station)
  await page.locator('.app').waitFor()
  await page.goto(`${page.url().split('#')[0]}#/bend/${today}/${capSheet}/1`)
  await page.getByText(`Steg 1 av ${steps}`, { exact: true }).waitFor()
  await page.locator('.bend-step-picture svg').first().waitFor()
  const scriptMs = await openScriptTimer(page)
  const swipes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // the first round compiles what the others use
    const isMeasured = round > 0
    for (const isForward of [true, false])
      for (let step = 1; step < steps; step += 1) {
        const shown = isForward ? step + 1 : steps - step
        const before = await scriptMs()
        await swipe(page, isForward)
        await page.getByText(`Steg ${shown} av ${steps}`, { exact: true }).waitFor()
        if (isMeasured) swipes.push((await scriptMs()) - before)
      }
  }
  await close()
  const p95 = percentile95(swipes)
  return {
    name: `script time of a swipe to the next bend step with its picture (95th percentile of ${swipes.length})`,
    measured: `${p95.toFixed(1)} ms, at most ${Math.max(...swipes).toFixed(1)} ms`,
    limit: `at most ${limitMs} ms`,
    passes: p95 <= limitMs,
  }
}

async function swipe(page: Page, isForward: boolean): Promise<void> {
  const box = await page.locator('.bend-step-picture').boundingBox()
  if (box === null) throw new Error('the bend step has no picture')
  const [from, to] = isForward ? [0.7, 0.3] : [0.3, 0.7]
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * to, y)
  await page.mouse.up()
}
