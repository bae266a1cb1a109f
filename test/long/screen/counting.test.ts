// Counting, handing over and reporting a wrong drawing, with a real service, real stations and the built screen. The screen, the store and
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { EntryView } from '../../../shared/station-api/index.ts'
import { openPins } from '../../../src-main/station/access/pins.ts'
import { buildScreen, type BuiltScreen } from '../../end-to-end/screen/page/open-screen.ts'
import {
  openRealWorkshop,
  type RealWorkshop,
  type WorkshopStation,
} from '../../end-to-end/screen/real-workshop/real-workshop.ts'

let built: BuiltScreen
let workshop: RealWorkshop
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(async () => {
  workshop = await openRealWorkshop(built)
})
afterEach(() => workshop.close())

const holdMs = 10_000
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const who = (page: Page) => page.getByRole('dialog', { name: 'Hvem står her?' })
const more = (page: Page) => page.getByRole('button', { name: 'Mer', exact: true })
const pieceOf = (page: Page, no: number) => page.locator('.piece-count').nth(no - 1)
const ofPiece = (page: Page, action: RegExp, no: number) => pieceOf(page, no).getByRole('button', { name: action })
const bentIn = (sheetId: string) => workshop.admin.sheets.find(sheetId).bent

const totalOf = ({ sheetId }: EntryView['entry']): number => wantedOf(sheetId).reduce((sum, wanted) => sum + wanted, 0)

/** The sheet with two pieces that takes the fewest presses to count; the first piece has a quantity above one. */
function ofTwoPieces(station: WorkshopStation): EntryView['entry'] {
  const [sheet] = station
    .bendable()
    .filter(({ sheetId }) => wantedOf(sheetId).length === 2 && (wantedOf(sheetId)[0] ?? 0) >= 2)
    .toSorted((a, b) => totalOf(a) - totalOf(b))
  if (sheet === undefined) throw new Error('there is no sheet with two pieces')
  return sheet
}
const wantedOf = (sheetId: string): number[] =>
  workshop.admin.sheets.find(sheetId).pieces.map(({ quantity }) => quantity)

/** Decodes the QR code on the screen. */
async function scanned(page: Page): Promise<string> {
  const file = join(tmpdir(), `kant-code-${process.pid}.png`)
  await page.getByRole('img', { name: 'Kode for overlevering' }).screenshot({ path: file })
  try {
    return execFileSync('zbarimg', ['--quiet', '--nodbus', '--raw', file], { encoding: 'utf8' }).trim()
  } finally {
    rmSync(file)
  }
}

async function startCounting(station: WorkshopStation, sheetId: string): Promise<void> {
  await station.openSheet(sheetId)
  await more(station.page).click()
  await button(station.page, /^Telling/).click()
  await pieceOf(station.page, 1).waitFor()
}

async function countUpTo(page: Page, no: number, from: number, to: number, wanted: number): Promise<void> {
  for (let done = from + 1; done <= to; done += 1) {
    await ofPiece(page, /^Ett til/, no).click()
    await pieceOf(page, no).getByText(`${done} av ${wanted}`).waitFor()
  }
}

test('initials are asked for once, are stored with counts and marks, and are asked for again after half an hour', async () => {
  const station = await workshop.station({ operators: ['KN', 'OLA'] })
  const { page } = station
  await page.clock.install()
  const { sheetId } = ofTwoPieces(station)
  const [first = 0, second = 0] = wantedOf(sheetId)
  await startCounting(station, sheetId)
  await ofPiece(page, /^Ett til/, 1).click()
  await who(page).getByRole('button', { name: 'KN' }).click()
  await pieceOf(page, 1).getByText(`1 av ${first}`).waitFor()
  await countUpTo(page, 1, 1, first, first)
  await countUpTo(page, 2, 0, second, second)
  expect(await who(page).count()).toBe(0)
  await button(page, 'Ved maskinen: KN').waitFor()

  await page.clock.fastForward('31:00')
  await button(page, 'Merk som bøyd').click()
  await who(page).getByRole('button', { name: 'OLA' }).click()
  await page.getByText('Merket, kan angres').waitFor()
  station.clock.jump(holdMs)
  await expect.poll(() => bentIn(sheetId)?.by).toBe('OLA')
  expect(bentIn(sheetId)?.quantity).toBe(first + second)
})

