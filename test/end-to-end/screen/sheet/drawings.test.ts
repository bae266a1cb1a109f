// A drawing under the fingers, the piece as it folds, and what a screen is set to: in a real Chromium, with its software renderer.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { heldStation, today } from '../fake-station/fake-station.ts'
import {
  buildScreen,
  closeAll,
  openScreen,
  type BuiltScreen,
  type OpenScreen,
  type ScreenLook,
} from '../page/open-screen.ts'
import { placeOf } from '../page/places.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { pressablesOf } from '../scenes/all-scenes.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

async function openSheet(look: ScreenLook = {}): Promise<Page> {
  const screen = await openScreen(built, heldStation(), look)
  opened.push(screen)
  await screen.page.locator('.app').waitFor()
  await screen.page.goto(`${screen.shell.address}/#/sheet/${today}/${idOf('parapetbeslag-06')}`)
  await screen.page.locator('.scene').nth(1).waitFor()
  // what is beside it has taken its room
  await screen.page.waitForLoadState('networkidle')
  return screen.page
}

const transform = (page: Page): Promise<string | null> => page.locator('.scene > g').first().getAttribute('transform')
const whole = 'matrix(1 0 0 1 0 0)'
const scaleOf = async (page: Page): Promise<number> =>
  Number(/^matrix\(([\d.]+)/.exec((await transform(page)) ?? '')?.[1])

test('a drawing is made larger by the wheel, moved by a drag, and whole again after two taps', async () => {
  const page = await openSheet()
  const { x, y, width, height } = await placeOf(page.locator('.drawing-viewport').first())
  await expect.poll(() => transform(page)).toBe(whole)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.wheel(0, -800)
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(1.5)
  const before = await transform(page)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 40, y + height / 2 + 10, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => transform(page)).not.toBe(before)
  await page.mouse.dblclick(x + width / 2, y + height / 2)
  await expect.poll(() => transform(page)).toBe(whole)
})

/** Keys that come faster are a scanner's. */
const hand = { delay: 80 }

test('a drawing is moved and made larger by the keys, and printed whole', async () => {
  const page = await openSheet()
  await page.locator('.drawing-viewport').first().focus()
  await page.keyboard.press('+', hand)
  await page.keyboard.press('+', hand)
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(1.9)
  const before = await transform(page)
  await page.keyboard.press('ArrowRight', hand)
  await expect.poll(() => transform(page)).not.toBe(before)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.scene > g')).transform`)).toBe('none')
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('0', hand)
  await expect.poll(() => transform(page)).toBe(whole)
})

test('two fingers make a drawing larger', async () => {
  const page = await openSheet({ touch: true })
  const { x, y, width, height } = await placeOf(page.locator('.drawing-viewport').first())
  const session = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [-1, 1].map((side) => ({ x: x + width / 2 + side * apart, y: y + height / 2 }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
  for (const apart of [40, 60, 80, 100])
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(1.5)
})

test('the piece folds bend by bend in three dimensions, and the focus comes back when it is closed', async () => {
  const page = await openSheet({ width: 1024, height: 600 })
  const button = page.getByRole('button', { name: 'Bøying i 3D' })
  await button.press('Enter')
  await page.getByRole('img', { name: 'Bøying i 3D, ferdig' }).waitFor()
  expect(await page.locator('canvas.fold-canvas').count()).toBe(1)
  await page.getByText('Konisk: endene er ulike.').waitFor()
  for (const stage of ['bøy 3 av 4', 'bøy 2 av 4', 'bøy 1 av 4', 'flat']) {
    await page.getByRole('button', { name: 'Forrige bøy' }).click()
    await page.getByRole('img', { name: `Bøying i 3D, ${stage}` }).waitFor()
  }
  await page.getByRole('slider').focus()
  await page.keyboard.press('End')
  await page.getByRole('img', { name: 'Bøying i 3D, ferdig' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true)
})

test('the piece in three dimensions stands on the theme’s own ground, also when night falls over it', async () => {
  const page = await openSheet()
  await page.getByRole('button', { name: 'Bøying i 3D' }).click()
  await page.getByRole('img', { name: 'Bøying i 3D, ferdig' }).waitFor()
  const bright = async (): Promise<number> =>
    brightnessAt(await page.screenshot(), await placeOf(page.locator('canvas')))
  await expect.poll(bright).toBeGreaterThan(200)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(bright).toBeLessThan(60)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(bright).toBeGreaterThan(200)
})

/** From 0 to 255, just within a place's upper left corner on a picture of the page. */
async function brightnessAt(picture: Buffer, { x, y }: { x: number; y: number }): Promise<number> {
  const eye = await built.browser.newPage()
  const seen = await eye.evaluate(`(async () => {
    const picture = new Image()
    picture.src = 'data:image/png;base64,${picture.toString('base64')}'
    await picture.decode()
    const paper = new OffscreenCanvas(1, 1).getContext('2d')
    paper.drawImage(picture, ${-Math.ceil(x + 12)}, ${-Math.ceil(y + 12)})
    const [red, green, blue] = paper.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / 3
  })()`)
  await eye.close()
  return Number(seen)
}

test('a screen that cannot draw in three dimensions says so, and shows the cross-section folded as far', async () => {
  const screen = await openScreen(built, heldStation(), {
    before: `HTMLCanvasElement.prototype.getContext = () => null`,
  })
  opened.push(screen)
  const { page, shell } = screen
  await page.locator('.app').waitFor()
  await page.goto(`${shell.address}/#/sheet/${today}/${idOf('vindusbeslag-01')}`)
  await page.getByRole('button', { name: 'Bøying i 3D' }).click()
  await page.getByText('Denne skjermen kan ikke vise 3D.').waitFor()
  const folded = await page.locator('.fold-flat path').first().getAttribute('d')
  await page.getByRole('button', { name: 'Forrige bøy' }).click()
  await expect.poll(() => page.locator('.fold-flat path').first().getAttribute('d')).not.toBe(folded)
})

test('a measured screen has buttons of as many true millimetres, also after it was opened anew', async () => {
  const screen = await openScreen(built, heldStation(), {
    before: `localStorage.setItem('kant-look', JSON.stringify({ theme: 'dark', sounds: false,
      pxPerMm: { [screen.width + 'x' + screen.height + '@' + devicePixelRatio]: 5 } }))`,
  })
  opened.push(screen)
  const { page } = screen
  await page.getByRole('button', { name: 'Filer' }).waitFor()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  expect(await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--mm')`)).toBe('5px')
  const pressed = await pressablesOf(page)
  expect(pressed.filter(({ mm }) => mm < 19 - 0.15)).toEqual([])
  const { height } = await placeOf(page.getByRole('button', { name: 'Filer' }))
  expect(height).toBeGreaterThanOrEqual(95)
})
