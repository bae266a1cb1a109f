// Drawings, the 3D view and the measured screen size, in a real Chromium with its software renderer.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fakeStation, today } from '../../../end-to-end/screen/fake-station/fake-station.ts'
import { type ScreenLook } from '../../../end-to-end/screen/page/open-screen.ts'
import { screenFixture } from '../../../end-to-end/screen/page/screen-fixture.ts'
import { placeOf } from '../../../end-to-end/screen/page/places.ts'
import { idOf } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { pressablesOf } from '../../../end-to-end/screen/accessibility/page-measures.ts'

const screens = screenFixture()

async function openSheet(look: ScreenLook = {}): Promise<Page> {
  const screen = await screens.open(fakeStation(), look)
  await screen.page.locator('.app').waitFor()
  await screen.page.goto(`${screen.shell.address}/#/sheet/${today}/${idOf('parapetbeslag-06')}`)
  await screen.page.locator('.scene').waitFor()
  // waits until the layout beside the drawing is complete
  await screen.page.waitForLoadState('networkidle')
  return screen.page
}

const transform = (page: Page): Promise<string | null> => page.locator('.scene > g').first().getAttribute('transform')
const whole = 'matrix(1 0 0 1 0 0)'
const scaleOf = async (page: Page): Promise<number> =>
  Number(/^matrix\(([\d.]+)/.exec((await transform(page)) ?? '')?.[1])

test('a drawing is zoomed by the wheel, panned by a drag, and reset by a double tap', async () => {
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

/** Faster keys are taken for a scanner. */
const typedByHand = { delay: 80 }

test('a drawing is panned and zoomed by keys, and printed whole', async () => {
  const page = await openSheet()
  await page.locator('.drawing-viewport').first().focus()
  await page.keyboard.press('+', typedByHand)
  await page.keyboard.press('+', typedByHand)
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(1.9)
  const before = await transform(page)
  await page.keyboard.press('ArrowRight', typedByHand)
  await expect.poll(() => transform(page)).not.toBe(before)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.scene > g')).transform`)).toBe('none')
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('0', typedByHand)
  await expect.poll(() => transform(page)).toBe(whole)
})

test('a pinch zooms a drawing', async () => {
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

test('the piece folds bend by bend in 3D, and closing the view restores the focus', async () => {
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
  await page.getByRole('button', { name: 'Forrige bøy' }).click()
  await page.locator('.button', { hasText: 'Lukk' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // the drawing shows the stage at which 3D was closed
  await page.getByText(/^Profil · etter steg 3 av 4/).waitFor()
  expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true)
})

test('the 3D view has the background of the theme, also after the theme changes', async () => {
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

/** The brightness from 0 to 255 near the upper left corner of an element, from a screenshot. */
async function brightnessAt(picture: Buffer, { x, y }: { x: number; y: number }): Promise<number> {
  const eye = await screens.built().browser.newPage()
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

test('without WebGL the view shows 2D at the same stage, and says so', async () => {
  const screen = await screens.open(fakeStation(), {
    before: `HTMLCanvasElement.prototype.getContext = () => null`,
  })
  const { page, shell } = screen
  await page.locator('.app').waitFor()
  await page.goto(`${shell.address}/#/sheet/${today}/${idOf('vindusbeslag-01')}`)
  await page.getByRole('button', { name: 'Bøying i 3D' }).click()
  await page.getByText('Denne skjermen kan ikke vise 3D.').waitFor()
  const folded = await page.locator('.fold-flat path').first().getAttribute('d')
  await page.getByRole('button', { name: 'Forrige bøy' }).click()
  await expect.poll(() => page.locator('.fold-flat path').first().getAttribute('d')).not.toBe(folded)
})

/** Every frame comes 50 ms after the one before it, by the clock that the page sees. */
const slowFrames = `{
  const frame = window.requestAnimationFrame.bind(window)
  let timeMs = performance.now()
  window.requestAnimationFrame = (next) => frame(() => next((timeMs += 50)))
}`

test('a computer that draws 3D too slowly shows 2D automatically, until the user chooses 3D', async () => {
  const screen = await screens.open(fakeStation(), { before: slowFrames })
  const { page, shell } = screen
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.locator('.app').waitFor()
  await page.goto(`${shell.address}/#/sheet/${today}/${idOf('vindusbeslag-01')}`)
  await page.getByRole('button', { name: 'Bøying i 3D' }).click()
  await page.locator('canvas.fold-canvas').waitFor()
  await page.getByRole('button', { name: 'Spill av' }).click()
  await page.getByText('3D går for tregt på denne skjermen.').waitFor()
  await page.locator('.fold-flat').waitFor()
  expect(await page.locator('canvas.fold-canvas').count()).toBe(0)
  await page.getByRole('button', { name: '3D', exact: true }).click()
  await page.locator('canvas.fold-canvas').waitFor()
})

test('a measured screen has buttons of the specified millimetres, also after a reload', async () => {
  const screen = await screens.open(fakeStation(), {
    before: `localStorage.setItem('kant-look', JSON.stringify({ theme: 'dark', sounds: false,
      pxPerMm: { [screen.width + 'x' + screen.height + '@' + devicePixelRatio]: 5 } }))`,
  })
  const { page } = screen
  await page.getByRole('button', { name: 'Filer' }).waitFor()
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  expect(await page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--mm')`)).toBe('5px')
  const pressed = await pressablesOf(page)
  expect(pressed.filter(({ mm }) => mm < 12 - 0.15)).toEqual([])
  const { height } = await placeOf(page.getByRole('button', { name: 'Filer' }))
  expect(height).toBeGreaterThanOrEqual(60)
})
