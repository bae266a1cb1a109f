// Scrolling ten thousand sheets by wheel, fling, scroll bar and keyboard: no frame shows a gap in the list.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { largeDay } from '../../bench/screen/large-day.ts'
import { busyMs } from '../../chromium.ts'
import {
  buildScreen,
  closeAll,
  openScreen,
  type BuiltScreen,
  type OpenScreen,
} from '../../end-to-end/screen/page/open-screen.ts'
import { bottomOf, placeOf } from '../../end-to-end/screen/page/places.ts'

const entries = 10_000
/** A pixel for rounding. */
const betweenLines = 1

let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

const opened: OpenScreen[] = []
let page: Page
let devtools: CDPSession
beforeEach(async () => {
  const screen = await openScreen(built, largeDay(entries), { touch: true })
  opened.push(screen)
  page = screen.page
  devtools = await page.context().newCDPSession(page)
  // a page of ten thousand sheets takes a minute on a busy computer
  await page.getByText(`${entries} sedler`, { exact: true }).waitFor({ timeout: 3 * busyMs })
  // lines just outside the view are rendered when the page is idle
  await page.getByRole('listitem').nth(15).waitFor({ state: 'attached' })
  await page.evaluate(readFileSync(join(import.meta.dirname, 'page-scripts', 'list-gaps.js'), 'utf8'))
})
afterEach(() => closeAll(opened))

const scroller = (): Locator => page.locator('.scroller')
const scrolled = (): Promise<number> => scroller().evaluate((lines) => lines.scrollTop)

const frames = z.object({ places: z.number(), worst: z.number() })

/** The largest gap since the last call, in CSS pixels. Throws if fewer scroll positions were seen. */
async function largestGap(places: number): Promise<number> {
  const measured = frames.parse(await page.evaluate('globalThis.takeLargestGap()'))
  if (measured.places < places) throw new Error(`the list was seen at only ${measured.places} scroll positions`)
  return measured.worst
}

/** A fling up or down, begun in the middle of the screen's list. */
async function fling(way: number): Promise<void> {
  const { x, y, width, height } = await placeOf(scroller())
  const finger = (moved: number) => ({ x: x + width / 2, y: y + height / 2 + moved })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger(0)] })
  for (let step = 1; step <= 5; step += 1)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [finger((way * step) / 5)] })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Waits until the list has stopped scrolling. */
async function atRest(): Promise<number> {
  let before = -1
  await expect
    .poll(async () => {
      const [last, now] = [before, await scrolled()]
      before = now
      return last === now
    })
    .toBe(true)
  return before
}

test('the wheel, slow and fast, in both directions', async () => {
  const { x, y } = await placeOf(scroller())
  await page.mouse.move(x + 200, y + 200)
  for (const step of [100, 400, 2_000, 20_000, -20_000, -400])
    for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, step)
  await atRest()
  expect(await largestGap(10)).toBeLessThanOrEqual(betweenLines)
})

test('a fling down and up', async () => {
  // far from both ends: a fast fling up after slow ones down does not reach the top
  await scroller().evaluate((lines) => {
    lines.scrollTop = lines.scrollHeight / 2
  })
  let before = await atRest()
  for (const way of [-220, -220, -220, 220, 220]) {
    await fling(way)
    await expect.poll(async () => ((await scrolled()) - before) * -way).toBeGreaterThan(0)
    before = await atRest()
  }
  expect(await largestGap(10)).toBeLessThanOrEqual(betweenLines)
})

/** Moves the pointer between two frames. */
const drawTheBar = `(async () => {
  const lines = document.querySelector('.scroller')
  const end = lines.scrollHeight - lines.clientHeight
  for (let step = 0; step <= 40; step += 1) {
    lines.scrollTop = (end * ((step * 17) % 41)) / 40
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  }
})()`

test('the scroll bar, dragged to any position', async () => {
  await page.evaluate(drawTheBar)
  expect(await largestGap(30)).toBeLessThanOrEqual(betweenLines)
})

test('End, Home and the page keys, pressed and held down', async () => {
  const focused = async (): Promise<number> =>
    Number(await page.evaluate(`document.activeElement?.closest('[aria-posinset]')?.getAttribute('aria-posinset')`))
  const inSight = async (): Promise<boolean> => {
    const [line, window] = [await placeOf(page.locator('[aria-posinset]:focus-within')), await placeOf(scroller())]
    return line.y >= window.y - 1 && bottomOf(line) <= bottomOf(window) + 1
  }
  await page.getByRole('listitem').first().getByRole('button').focus()
  await page.keyboard.press('End')
  // headings are items of the list, too
  const items = Number(await page.locator('[aria-posinset]').first().getAttribute('aria-setsize'))
  expect(items).toBeGreaterThanOrEqual(entries)
  await expect.poll(focused).toBe(items)
  await expect.poll(inSight).toBe(true)
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe(1)
  await expect.poll(inSight).toBe(true)
  let before = 1
  for (let press = 0; press < 10; press += 1) {
    await page.keyboard.press('PageDown')
    await expect.poll(focused).toBeGreaterThan(before + 2)
    await expect.poll(inSight).toBe(true)
    before = await focused()
  }
  // a repeated press of a held key
  for (let repeat = 0; repeat < 40; repeat += 1) await page.keyboard.down('PageDown')
  await page.keyboard.up('PageDown')
  await expect.poll(focused).toBeGreaterThan(before + 40)
  await expect.poll(inSight).toBe(true)
  before = await focused()
  await page.keyboard.press('PageUp')
  await expect.poll(focused).toBeLessThan(before)
  expect(await largestGap(10)).toBeLessThanOrEqual(betweenLines)
})
