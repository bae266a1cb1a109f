// What a screen is measured with, and what is seen of each sound, as a person meets them in a real Chromium.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { alarmed, complete, linked, made } from '../scenes/brake-scenes.ts'
import { heldStation, today, type HeldStation } from '../fake-station/fake-station.ts'
import { buildScreen, closeAll, openScreen, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'
import { placeOf } from '../page/places.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { unsound } from '../scenes/trouble-scenes.ts'
import { counted } from '../scenes/work-scenes.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

test('a line made as long as a bank card makes every button as large as it says, until the measure is forgotten', async () => {
  const screen = await openScreen(built, heldStation())
  opened.push(screen)
  const { page, shell } = screen
  await page.locator('.app').waitFor()
  await page.goto(`${shell.address}/#/setup/screens`)
  const line = page.getByRole('img', { name: /^Linje|85,6/ })
  const lengthOf = async (): Promise<number> => (await placeOf(line.locator('svg'))).width
  const pxPerMm = (): Promise<string> =>
    page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--mm')`)
  const [usual, before] = [await pxPerMm(), await lengthOf()]
  for (let press = 0; press < 5; press += 1) await page.getByRole('button', { name: '10 piksler lengre' }).click()
  await page.getByRole('button', { name: '1 piksler kortere' }).click()
  await expect.poll(lengthOf).toBeCloseTo(before + 49, 0)
  // nothing moves beneath the finger before it is kept
  expect(await pxPerMm()).toBe(usual)

  await page.getByRole('button', { name: 'Lagre størrelsen' }).click()
  await expect.poll(async () => Number.parseFloat(await pxPerMm())).toBeCloseTo((before + 49) / 85.6, 2)
  await page.reload()
  await page.locator('.app').waitFor()
  expect(Number.parseFloat(await pxPerMm())).toBeCloseTo((before + 49) / 85.6, 2)

  await page.getByRole('button', { name: 'Nullstill størrelsen' }).click()
  await expect.poll(pxPerMm).toBe(usual)
})

test('an alarm of the brake is seen until it is pressed away, and pieces done are seen, too', async () => {
  const station = heldStation()
  linked(station)
  const screen = await openScreen(built, station)
  opened.push(screen)
  const { page } = screen
  await page.locator('.app').waitFor()
  // how it stood when the screen was opened is no news
  expect(await page.locator('.signal').count()).toBe(0)

  alarmed(station)
  await page.getByRole('alert').getByText('Pressa melder alarm').waitFor()
  await page.getByRole('button', { name: 'Lukk', exact: true }).click()
  await expect.poll(() => page.locator('.signal').count()).toBe(0)

  made(station)
  complete(station)
  await page.getByRole('status').getByText('Alle stykker av denne lengden er bøyd').waitFor()
})

test.for<{ where: string; set: (station: HeldStation) => void; isFirst: boolean }>([
  { where: 'of a sheet that nothing is missing of', set: () => undefined, isFirst: true },
  { where: 'while pieces are missing', set: counted, isFirst: false },
  { where: 'of a sheet that is wrong', set: unsound, isFirst: false },
])('the mark is what the screen calls for only where nothing comes before it: $where', async ({ set, isFirst }) => {
  const station = heldStation()
  set(station)
  const screen = await openScreen(built, station)
  opened.push(screen)
  const { page, shell } = screen
  await page.goto(`${shell.address}/#/sheet/${today}/${idOf('vindusbeslag-01')}`)
  await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
  // the step that is shown is of the one colour that calls
  const isCalling = `(([mark, shown]) => mark === shown)(['.mark-panel .big', '.step-key[aria-pressed=true]'].map(
    (button) => getComputedStyle(document.querySelector(button)).backgroundColor))`
  await expect.poll(() => page.evaluate(isCalling)).toBe(isFirst)
})
