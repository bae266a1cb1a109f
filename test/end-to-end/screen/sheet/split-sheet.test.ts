// A sheet that a planner split into lengths, on its own screen.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { planAt } from '../fake-station/fake-bend-plans.ts'
import { fakeStation, today, type FakeStation } from '../fake-station/fake-station.ts'
import { screenFixture } from '../page/screen-fixture.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

const screens = screenFixture()

const long = idOf('parapetbeslag-05')

/** Splits the sheet into two lengths that overlap. One part of the first and two of the second are counted: one whole piece. */
async function splitInTwo(station: FakeStation): Promise<number> {
  const whole = await station.handlers['work.read']({ sheetId: long })
  const [piece] = whole.pieces
  if (piece === undefined) throw new Error('the sheet has no piece')
  const pieces = [1, 2].map((part) => ({
    ...piece,
    pieceNo: piece.pieceNo * 1_000 + part,
    lengthMm: 2_025,
    done: part,
  }))
  station.work.work.set(long, { ...whole, done: 1, isCounted: true, pieces })
  return piece.wantedPieces
}

async function openSheet(station: FakeStation): Promise<Page> {
  const { page } = await screens.open(station)
  await page.getByRole('listitem').first().waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${long}`)
  return page
}

test('the drawing of a split piece names its lengths and the length that is counted', async () => {
  const station = fakeStation()
  const wantedPieces = await splitInTwo(station)
  const page = await openSheet(station)
  await page.getByRole('button', { name: 'Utbretting' }).click()
  const figure = page.getByRole('figure').filter({ has: page.getByRole('img', { name: /^Utbretting/ }) })
  await figure.getByText('Bøyes i 2 lengder: 2025 + 2025 mm, overlapp 50 mm.').waitFor()
  expect(await figure.innerText()).toContain('Nå lengde 1.')
  await page.getByRole('button', { name: 'Mer', exact: true }).click()
  await page.getByRole('button', { name: `Telling: 1 av ${wantedPieces}`, exact: true }).waitFor()
})

test.each([
  ['is refused at its whole length', false, 1],
  ['is not refused in lengths that the machine takes', true, 0],
] as const)('a sheet that is longer than the machine %s', async (_, isSplit, refusals) => {
  const station = fakeStation()
  planAt(station, long, 'Kantpresse 1')
  if (isSplit) await splitInTwo(station)
  const page = await openSheet(station)
  await page.getByRole('button', { name: 'Bøyeplan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lukk' }).waitFor()
  expect(await page.getByText('Maskinen kan ikke bøye seddelen').count()).toBe(refusals)
})
