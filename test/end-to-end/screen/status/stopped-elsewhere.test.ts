// Drawings that another station reported as wrong, on the list of marks.
import { expect, test } from 'vitest'
import { fakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { disappears } from '../page/places.ts'
import { screenFixture } from '../page/screen-fixture.ts'

const screens = screenFixture()

test('a drawing that another station reported as wrong is listed with the station, and can be released here', async () => {
  const station = fakeStation()
  const stop = { id: 'stop', station: 'Kantpresse 2', reason: 'measure', text: null, by: 'OLA' }
  const nothing = { bending: [], marks: [], isMarkedTwice: false, pieces: [], overwritten: [], handOvers: [] }
  const stops = [{ ...stop, reportedAt: new Date().toISOString() }]
  const sheets = [{ ...nothing, sheetId: idOf('vindusbeslag-01'), stops }]
  station.workElsewhere = { stations: [], stuckMarks: [], sheets }
  station.pushStatus({ stoppedSheets: 1, stations: { paired: 1, linked: 1 } })
  const { page } = await screens.open(station)
  await page.getByRole('button', { name: /^1 tegning/ }).click()
  const line = page.getByText(/^Meldt .* ved Kantpresse 2 av OLA: Mål$/)
  await line.waitFor()
  await page.getByRole('button', { name: 'Frigi tegningen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Frigi tegningen' })
  await dialog.getByLabel('Arbeidsleders navn').fill('KARI')
  await dialog.getByRole('button', { name: 'Avklart med kontoret' }).click()
  await dialog.getByRole('button', { name: 'Frigi tegningen' }).click()
  expect(await disappears(line)).toBe(true)
  expect(station.callNames).toContain('stations.release')
})