test('counts stay visible after their mark is delivered, also after a restart', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  const [first = 0, second = 0] = wantedOf(sheetId)
  await startCounting(station, sheetId)
  await countUpTo(page, 1, 0, first, first)
  await countUpTo(page, 2, 0, second, second)
  await button(page, 'Merk som bøyd').click()
  await page.getByText('Merket, kan angres').waitFor()
  station.clock.jump(holdMs)
  await page.getByText('Bøyd, og tjenesten har tatt imot merket.').waitFor()
  await pieceOf(page, 1).getByText(`${first} av ${first}`).waitFor()
  await station.restart()
  await startCounting(station, sheetId)
  await pieceOf(page, 1).getByText(`${first} av ${first}`).waitFor()
  await pieceOf(page, 2).getByText(`${second} av ${second}`).waitFor()
  expect(await button(page, /^Ett til/).count()).toBe(0)
})

test('initials that are chosen on the sheet first are not asked for again', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  await station.openSheet(sheetId)
  await more(page).click()
  await button(page, 'Hvem er du?').click()
  for (const key of ['I', 'L']) await who(page).getByRole('button', { name: key, exact: true }).click()
  await who(page).getByRole('button', { name: 'Legg til' }).click()
  await more(page).click()
  await button(page, 'Ved maskinen: IL').waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Merk som bøyd').click()
  await page.getByText('Merket, kan angres').waitFor()
  expect(await who(page).count()).toBe(0)
  station.clock.jump(holdMs)
  await expect.poll(() => bentIn(sheetId)?.by).toBe('IL')
})

test('initials are added with letter keys, and are asked for from then on', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  await startCounting(station, sheetId)
  await button(page, 'Hvem er du?').click()
  await expect.poll(() => who(page).getByRole('button', { name: 'Legg til' }).isDisabled()).toBe(true)
  for (const key of ['K', 'M', 'Slett siste bokstav', 'Å'])
    await who(page).getByRole('button', { name: key, exact: true }).click()
  await who(page).getByRole('button', { name: 'Legg til' }).click()
  await button(page, 'Ved maskinen: KÅ').waitFor()

  await button(page, 'Ved maskinen: KÅ').click()
  await who(page).getByRole('button', { name: 'Ny' }).click()
  for (const key of ['K', 'Å']) await who(page).getByRole('button', { name: key, exact: true }).click()
  await who(page).getByRole('button', { name: 'Legg til' }).click()
  await who(page).getByText('Noen andre har alt disse initialene.').waitFor()
  await page.keyboard.press('Escape')
  await station.restart()
  await station.openSheet(sheetId)
  await button(page, 'Merk som bøyd').click()
  await who(page).getByRole('button', { name: 'KÅ' }).click()
  await page.getByText('Merket, kan angres').waitFor()
})

test('scrap is booked separately, and fewer pieces are sent only with a reason', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  const [first = 0, second = 0] = wantedOf(sheetId)
  await startCounting(station, sheetId)
  await countUpTo(page, 1, 0, first, first)
  await countUpTo(page, 2, 0, second, second)
  await ofPiece(page, /^Siste var vrak/, 1).click()
  await pieceOf(page, 1)
    .getByText(`${first - 1} av ${first}`)
    .waitFor()
  await pieceOf(page, 1).getByText('Prøve 0 · vrak 1 · bøyd om 0').waitFor()

  await more(page).click()
  await button(page, 'Merk som bøyd').click()
  const done = first + second - 1
  const differ = page.getByRole('dialog', { name: `Det er talt ${done}, seddelen sier ${done + 1}` })
  const deliver = differ.getByRole('button', { name: `Lever ${done} av ${done + 1}` })
  await expect.poll(() => deliver.isDisabled()).toBe(true)
  await differ.getByRole('button', { name: 'Tomt for plate' }).click()
  await deliver.click()
  await page.getByText('Merket, kan angres').waitFor()
  station.clock.jump(holdMs)
  await expect.poll(() => bentIn(sheetId)?.quantity).toBe(done)
})

test('a count is corrected up or down with a reason', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  const [first = 0] = wantedOf(sheetId)
  await startCounting(station, sheetId)
  await countUpTo(page, 1, 0, 2, first)
  await ofPiece(page, /^Rett/, 1).click()
  const correct = page.getByRole('dialog', { name: /^Rett tellingen av/ })
  await correct.getByRole('button', { name: 'Færre' }).click()
  await expect.poll(() => correct.getByRole('button', { name: 'Lagre' }).isDisabled()).toBe(true)
  await correct.getByRole('button', { name: 'Talt feil' }).click()
  await correct.getByRole('button', { name: 'Lagre' }).click()
  await pieceOf(page, 1).getByText(`1 av ${first}`).waitFor()
})

