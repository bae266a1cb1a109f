import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fakeStation, today, tomorrow, type FakeStation } from '../fake-station/fake-station.ts'
import { buildScreen, openScreen, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(async () => {
  const errors = opened.flatMap((screen) => screen.errors)
  for (const screen of opened.splice(0)) await screen.close()
  if (errors.length > 0) throw new Error(errors.join('\n'))
})

async function openSheet(key: string, date: string, station: FakeStation = fakeStation()): Promise<Page> {
  const screen = await openScreen(built, station)
  opened.push(screen)
  await screen.page.getByRole('listitem').first().waitFor()
  await screen.page.evaluate(`location.hash = '#/sheet/${date}/${idOf(key)}'`)
  await screen.page.getByRole('heading', { level: 1, name: /seddel/ }).waitFor()
  return screen.page
}

const warningOf = (page: Page) => page.getByRole('region', { name: 'Utbrettingen stemmer ikke' })

test('a correct flat pattern is confirmed without a warning', { tags: 'long' }, async () => {
  const page = await openSheet('vindusbeslag-01', today)
  await page.getByText('Utbrettingen er kontrollregnet og stemmer innen 0,3 mm.').waitFor()
  expect(await warningOf(page).count()).toBe(0)
})

test('a flat pattern computed for another hem shows both figures of each difference and the likely cause', async () => {
  const page = await openSheet('vindskibeslag-01', today)
  await warningOf(page).waitFor()
  const rows = await warningOf(page).getByRole('row').allInnerTexts()
  expect(rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())).toEqual([
    'Mål Seddelen Beregnet her',
    'Utbrettet bredde 238,1 237,1',
    'Bøy 4 227,7 227,2',
  ])
  expect(await warningOf(page).innerText()).toContain('bøy 4 beregnet som et annet omslag: Åpent omslag, åpning 2 mm')
  expect(await warningOf(page).innerText()).toContain('Spør kontoret før du bøyer.')
  expect(await page.getByText(/stemmer innen/).count()).toBe(0)
})

test.each([
  ['z_profil-02', today, 'Trolig er K-faktor 0,28 brukt.'],
  ['vindusbeslag-06', today, 'Trolig er de utvendige målene lest som innvendige.'],
  ['vindskibeslag-05', tomorrow, 'Bare bøy 3 ligger feil, med 1,6 mm.'],
  ['parapetbeslag-08', tomorrow, 'Trolig er k fra DIN 6935 brukt som K-faktor.'],
])('%s is shown with its own cause', { tags: 'long' }, async (key, date, cause) => {
  const page = await openSheet(key, date)
  await warningOf(page).waitFor()
  expect(await warningOf(page).innerText()).toContain(cause)
})

test('a sheet without a table value says that it is not checked, and for which bend', { tags: 'long' }, async () => {
  const station = fakeStation()
  const view = station.sheets.get(idOf('vindskibeslag-01'))
  if (view?.sheet === null || view === undefined) throw new Error('there is a sheet')
  const { sheet } = view
  const bends = sheet.profile.bends.map((bend) => (bend.hem === null ? bend : { ...bend, gapMm: 1.2 }))
  station.sheets.set(view.sheetId, { ...view, sheet: { ...sheet, profile: { ...sheet.profile, bends } } })
  const page = await openSheet('vindskibeslag-01', today, station)
  await page.getByText('verkstedets tabeller har ingen verdi for bøy 4.').waitFor()
  expect(await warningOf(page).count()).toBe(0)
})

test('the tolerance of the workshop decides about a warning, and is shown', { tags: 'long' }, async () => {
  const station = fakeStation()
  station.workshop = { ...station.workshop, toleranceMm: 1.5 }
  const page = await openSheet('vindskibeslag-01', today, station)
  await page.getByText('Utbrettingen er kontrollregnet og stemmer innen 1,5 mm.').waitFor()
  expect(await warningOf(page).count()).toBe(0)
  station.workshop = { ...station.workshop, toleranceMm: 0.75 }
  station.pushWorkshop()
  await warningOf(page).getByText('Avvik over 0,75 mm vises.').waitFor()
  await expect.poll(() => warningOf(page).getByRole('rowheader').allInnerTexts()).toEqual(['Utbrettet bredde'])
})

test('the flat pattern is checked with the hem table of the workshop', { tags: 'long' }, async () => {
  const station = fakeStation()
  const { allowances } = station.workshop
  const hems = allowances.hems.map((row) => ({ ...row, allowanceMm: row.allowanceMm + 2 }))
  station.workshop = { ...station.workshop, allowances: { ...allowances, hems } }
  const page = await openSheet('vindusbeslag-03', today, station)
  await warningOf(page).waitFor()
  expect(await warningOf(page).getByRole('row').nth(1).innerText()).toMatch(/Utbrettet bredde\s+220,2\s+222,1/)
})
