// Dragging sheets with the mouse, with a real service, a real station and the built screen, through the native drag and drop of Chromium.
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildScreen, type BuiltScreen } from '../../../end-to-end/screen/page/open-screen.ts'
import { bottomOf, placeOf } from '../../../end-to-end/screen/page/places.ts'
import { openRealWorkshop, type RealWorkshop } from '../../../end-to-end/screen/real-workshop/real-workshop.ts'

let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

let workshop: RealWorkshop
let page: Page
beforeEach(async () => {
  workshop = await openRealWorkshop(built)
  ;({ page } = await workshop.station())
  await page.getByRole('link', { name: 'Plan' }).click()
  await load('Kantpresse 1').click()
  await page.getByRole('button', { name: 'Foreslå rekkefølge' }).waitFor()
})
afterEach(() => workshop.close())

const load = (machine: string): Locator => page.getByRole('button', { name: new RegExp(`^${machine}`) }).first()
const line = (sheet: string): Locator => page.locator('.plan-line', { hasText: `${sheet} ` })
const names = (): Promise<string[]> => page.locator('.plan-line .plan-name strong').allInnerTexts()
/** The rendered sheets that are not bent; they come before the bent ones. The order in the document is not the visible order. */
async function lowest(): Promise<string> {
  const name = await page.evaluate(`(() => {
    const bottomOf = (line) => line.getBoundingClientRect().bottom
    const open = [...document.querySelectorAll('.plan-line')].filter((line) => !line.querySelector('.tone-done.plan-tag'))
    const lines = open.toSorted((one, other) => bottomOf(other) - bottomOf(one))
    return lines[0]?.querySelector('.plan-name strong')?.textContent
  })()`)
  return String(name)
}

interface Point {
  x: number
  y: number
}

/** A point in an element, as a fraction of its height from the top. */
async function pointAt(thing: Locator, part: number): Promise<Point> {
  const { x, y, width, height } = await placeOf(thing)
  return { x: x + width / 2, y: y + height * part }
}

/** Drags a sheet by its handle over a point, without dropping it. */
async function hold(sheet: string, over: Point): Promise<void> {
  const grip = await pointAt(page.getByRole('button', { name: `Dra ${sheet}`, exact: true }), 0.5)
  await page.mouse.move(grip.x, grip.y)
  await page.mouse.down()
  await page.mouse.move(grip.x, grip.y + 12)
  await page.mouse.move(over.x, over.y, { steps: 8 })
}

test('a sheet that is dragged below another stays there, also after a reload', async () => {
  const before = await names()
  const [first = '', second = '', third = ''] = before
  await hold(first, await pointAt(line(second), 0.9))
  await page.locator('.react-aria-DropIndicator[data-drop-target]').waitFor({ state: 'attached' })
  await page.mouse.up()
  const moved = [second, first, third]
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual(moved)
  await page.reload()
  await load('Kantpresse 1').click()
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual(moved)
})

test('a sheet that is dragged onto another machine moves to that machine', async () => {
  const [first = ''] = await names()
  const other = page.locator('.load-place', { hasText: 'Kantpresse 2' })
  await hold(first, await pointAt(other, 0.5))
  await page.locator('.load-place[data-drop-target]', { hasText: 'Kantpresse 2' }).waitFor()
  await page.mouse.up()
  await expect.poll(names).not.toContain(first)
  await load('Kantpresse 2').click()
  await line(first).getByText('bare her').waitFor()
})

test('a sheet that is dropped outside a target stays in its place', async () => {
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

test('a sheet that is held at the foot of the list scrolls the list', async () => {
  const [first = ''] = await names()
  const list = page.locator('.plan-lines')
  const scrolled = (): Promise<number> => list.evaluate((lines) => lines.scrollTop)
  const { x } = await pointAt(list, 0)
  await hold(first, { x, y: bottomOf(await placeOf(list)) - 10 })
  const end = await list.evaluate((lines) => lines.scrollHeight - lines.clientHeight)
  await expect.poll(scrolled).toBeGreaterThan(end - 2)
  // the last sheet, which is bent
  const below = { x, y: bottomOf(await placeOf(list)) - 20 }
  await page.mouse.move(below.x, below.y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(lowest).toBe(first)
})
