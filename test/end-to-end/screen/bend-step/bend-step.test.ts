// The bend step: it opens when a program was read back, follows the brake, and moves by swipe, keys and pedal without one.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fakeStation, today, type FakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { placeOf } from '../page/places.ts'
import { screenFixture } from '../page/screen-fixture.ts'
import { scan } from '../page/scanner-keys.ts'
import * as scenes from '../scenes/bend-step-scenes.ts'
import type { ScreenLook } from '../page/open-screen.ts'
import { onlyLongUnless } from '../../../only-long.ts'

const screens = screenFixture()

async function open(station: FakeStation, route: string, look?: ScreenLook): Promise<Page> {
  const { page } = await screens.open(station, look)
  await page.locator('.app').waitFor()
  await page.goto(`${page.url().split('#')[0]}${route}`)
  return page
}

const sheetRoute = `#/sheet/${today}/${scenes.capSheet}`
const bendRoute = `#/bend/${today}/${scenes.capSheet}/1`
const stepShown = async (page: Page, step: number): Promise<void> =>
  page.getByText(`Steg ${step} av 4`, { exact: true }).waitFor()

describe('a program that was read back', () => {
  test('opens its first step automatically, once, also after it was sent from the sheet', async () => {
    const station = fakeStation()
    scenes.capLinked(station)
    const page = await open(station, sheetRoute)
    await page
      .getByRole('button', { name: /^Send / })
      .first()
      .click()
    await expect.poll(() => station.sentPrograms.length).toBe(1)
    scenes.capAtStep(1)(station)
    await stepShown(page, 1)
    expect(page.url()).toContain(bendRoute)
    await page.getByRole('button', { name: 'Til seddelen' }).click()
    await page.getByRole('heading', { name: /T-000002/ }).waitFor()
    scenes.capAtStep(2)(station)
    await page.getByText('Pressa: lastet').waitFor()
    expect(page.url()).toContain(sheetRoute)
  })

  test('with other values says not to bend with it, on the sheet and on the bend step', async () => {
    const station = fakeStation()
    scenes.capLinked(station)
    const page = await open(station, sheetRoute)
    await page.getByRole('heading', { name: /T-000002/ }).waitFor()
    scenes.capReadBackWrong(station)
    const bar = page.locator('.messages').getByRole('alert')
    await bar.getByText('Programmet i pressa er ikke det som ble sendt. Ikke bøy etter det.').waitFor()
    await page.goto(`${page.url().split('#')[0]}${bendRoute}`)
    const obstacle = page.locator('.bend-step-top').getByRole('alert')
    await obstacle.getByText(/er ikke det som ble sendt\. Ikke bøy etter det/).waitFor()
    scenes.capAtStep(1)(station)
    await expect.poll(() => obstacle.count()).toBe(0)
  })

  test('opens nothing on the screen of another sheet', { tags: 'long' }, async () => {
    const station = fakeStation()
    scenes.capLinked(station)
    const page = await open(station, '#/list')
    await page.getByRole('heading', { name: 'Bøyeliste' }).waitFor()
    scenes.capAtStep(1)(station)
    await page.getByText('Pressa: lastet', { exact: true }).waitFor()
    expect(page.url()).toContain('#/list')
  })
})

