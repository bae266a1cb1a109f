// A sheet that a planner split into lengths, on its own screen.
import { expect, test } from 'vitest'
import { fakeStation, today } from '../fake-station/fake-station.ts'
import { screenFixture } from '../page/screen-fixture.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

const screens = screenFixture()

const long = idOf('parapetbeslag-05')

test('the drawing of a split piece names its lengths and the length that is counted', async () => {
  const station = fakeStation()
  const work = station.handlers['work.read']
  const whole = await work({ sheetId: long })
  const [piece] = whole.pieces
  if (piece === undefined) throw new Error('the sheet has no piece')
  station.work.work.set(long, {
    ...whole,
    done: 1,
    isCounted: true,
    pieces: [1, 2].map((part) => ({ ...piece, pieceNo: piece.pieceNo * 1_000 + part, lengthMm: 2_025, done: part })),
  })
  const screen = await screens.open(station)
  const { page } = screen
  await page.getByRole('listitem').first().waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${long}`)
  await page.getByRole('button', { name: 'Utbretting' }).click()
  const figure = page.getByRole('figure').filter({ has: page.getByRole('img', { name: /^Utbretting/ }) })
  await figure.getByText('Bøyes i 2 lengder: 2025 + 2025 mm, overlapp 50 mm.').waitFor()
  expect(await figure.innerText()).toContain('Nå lengde 1.')
  // two parts of one length and one of the other make one piece
  await page.getByRole('button', { name: 'Mer', exact: true }).click()
  await page.getByRole('button', { name: `Telling: 1 av ${piece.wantedPieces}`, exact: true }).waitFor()
})
