// The measured screen size, the visible form of each sound, and the primary button of a sheet.
import { expect, test } from 'vitest'
import { alarmed, complete, linked, completed } from '../../end-to-end/screen/scenes/brake-scenes.ts'
import { fakeStation, today, type FakeStation } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { screenFixture } from '../../end-to-end/screen/page/screen-fixture.ts'
import { placeOf } from '../../end-to-end/screen/page/places.ts'
import { idOf } from '../../end-to-end/screen/fake-station/sandbox-day.ts'
import { unsound } from '../../end-to-end/screen/scenes/trouble-scenes.ts'
import { counted } from '../../end-to-end/screen/scenes/work-scenes.ts'

const screens = screenFixture()

test('a line adjusted to the length of a bank card sets the size of every button, until it is reset', async () => {
  const screen = await screens.open(fakeStation())
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
  // the layout does not change before the size is stored
  expect(await pxPerMm()).toBe(usual)

  await page.getByRole('button', { name: 'Lagre størrelsen' }).click()
  await expect.poll(async () => Number.parseFloat(await pxPerMm())).toBeCloseTo((before + 49) / 85.6, 2)
  await page.reload()
  await page.locator('.app').waitFor()
  expect(Number.parseFloat(await pxPerMm())).toBeCloseTo((before + 49) / 85.6, 2)

  await page.getByRole('button', { name: 'Nullstill størrelsen' }).click()
  await expect.poll(pxPerMm).toBe(usual)
})

test('an alarm of the brake cannot be dismissed before it is over, and finished pieces are shown', async () => {
  const station = fakeStation()
  linked(station)
  const screen = await screens.open(station)
  const { page } = screen
  await page.locator('.app').waitFor()
  // the state at the opening of the screen is not signalled
  expect(await page.locator('.message').count()).toBe(0)

  alarmed(station)
  await page.getByRole('alert').getByText('Pressa melder alarm').waitFor()
  expect(await page.getByRole('button', { name: 'Lukk', exact: true }).count()).toBe(0)

  completed(station)
  await page.getByRole('alert').getByText('Pressa meldte alarm').waitFor()
  await page.getByRole('button', { name: 'Lukk', exact: true }).click()
  await expect.poll(() => page.locator('.message').count()).toBe(0)
  complete(station)
  await page.getByRole('status').getByText('Alle stykker av denne lengden er bøyd').waitFor()
})

test.for<{ where: string; set: (station: FakeStation) => void; isFirst: boolean }>([
  { where: 'on a complete sheet', set: () => undefined, isFirst: true },
  { where: 'while pieces are missing', set: counted, isFirst: false },
  { where: 'on a sheet with an error', set: unsound, isFirst: false },
])('the mark is the large button only if no other step comes first: $where', async ({ set, isFirst }) => {
  const station = fakeStation()
  set(station)
  const screen = await screens.open(station)
  const { page, shell } = screen
  await page.goto(`${shell.address}/#/sheet/${today}/${idOf('vindusbeslag-01')}`)
  const foot = page.getByRole('region', { name: 'Neste handling' })
  await foot.getByText(isFirst ? 'Merk som bøyd' : /^(\+ Ett til|Seddelen er feil)$/).waitFor()
  expect(await foot.getByRole('button', { name: 'Merk som bøyd' }).count()).toBe(isFirst ? 1 : 0)
})
