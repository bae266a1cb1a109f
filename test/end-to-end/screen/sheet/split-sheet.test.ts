// A sheet that a planner split into lengths, on its own screen.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { heldStation, today } from '../fake-station/fake-station.ts'
import { buildScreen, closeAll, openScreen, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

const long = idOf('parapetbeslag-05')

test('says beside the drawing of the whole piece in which lengths it is bent, and which of them is counted', async () => {
  const station = heldStation()
  const work = station.handlers['work.read']
  const whole = await work({ sheetId: long })
  const [piece] = whole.pieces
  if (piece === undefined) throw new Error('the sheet has no piece')
  station.work.work.set(long, {
    ...whole,
    done: 1,
    counted: true,
    pieces: [1, 2].map((part) => ({ ...piece, pieceNo: piece.pieceNo * 1_000 + part, lengthMm: 2_025, done: part })),
  })
  const screen = await openScreen(built, station)
  opened.push(screen)
  const { page } = screen
  await page.getByRole('listitem').first().waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${long}`)
  const figure = page.getByRole('figure').filter({ has: page.getByRole('img', { name: /^Utbretting/ }) })
  await figure.getByText('Bøyes i 2 lengder: 2025 + 2025 mm, overlapp 50 mm.').waitFor()
  expect(await figure.innerText()).toContain('Nå lengde 1.')
  // two of one length and one of the other are one piece
  await page.getByRole('button', { name: `Telling: 1 av ${piece.wanted}`, exact: true }).waitFor()
})
