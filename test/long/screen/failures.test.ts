// The screen with a full disk, a refused key, too many pieces, or a narrower window.
import { expect, test } from 'vitest'
import { CallError } from '../../../shared/station-api/index.ts'
import { fakeStation, today, type FakeStation } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { screenFixture } from '../../end-to-end/screen/page/screen-fixture.ts'
import { idOf } from '../../end-to-end/screen/fake-station/sandbox-day.ts'
import { changedDrawing, fourOperators } from '../../end-to-end/screen/scenes/work-scenes.ts'

const screens = screenFixture()

async function openAt(station: FakeStation, fragment: string) {
  const screen = await screens.open(station, { width: 1280, height: 800 })
  // the page has removed the launch code from its address
  await screen.page.locator('.app').waitFor()
  await screen.page.goto(`${screen.shell.address}/${fragment}`)
  return screen.page
}
const sheetAt = (key: string): string => `#/sheet/${today}/${idOf(key)}`

test('a count that could not be written is reported on every screen until a write succeeds', async () => {
  const station = fakeStation()
  const page = await openAt(station, sheetAt('vindusbeslag-03'))
  const refused = page.getByText(/Det ble IKKE lagret/)
  await page.getByRole('button', { name: 'Mer', exact: true }).click()
  await page.getByRole('button', { name: /^Telling/ }).click()
  await page.getByText('Alt er levert').waitFor()
  station.refuseNext.set('count.book', new CallError('not_stored', 'SQLITE_FULL'))
  await page
    .getByRole('button', { name: /^Ett til/ })
    .first()
    .click()
  await refused.waitFor()
  const message = page.getByRole('contentinfo').getByText(/Det siste du gjorde, ble IKKE lagret/)
  await message.waitFor()
  expect(await page.getByText('Alt er levert').count()).toBe(0)
  station.refuseNext.delete('count.book')
  await page
    .getByRole('button', { name: /^Ett til/ })
    .nth(1)
    .click()
  await message.waitFor({ state: 'hidden' })
  expect(await refused.count()).toBe(0)
  await page.getByText('Alt er levert').waitFor()
})

test('marks that are loading, no marks, and marks that could not be read look different; a retry reads them', async () => {
  const station = fakeStation()
  const late = Promise.withResolvers<never>()
  const read = station.handlers['marks.list']
  station.handlers['marks.list'] = () => late.promise
  const page = await openAt(station, '#/marks')
  await page.getByRole('region', { name: 'Henter merkene …' }).waitFor()
  late.reject(new CallError('failed', 'the store is busy'))
  await page.getByRole('region', { name: 'Merkene kunne ikke vises' }).waitFor()
  expect(await page.getByText('Alle merker er levert').count()).toBe(0)
  station.handlers['marks.list'] = read
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await page.getByText('Alle merker er levert').waitFor()
})

test('a finished length is counted further only by a correction, and the surplus is reported', async () => {
  const station = fakeStation()
  const page = await openAt(station, sheetAt('vindusbeslag-03'))
  await page.getByRole('button', { name: 'Mer', exact: true }).click()
  await page.getByRole('button', { name: /^Telling/ }).click()
  const wanted = station.sheets.get(idOf('vindusbeslag-03'))?.sheet?.pieces[0]?.quantity ?? 0
  const piece = page.locator('.piece-count').first()
  const oneMore = piece.getByRole('button', { name: /^Ett til/ })
  for (let done = 1; done <= wanted; done += 1) {
    await oneMore.click()
    await piece.getByText(`${done} av ${wanted}`).waitFor()
  }
  expect(await piece.getByText(/mer enn seddelen sier/).count()).toBe(0)
  await expect.poll(() => oneMore.isDisabled()).toBe(true)
  await piece.getByRole('button', { name: /^Rett/ }).click()
  const correction = page.getByRole('dialog', { name: /^Rett tellingen av/ })
  await correction.getByRole('button', { name: 'Flere' }).click()
  await correction.getByRole('button', { name: 'Funnet igjen' }).click()
  await correction.getByRole('button', { name: 'Lagre' }).click()
  await piece.getByText('1 mer enn seddelen sier').waitFor()
})

test('drawings follow a window that becomes narrower', async () => {
  const page = await openAt(fakeStation(), sheetAt('vindusbeslag-01'))
  const drawing = page.getByRole('img', { name: /^Profil/ })
  await drawing.waitFor()
  await page.setViewportSize({ width: 800, height: 600 })
  const side = page.locator('.sheet-side')
  await expect
    .poll(async () => {
      const [drawn, beside] = [await drawing.boundingBox(), await side.boundingBox()]
      return drawn !== null && beside !== null && drawn.x + drawn.width <= beside.x
    })
    .toBe(true)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(800)
})

test('a key that the service refuses for marks changes the connection state', async () => {
  const station = fakeStation()
  const page = await openAt(station, '')
  await page.locator('.light-online').waitFor()
  const { queue } = station.snapshot().status
  const problem = { code: 'key_refused', params: {} } as const
  station.pushStatus({ queue: { ...queue, state: 'blocked_by_key', undelivered: 1, problem } })
  await page.locator('.light-blocked').waitFor()
  expect(await page.locator('.light-online').count()).toBe(0)
  await page.getByText(/^Stanset – sist oppdatert/).waitFor()
})

test('the question for initials can be skipped', async () => {
  const station = fakeStation()
  fourOperators(station)
  const page = await openAt(station, sheetAt('vindusbeslag-01'))
  const more = page.getByRole('button', { name: 'Mer', exact: true })
  await more.click()
  await page.getByRole('button', { name: 'Hvem er du?' }).click()
  const who = page.getByRole('dialog', { name: 'Hvem står her?' })
  await who.getByRole('button', { name: 'Avbryt' }).click()
  await who.waitFor({ state: 'hidden' })
  await more.click()
  const choose = page.getByRole('button', { name: 'Hvem er du?' })
  await choose.waitFor()
  expect(await choose.count()).toBe(1)
})

test('a mark that would send fewer pieces than the sheet now has says so in its answer and its row', async () => {
  const station = fakeStation()
  changedDrawing(station)
  const page = await openAt(station, '#/mark/mark-1')
  const quantity = station.marks[0]?.quantity ?? 0
  await page
    .getByRole('button', { name: /^Send merket likevel/ })
    .getByText(`${quantity} stk. sendes, 1 færre enn seddelen har nå.`)
    .waitFor()
  const sheetId = idOf('vindusbeslag-01')
  const shown = station.sheets.get(sheetId)
  const now = station.work.details.get('mark-1')?.currentSheet ?? null
  if (shown === undefined) throw new Error('the sheet is missing')
  station.sheets.set(sheetId, { ...shown, sheet: now })
  station.pushChanges()
  await page.getByRole('button', { name: 'Til merkene' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'T-000001' })
  await expect.poll(() => row.innerText()).toContain(`seddelen har nå ${quantity + 1} stk.`)
})
