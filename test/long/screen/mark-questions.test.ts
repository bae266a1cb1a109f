// Marks that need an answer, with a real service, two real stations and the built screen. A question stays visible until it is answered,
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
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
const person = (page: Page, count: number) =>
  button(page, count === 1 ? '1 merke trenger svar' : `${count} merker trenger svar`)

/** The message about a mark has such a button too, which opens the list of marks. */
const answer = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Svar', exact: true })

async function mark(station: WorkshopStation, sheetId: string): Promise<void> {
  await station.openSheet(sheetId)
  await button(station.page, 'Merk som bøyd').click()
  await station.page.getByText('Merket, kan angres').waitFor()
}

/** Changes the sheet after its mark: the first piece gets one more. */
function redraw(sheetId: string): void {
  const { pieces } = workshop.admin.sheets.find(sheetId)
  workshop.admin.sheets.change(sheetId, {
    pieces: pieces.map((piece, index) => ({ ...piece, quantity: piece.quantity + (index === 0 ? 1 : 0) })),
  })
}

/** Ends the hold, restores the network, and asks for an update in the list of messages: the message about the cut takes that button's place. */
async function restoreAndUpdate({ page, clock, network }: WorkshopStation): Promise<void> {
  await button(page, /^(Les hele meldingen|Vis alle \d+ meldinger)$/).click()
  clock.jump(holdMs)
  await network.restore()
  const messages = page.getByRole('dialog', { name: 'Varsler' })
  await messages.getByRole('button', { name: 'Oppdater nå' }).click()
  await messages.getByText('Lukk', { exact: true }).click()
}

/** Marks the sheets while the network is cut and their drawings change, so that each mark needs an answer. */
async function markAndChange(station: WorkshopStation, sheetIds: readonly string[]): Promise<void> {
  await station.network.cut()
  for (const sheetId of sheetIds) {
    await mark(station, sheetId)
    redraw(sheetId)
  }
  await restoreAndUpdate(station)
  await person(station.page, sheetIds.length).waitFor()
}

async function openQuestion(page: Page, title: string): Promise<void> {
  await button(page, /trenger svar$/).click()
  await page.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Svar' }).click()
  await page.getByRole('region', { name: 'Hva skal skje?' }).waitFor()
}

test('a drawing that changed after the mark shows both drawings; each of the three answers has its effect', async () => {
  const station = await workshop.station({ operators: ['KN'] })
  const { page } = station
  const [good, bad, away] = station.bendable()
  if (good === undefined || bad === undefined || away === undefined) throw new Error('there are sheets to bend')
  const titleOf = ({ orderNumber, sheetNo }: typeof good): string => `${orderNumber} · seddel ${sheetNo}`
  await station.openSheet(good.sheetId)
  await button(page, 'Merk som bøyd').click()
  await page.getByRole('dialog', { name: 'Hvem står her?' }).getByRole('button', { name: 'KN' }).click()
  await page.getByText('Merket, kan angres').waitFor()
  await button(page, /^Angre/).click()
  await button(page, 'Merk som bøyd').waitFor()
  await markAndChange(station, [good.sheetId, bad.sheetId, away.sheetId])

  await openQuestion(page, titleOf(good))
  const now = workshop.admin.sheets.find(good.sheetId)
  await page
    .getByRole('region', { name: 'Det som ble bøyd' })
    .getByText(/^Tegning v1 · .* av KN$/)
    .waitFor()
  await page
    .getByRole('region', { name: 'Seddelen nå' })
    .getByText(/^Tegning v2/)
    .waitFor()
  const differences = await page.getByRole('region', { name: 'Forskjeller' }).innerText()
  expect(differences).toContain(`Antall: ${now.quantity - 1} → ${now.quantity}`)
  for (const side of ['Det som ble bøyd', 'Seddelen nå'])
    for (const drawing of [/^Profil av /, /^Utbretting, /])
      await page.getByRole('region', { name: side }).getByRole('img', { name: drawing }).waitFor()
  await button(page, /^Send merket likevel/).click()
  await person(page, 2).waitFor()
  await expect.poll(() => workshop.admin.sheets.find(good.sheetId).bent?.by).toBe('KN')

  await openQuestion(page, titleOf(bad))
  await button(page, /^Bøyes på nytt/).click()
  await person(page, 1).waitFor()
  await station.openSheet(bad.sheetId)
  await button(page, 'Merk som bøyd').waitFor()

  await openQuestion(page, titleOf(away))
  await button(page, /^Forkast merket/).click()
  const why = page.getByRole('dialog', { name: 'Forkast merket' })
  await expect.poll(() => why.getByRole('button', { name: 'Forkast merket' }).isDisabled()).toBe(true)
  await why.getByRole('button', { name: 'Kontoret har ordnet det' }).click()
  await why.getByRole('button', { name: 'Forkast merket' }).click()
  await page.getByText(/^Avgjort .* av KN: Forkast merket – Kontoret har ordnet det$/).waitFor()
  await page.getByText('Alt er levert').waitFor()
  expect(workshop.admin.sheets.find(bad.sheetId).bent).toBeNull()
  expect(workshop.admin.sheets.find(away.sheetId).bent).toBeNull()
})

test('a question stays in the status line of every screen until it is answered, also after a restart', async () => {
  const station = await workshop.station()
  const { page } = station
  const [entry] = station.bendable()
  if (entry === undefined) throw new Error('there is a sheet to bend')
  await markAndChange(station, [entry.sheetId])
  await page
    .getByRole('alert')
    .filter({ hasText: /Trenger svar/ })
    .waitFor()
  await button(page, 'Til lista').click()
  await page.getByRole('tab').first().waitFor()
  await person(page, 1).waitFor()
  await station.restart()
  await person(page, 1).waitFor()
  await station.openSheet(entry.sheetId)
  await answer(page).click()
  await button(page, /^Bøyes på nytt/).click()
  await page.getByText('Alt er levert').waitFor()
  expect(await button(page, /trenger svar$/).count()).toBe(0)
})

test('a sheet that another station marked first is shown until it is acknowledged', async () => {
  const ours = await workshop.station()
  const others = await workshop.station({ operators: ['OLA'] })
  const { page } = ours
  const [entry] = ours.bendable()
  if (entry === undefined) throw new Error('there is a sheet to bend')
  await ours.network.cut()
  await mark(ours, entry.sheetId)
  await others.openSheet(entry.sheetId)
  await button(others.page, 'Merk som bøyd').click()
  await button(others.page, 'OLA').click()
  await others.page.getByText('Merket, kan angres').waitFor()
  others.clock.jump(holdMs)
  await expect.poll(() => workshop.admin.sheets.find(entry.sheetId).bent?.by).toBe('OLA')

  await restoreAndUpdate(ours)
  await person(page, 1).click()
  await answer(page).click()
  await page
    .getByRole('region', { name: 'Seddelen nå' })
    .getByText(/bøyd .* av OLA/)
    .waitFor()
  await button(page, /^Er sjekket/).click()
  await page.getByText('Alt er levert').waitFor()
  expect(workshop.admin.sheets.find(entry.sheetId).bent?.by).toBe('OLA')
})
