// Handing a sheet over where stations are paired: the question to whom, and what the sender shows after it.
import { expect, test } from 'vitest'
import type { StationNow } from '../../../../shared/station-api/index.ts'
import { fakeStation, today } from '../../../end-to-end/screen/fake-station/fake-station.ts'
import { idOf } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { screenFixture } from '../../../end-to-end/screen/page/screen-fixture.ts'

const screens = screenFixture()

const sheetId = idOf('parapetbeslag-05')
const ownStationId = 'a'.repeat(16)
const second = 'b'.repeat(16)
const folding = 'c'.repeat(16)
const tile = (stationId: string, name: string, isLinked: boolean): StationNow => ({
  stationId,
  name,
  isOwn: stationId === ownStationId,
  isLinked,
  lastSeenAt: null,
  bending: null,
  idleSince: null,
})

test('the dialog asks to whom, and the sender shows that the pieces are on their way until they are taken over', async () => {
  const station = fakeStation()
  station.pushStatus({ stations: { paired: 2, linked: 1, isListening: true } })
  station.workElsewhere = {
    stations: [
      tile(ownStationId, 'Kontor', true),
      tile(second, 'Kantpresse 2', true),
      tile(folding, 'Knekkemaskin', false),
    ],
    stuckMarks: [],
    sheets: [],
  }
  const work = await station.handlers['work.read']({ sheetId })
  station.work.work.set(sheetId, {
    ...work,
    done: 1,
    isCounted: true,
    pieces: work.pieces.map((piece) => ({ ...piece, done: 1 })),
  })
  const { page } = await screens.open(station)
  await page.getByRole('listitem').first().waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${sheetId}`)
  await page.getByRole('button', { name: 'Mer', exact: true }).click()
  await page.getByRole('button', { name: /^Telling/ }).click()
  await page.getByRole('button', { name: 'Overlever', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Overlever til en annen stasjon' })
  const choices = dialog.getByRole('group', { name: 'Til hvem?' }).getByRole('button')
  expect(await choices.allInnerTexts()).toEqual([
    'Kantpresse 2 (tilkoblet)',
    'Knekkemaskin (ikke tilkoblet; tar imot når den kobler til)',
    'En annen stasjon, med kode',
  ])
  const give = dialog.getByRole('button', { name: 'Overlever', exact: true })
  expect(await give.isDisabled()).toBe(true)
  await choices.nth(0).click()
  await give.click()
  await page.getByText('På vei til Kantpresse 2').waitFor()
  expect(await page.getByRole('img', { name: 'Kode for overlevering' }).count()).toBe(0)
  const given = station.work.work.get(sheetId)
  expect(given?.handOver?.to).toBe(second)
  if (given?.handOver) station.work.work.set(sheetId, { ...given, handOver: { ...given.handOver, isTaken: true } })
  station.pushChanges()
  await page.getByText('Kantpresse 2 har tatt imot stykkene').waitFor()
  expect(await page.getByRole('button', { name: 'Ta tilbake' }).count()).toBe(0)
})