/** Types at the speed of a scanner, also on a busy computer. */
const scan = (page: Page, code: string): Promise<unknown> =>
  page.evaluate(`for (const key of [...${JSON.stringify(code)}, 'Enter'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)

test('pieces that are handed over continue at the other station, and only that station may mark them', async () => {
  const giving = await workshop.station({ operators: ['KN'] })
  const taking = await workshop.station({ operators: ['OLA'] })
  const { sheetId } = ofTwoPieces(giving)
  const [first = 0, second = 0] = wantedOf(sheetId)
  await startCounting(giving, sheetId)
  await ofPiece(giving.page, /^Ett til/, 1).click()
  await who(giving.page).getByRole('button', { name: 'KN' }).click()
  await pieceOf(giving.page, 1).getByText(`1 av ${first}`).waitFor()
  await countUpTo(giving.page, 1, 1, first, first)
  await button(giving.page, 'Overlever').click()
  await giving.page.getByRole('dialog').getByRole('button', { name: 'Overlever' }).click()
  const qr = giving.page.getByRole('img', { name: 'Kode for overlevering' })
  await qr.waitFor()
  const isSeen = await qr.evaluate((code) => {
    const { left, top, width, height } = code.getBoundingClientRect()
    return code.contains(code.ownerDocument.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isSeen, 'the code is in sight where the button was').toBe(true)
  const code = (await giving.page.locator('p.code').innerText()).replaceAll(/\s/g, '')
  expect(code).toMatch(/^KH1[0-9A-Z]+$/)
  expect(await scanned(giving.page)).toBe(code)
  await expect.poll(() => button(giving.page, 'Merk som bøyd').count()).toBe(0)

  // a scanner types the code on any screen
  await scan(taking.page, code)
  const takeOverDialog = taking.page.getByRole('dialog', { name: 'Ta imot fra en annen stasjon' })
  await takeOverDialog.getByText('Overlevert av KN').waitFor()
  await takeOverDialog.getByRole('button', { name: `Ta imot ${first} stykker` }).click()
  await who(taking.page).getByRole('button', { name: 'OLA' }).click()
  const taken = taking.page.getByRole('dialog', { name: 'Tatt imot' })
  await taken.getByText(`: ${first} av ${first}`).waitFor()
  expect(await taken.getByRole('status').innerText()).toMatch(/^T-\d+ · seddel \d+ · \S.*\n+Overlevert av KN/)
  await taken.getByRole('button', { name: 'Tell videre på seddelen' }).click()
  await more(taking.page).click()
  await button(taking.page, /^Telling: /).click()
  await pieceOf(taking.page, 1).getByText(`${first} av ${first}`).waitFor()
  await countUpTo(taking.page, 2, 0, second, second)
  await button(taking.page, 'Merk som bøyd').click()
  await taking.page.getByText('Merket, kan angres').waitFor()
  taking.clock.jump(holdMs)
  await expect.poll(() => bentIn(sheetId)?.by).toBe('OLA')
  expect(bentIn(sheetId)?.quantity).toBe(first + second)
})

test('a hand-over is taken back only after a confirmation that nobody has taken it', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  const [first = 0] = wantedOf(sheetId)
  await startCounting(station, sheetId)
  await countUpTo(page, 1, 0, 1, first)
  await button(page, 'Overlever').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Overlever' }).click()
  await button(page, 'Ta tilbake').click()
  const confirmation = page.getByRole('dialog', { name: 'Har en annen stasjon tatt imot koden?' })
  await confirmation.getByText(/Denne stasjonen kan ikke se om noen har tatt imot koden/).waitFor()
  const sure = confirmation.getByRole('button', { name: 'Ingen har tatt imot den. Ta tilbake' })
  await expect.poll(() => sure.isDisabled()).toBe(true)
  await confirmation.getByRole('button', { name: 'Overlevert ved en feil' }).click()
  await sure.click()
  await ofPiece(page, /^Ett til/, 1).waitFor()
})

test('a mistyped code is refused in its dialog, and nothing is counted', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  await startCounting(station, sheetId)
  await button(page, 'Ta imot').click()
  const takeOverDialog = page.getByRole('dialog', { name: 'Ta imot fra en annen stasjon' })
  await takeOverDialog.getByLabel('Skann eller skriv koden').fill('KH1 ABCD EFGH')
  await takeOverDialog.getByRole('button', { name: 'Les koden' }).click()
  await takeOverDialog.getByText('Koden kan ikke leses. Skann den på nytt.').waitFor()
  expect(await takeOverDialog.getByRole('button', { name: /^Ta imot/ }).count()).toBe(0)
  // the dialog still has the focus
  await page.keyboard.press('Escape')
  await takeOverDialog.waitFor({ state: 'hidden' })
  await button(page, 'Ta imot').click()
  await takeOverDialog.getByRole('button', { name: 'Avbryt' }).click()
  await takeOverDialog.waitFor({ state: 'hidden' })
})

test('a drawing that is reported wrong stops the sheet and stays visible; only a supervisor’s screen may release it', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  await startCounting(station, sheetId)
  await button(page, 'Tegningen er feil').click()
  const report = page.getByRole('dialog', { name: 'Hva er feil på tegningen?' })
  await report.getByRole('button', { name: 'Annet' }).click()
  await expect.poll(() => report.getByRole('button', { name: 'Meld feil' }).isDisabled()).toBe(true)
  await report.getByRole('button', { name: 'Mål' }).click()
  await report.getByRole('button', { name: 'Meld feil' }).click()
  await page.getByRole('alert').filter({ hasText: 'Tegningen er meldt feil' }).waitFor()
  await expect.poll(() => button(page, 'Merk som bøyd').count()).toBe(0)
  expect(await button(page, /^Ett til/).count()).toBe(0)

  await button(page, 'Til lista').click()
  await button(page, '1 tegning er meldt feil').waitFor()
  await station.restart()
  await button(page, '1 tegning er meldt feil').click()
  await button(page, 'Frigi tegningen').click()
  const release = page.getByRole('dialog', { name: 'Frigi tegningen' })
  await release.getByLabel('Arbeidsleders navn').fill('Berit')
  await release.getByRole('button', { name: 'Avklart med kontoret' }).click()
  await release.getByRole('button', { name: 'Frigi tegningen' }).click()
  await page.getByText('Alle merker er levert').waitFor()
  await station.openSheet(sheetId)
  await button(page, 'Merk som bøyd').click()
  await page.getByText('Merket, kan angres').waitFor()
})

test('with a supervisor’s PIN the release asks for it, and says that another PIN does not suffice', async () => {
  const station = await workshop.station()
  const { page } = station
  const pins = openPins(station.data)
  await pins.change('plan', '1357')
  await pins.change('oversee', '2468')
  await station.restart()
  await startCounting(station, ofTwoPieces(station).sheetId)
  await button(page, 'Tegningen er feil').click()
  await button(page, 'Side').click()
  await button(page, 'Meld feil').click()
  await button(page, 'Frigi tegningen').click()
  const release = page.getByRole('dialog', { name: 'Frigi tegningen' })
  await release.getByText('Bare en arbeidsleder kan svare her.').waitFor()
  expect(await release.getByLabel('Arbeidsleders navn').count()).toBe(0)
  await release.getByRole('textbox', { name: 'PIN' }).fill('1357')
  await release.getByRole('button', { name: 'Åpne' }).click()
  await release.getByText('Denne PIN-en er riktig, men åpner ikke dette.').waitFor()
  await release.getByRole('textbox', { name: 'PIN' }).fill('2468')
  await release.getByRole('button', { name: 'Åpne' }).click()
  await release.getByLabel('Arbeidsleders navn').fill('Berit')
  await release.getByRole('button', { name: 'Avklart med kontoret' }).click()
  await release.getByRole('button', { name: 'Frigi tegningen' }).click()
  await expect.poll(() => button(page, 'Frigi tegningen').count()).toBe(0)
})

test('a sheet that waits for the customer is counted after a supervisor’s override, but its mark waits', async () => {
  const station = await workshop.station()
  const { page } = station
  const { sheetId } = ofTwoPieces(station)
  const [first = 0] = wantedOf(sheetId)
  workshop.admin.sheets.requestApproval(sheetId)
  await button(page, 'Oppdater nå').click()
  await station.openSheet(sheetId)
  await button(page, 'Telling').click()
  await pieceOf(page, 1).waitFor()
  await button(page, 'Bøy før kunden svarer').click()
  const override = page.getByRole('dialog', { name: 'Bøy før kunden svarer' })
  await override.getByLabel('Arbeidsleders navn').fill('Berit')
  await override.getByRole('button', { name: 'Kunden har sagt ja på telefon' }).click()
  await override.getByRole('button', { name: 'Bøy før kunden svarer' }).click()
  await page.getByText('En arbeidsleder tillater bøying før kunden har svart.').waitFor()
  await countUpTo(page, 1, 0, 1, first)
  await expect.poll(() => button(page, 'Merk som bøyd').count()).toBe(0)
})
