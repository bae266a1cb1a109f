// A planner drags sheets with the mouse, on real parts: a service over HTTP, a station with its stores, the built screen. Chromium's
// own drag begins, is led and ends as by a hand.
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildScreen, type BuiltScreen } from '../page/open-screen.ts'
import { bottomOf, placeOf } from '../page/places.ts'
import { openFloor, type Floor } from '../real-workshop/real-workshop.ts'

// a service, a station and a browser together, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

let floor: Floor
let page: Page
beforeEach(async () => {
  floor = await openFloor(built)
  ;({ page } = await floor.station())
  await page.getByRole('link', { name: 'Plan' }).click()
  await load('Kantpresse 1').click()
  await page.getByRole('button', { name: 'Foreslå rekkefølge' }).waitFor()
})
afterEach(() => floor.close())

const load = (machine: string): Locator => page.getByRole('button', { name: new RegExp(`^${machine}`) }).first()
const line = (sheet: string): Locator => page.locator('.plan-line', { hasText: `${sheet} ` })
const names = (): Promise<string[]> => page.locator('.plan-line .plan-name strong').allInnerTexts()
/** Of those on the page that are still to be bent, which stand before the bent ones; their order on the page is none to be seen. */
async function lowest(): Promise<string> {
  const name = await page.evaluate(`(() => {
    const bottomOf = (line) => line.getBoundingClientRect().bottom
    const open = [...document.querySelectorAll('.plan-line')].filter((line) => !line.querySelector('.tone-done.plan-tag'))
    const lines = open.toSorted((one, other) => bottomOf(other) - bottomOf(one))
    return lines[0]?.querySelector('.plan-name strong')?.textContent
  })()`)
  return String(name)
}
/** On a machine that may be busy. */
const soon = { timeout: 30_000 }

interface Point {
  x: number
  y: number
}

/** A part of a thing's height from its top. */
async function pointAt(thing: Locator, part: number): Promise<Point> {
  const { x, y, width, height } = await placeOf(thing)
  return { x: x + width / 2, y: y + height * part }
}

/** Takes a sheet by its grip and holds it above a point; nothing is let go. */
async function hold(sheet: string, over: Point): Promise<void> {
  const grip = await pointAt(page.getByRole('button', { name: `Dra ${sheet}`, exact: true }), 0.5)
  await page.mouse.move(grip.x, grip.y)
  await page.mouse.down()
  await page.mouse.move(grip.x, grip.y + 12)
  await page.mouse.move(over.x, over.y, { steps: 8 })
}

test('a sheet that is dragged below another stands there, after the page is opened anew, too', async () => {
  const before = await names()
  const [first = '', second = '', third = ''] = before
  await hold(first, await pointAt(line(second), 0.9))
  await page.locator('.react-aria-DropIndicator[data-drop-target]').waitFor({ state: 'attached' })
  await page.mouse.up()
  const moved = [second, first, third]
  await expect.poll(async () => (await names()).slice(0, 3), soon).toEqual(moved)
  await page.reload()
  await load('Kantpresse 1').click()
  await expect.poll(async () => (await names()).slice(0, 3), soon).toEqual(moved)
})

test('a sheet that is dragged onto another machine is that machine’s', async () => {
  const [first = ''] = await names()
  const other = page.locator('.load-place', { hasText: 'Kantpresse 2' })
  await hold(first, await pointAt(other, 0.5))
  await page.locator('.load-place[data-drop-target]', { hasText: 'Kantpresse 2' }).waitFor()
  await page.mouse.up()
  await expect.poll(names, soon).not.toContain(first)
  await load('Kantpresse 2').click()
  await line(first).getByText('bare her').waitFor()
})

test('a sheet that is let go where nothing takes it stays where it was', async () => {
  const before = await names()
  const [first = '', second = ''] = before
  await hold(first, await pointAt(line(second), 0.9))
  await page.locator('.react-aria-DropIndicator[data-drop-target]').waitFor({ state: 'attached' })
  const foot = await pointAt(page.getByRole('contentinfo'), 0.5)
  await page.mouse.move(foot.x, foot.y, { steps: 4 })
  await page.locator('[data-drop-target]').first().waitFor({ state: 'detached' })
  await page.mouse.up()
  await page.locator('[data-dragging]').waitFor({ state: 'detached' })
  expect(await names()).toEqual(before)
})

test('a sheet held at the foot of the list is led on to those that were out of sight', async () => {
  const [first = ''] = await names()
  const list = page.locator('.plan-lines')
  const scrolled = (): Promise<number> => list.evaluate((lines) => lines.scrollTop)
  const { x } = await pointAt(list, 0)
  await hold(first, { x, y: bottomOf(await placeOf(list)) - 10 })
  const end = await list.evaluate((lines) => lines.scrollHeight - lines.clientHeight)
  await expect.poll(scrolled, soon).toBeGreaterThan(end - 2)
  // the last of all, which is bent
  const below = { x, y: bottomOf(await placeOf(list)) - 20 }
  await page.mouse.move(below.x, below.y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(lowest, soon).toBe(first)
})