describe('at a brake', () => {
  test('title, tile, figures and picture follow its step, and the ring its pieces', { tags: 'long' }, async () => {
    const station = fakeStation()
    scenes.capAtStep(1)(station)
    const page = await open(station, bendRoute)
    await stepShown(page, 1)
    const picture = page.getByRole('img', { name: /^Steg \d ved maskinen/ })
    const first = await picture.innerHTML()
    scenes.capAtStep(3)(station)
    await stepShown(page, 3)
    expect(await page.locator('[aria-current=step]').innerText()).toMatch(/^3\s*150°$/)
    expect(await page.getByRole('region', { name: 'Vinkel' }).innerText()).toContain('150°')
    expect(await picture.getAttribute('aria-label')).toMatch(/^Steg 3 /)
    expect(await picture.innerHTML()).not.toBe(first)
    await page.getByText('Stykke 3 av 12').waitFor()
    scenes.capAtStep(1, { loaded: scenes.capLoaded(4, { donePieces: 3, countedPieces: 3 }) })(station)
    await page.getByText('Stykke 4 av 12').waitFor()
    await stepShown(page, 1)
    expect(station.callNames).not.toContain('count.book')
  })

  test(
    'another step is shown by hand until the brake moves on, or the operator follows it again',
    { tags: 'long' },
    async () => {
      const station = fakeStation()
      scenes.capAtStep(2)(station)
      const page = await open(station, bendRoute)
      await page.getByRole('button', { name: 'Neste bøy' }).click()
      await stepShown(page, 3)
      await page.getByText('For hånd').waitFor()
      await page.getByRole('button', { name: 'Følg pressa' }).click()
      await stepShown(page, 2)
      await page.getByText('Pressa: steg 2').waitFor()
      await page.getByRole('button', { name: 'Forrige bøy' }).click()
      await stepShown(page, 1)
      scenes.capAtStep(4)(station)
      await stepShown(page, 4)
      expect(await page.locator('[aria-current=step]').innerText()).toMatch(/^4/)
      expect(station.callNames).not.toContain('count.book')
    },
  )

  test('an alarm keeps the step and names itself in place of the title; nothing moves', { tags: 'long' }, async () => {
    const station = fakeStation()
    scenes.capAtStep(2)(station)
    const page = await open(station, bendRoute)
    await stepShown(page, 2)
    const parts = [page.getByRole('region', { name: 'Vinkel' }), page.getByRole('button', { name: 'Neste bøy' })]
    const before = await Promise.all(parts.map((part) => placeOf(part)))
    scenes.capAlarmed(station)
    await page.getByRole('alert').getByText('Alarm 2: light curtain').waitFor()
    await stepShown(page, 2)
    expect(await Promise.all(parts.map((part) => placeOf(part)))).toEqual(before)
  })

  test('an alarm at the last step offers no count, by button or pedal, because the brake counts the piece', async () => {
    const station = fakeStation()
    scenes.capAtStep(4, { state: 'alarm', alarms: [{ code: 2, text: 'light curtain' }] })(station)
    const page = await open(station, bendRoute)
    await stepShown(page, 4)
    await page.keyboard.press('PageDown')
    expect(await page.getByRole('button', { name: 'Stykke ferdig' }).count()).toBe(0)
    await page.locator('.bend-step-next').click()
    await page.getByRole('heading', { name: /T-000002/ }).waitFor()
    expect(page.url()).toContain(sheetRoute)
    expect(station.callNames).not.toContain('count.book')
  })

  test('of a drawing that is reported wrong says so in place of the title, in red, and counts nothing', async () => {
    const station = fakeStation()
    scenes.capAtStep(2)(station)
    const page = await open(station, bendRoute)
    await stepShown(page, 2)
    scenes.capDrawingWrong(station)
    await page.getByRole('alert').getByText('Tegningen er meldt feil.').waitFor()
    expect(await page.locator('.bend-step-stopped').count()).toBe(1)
    expect(station.callNames).not.toContain('count.book')
  })

  test('a step that the plan does not have says so, and not that a tool has no outline', async () => {
    const station = fakeStation()
    scenes.capAtStep(2)(station)
    station.work.bendPlans.delete(scenes.capSheet)
    const page = await open(station, bendRoute)
    await stepShown(page, 2)
    await page.getByText('Bøyeplanen har ikke dette steget').waitFor()
    expect(await page.getByText('Omrisset av verktøyet mangler').count()).toBe(0)
  })

  test('a scanned code that opens nothing says so, until something is pressed', { tags: 'long' }, async () => {
    const station = fakeStation()
    scenes.capAtStep(2)(station)
    const page = await open(station, bendRoute)
    await stepShown(page, 2)
    await scan(page, `${idOf('nowhere')}:1:00000000`)
    await page.getByRole('alert').getByText('Stasjonen har ikke denne seddelen.').waitFor()
    await page.getByRole('button', { name: 'Lukk', exact: true }).click()
    await expect.poll(() => page.locator('.message').count()).toBe(0)
    await stepShown(page, 2)
  })

  test('with another sheet says so, and opens that one', { tags: 'long' }, async () => {
    const station = fakeStation()
    scenes.otherLoaded(station)
    const page = await open(station, bendRoute)
    await page.getByText('Pressa har programmet til T-000005').waitFor()
    await page.getByRole('button', { name: 'Bytt' }).click()
    await expect.poll(() => page.url()).not.toContain(bendRoute)
    expect(page.url()).toContain('#/bend/')
  })
})

describe('without a brake', () => {
  test('keys and swipes move between the steps, and only the pedal and the button count the piece', async () => {
    const station = fakeStation()
    scenes.capByHand(station)
    const page = await open(station, bendRoute)
    await stepShown(page, 1)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await stepShown(page, 2)
    const { x, y, width, height } = await placeOf(page.locator('.bend-step-picture'))
    await page.mouse.move(x + width * 0.7, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.3, y + height / 2)
    await page.mouse.up()
    await stepShown(page, 3)
    await page.mouse.move(x + width * 0.3, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.7, y + height / 2)
    await page.mouse.up()
    await stepShown(page, 2)
    for (const key of ['PageDown', 'PageDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await stepShown(page, 4)
    expect(station.callNames).not.toContain('count.book')
    await page.keyboard.press('PageDown')
    await stepShown(page, 1)
    expect(station.callNames.filter((name) => name === 'count.book')).toHaveLength(1)
    await page.getByText('Stykke 2 av 12').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Ett til, 12 × 2500/ }).waitFor()
  })
})

const sizes = [
  { width: 800, height: 600 },
  { width: 1024, height: 600 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
for (const size of sizes) {
  test(
    `every part is in view at ${size.width} × ${size.height}, and the figures are at least 10 mm high`,
    onlyLongUnless(size.width === 1024),
    async () => {
      const station = fakeStation()
      scenes.capAtStep(4)(station)
      const page = await open(station, bendRoute, size)
      await stepShown(page, 4)
      const parts = page.locator(
        '.bend-step-track, .bend-step-brake, .hero-figure, .bend-step-side strong, .bend-step-next, .turn-picture',
      )
      const figures: number[] = []
      for (const part of await parts.all()) {
        const box = await placeOf(part)
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(size.width)
        expect(box.y + box.height).toBeLessThanOrEqual(size.height)
      }
      figures.push(
        ...(await page.evaluate<number[]>(
          `[...document.querySelectorAll('.hero-figure')].map((figure) => Number.parseFloat(getComputedStyle(figure).fontSize))`,
        )),
      )
      // a digit is 0.72 of its type, and the page has 96 pixels to an inch
      for (const typePx of figures) expect((typePx * 0.72 * 25.4) / 96).toBeGreaterThanOrEqual(10)
    },
  )
}
