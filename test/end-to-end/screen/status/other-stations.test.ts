// What another station did to a sheet, on this station's screen: a drawing that it reported as wrong, and a mark that it made first.
import { expect, test } from 'vitest'
import type { SheetElsewhere } from '../../../../shared/station-api/index.ts'
import { fakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { disappears } from '../page/places.ts'
import { screenFixture } from '../page/screen-fixture.ts'

const screens = screenFixture()

const sheetId = idOf('vindusbeslag-01')
const nothing: SheetElsewhere = {
  sheetId,
  bending: [],
  marks: [],
  isMarkedTwice: false,
  ownPieces: 0,
  pieces: [],
  stops: [],
  overwritten: [],
  handOvers: [],
}

test('a drawing that another station reported as wrong is listed with the station, and can be released here', async () => {
  const station = fakeStation()
  const stop = { id: 'stop', station: 'Kantpresse 2', reason: 'measure', text: null, by: 'OLA' }
  const stops = [{ ...stop, reportedAt: new Date().toISOString() }]
  station.workElsewhere = { stations: [], stuckMarks: [], sheets: [{ ...nothing, stops }] }
  station.pushStatus({ stoppedSheets: 1, stations: { paired: 1, linked: 1, isListening: true } })
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

test('a mark that the last piece would make is asked about where another station has marked the sheet', async () => {
  const station = fakeStation()
  const mark = { station: 'Kantpresse 2', state: 'queued', reason: null, pieces: 6, by: 'OLA' }
  const marks = [{ ...mark, markedAt: new Date().toISOString() }]
  station.workElsewhere = { stations: [], stuckMarks: [], sheets: [{ ...nothing, marks }] }
  station.pushStatus({ stations: { paired: 1, linked: 1, isListening: true } })
  const { page } = await screens.open(station)
  await page
    .getByRole('button', { name: /^Ordre T-/ })
    .first()
    .waitFor()
  const dialog = page.getByRole('dialog', { name: 'Alt merket ved en annen stasjon' })
  station.pushMarkAsked({ sheetId, drawingVersion: 1 })
  await dialog.getByText(/Kantpresse 2/).waitFor()
  await dialog.getByRole('button', { name: 'Avbryt' }).click()
  await disappears(dialog)
  expect(station.marks).toEqual([])
  station.pushMarkAsked({ sheetId, drawingVersion: 1 })
  await dialog.getByRole('button', { name: 'Merk likevel' }).click()
  await expect.poll(() => station.marks).toMatchObject([{ sheetId }])
})
