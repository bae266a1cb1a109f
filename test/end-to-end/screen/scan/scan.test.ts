import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sheetCode } from '../../../../shared/drawing/qr-code.ts'
import { drawingHash } from '../../../../src-main/platform/drawing-hash.ts'
import { changeSheet, heldStation, today, type HeldStation } from '../fake-station/fake-station.ts'
import { buildScreen, closeAll, openScreen, type BuiltScreen, type OpenScreen } from '../page/open-screen.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { scan } from '../page/scanner-keys.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

const first = idOf('vindusbeslag-01')

async function open(station: HeldStation): Promise<Page> {
  const screen = await openScreen(built, station)
  opened.push(screen)
  await screen.page.getByRole('button', { name: /^Ordre T-000001, seddel 1,/ }).waitFor()
  return screen.page
}

function codeOf(station: HeldStation, sheetId: string): string {
  const sheet = station.sheets.get(sheetId)?.sheet
  if (sheet === null || sheet === undefined) throw new Error('there is such a sheet')
  return sheetCode(sheet, drawingHash(sheet))
}

const sheetOnScreen = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`T-000001 · seddel ${number} `) })

/** Waits until it is there; rejects when it never comes. */
const seen = (place: Locator): Promise<boolean> => place.waitFor().then(() => true)

describe('a scanned code', () => {
  test('opens its sheet, marks nothing and sends nothing', async () => {
    const station = heldStation()
    const page = await open(station)
    await scan(page, codeOf(station, first))
    await sheetOnScreen(page, 1).waitFor()
    expect(station.called).not.toContain('mark.create')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('opens its sheet whatever keyboard the computer takes the scanner for', async () => {
    const station = heldStation()
    const page = await open(station)
    await scan(page, codeOf(station, first).toUpperCase().replaceAll('-', '+').replaceAll(':', 'Ø'))
    expect(await seen(sheetOnScreen(page, 1))).toBe(true)
  })

  test('opens its sheet from within a field, and leaves the field as it was', async () => {
    const station = heldStation()
    const page = await open(station)
    const search = page.getByRole('searchbox')
    await search.fill('takfot')
    await scan(page, 'not a code of ours')
    await page.getByRole('alert').getByText('Dette er ikke en kode fra en bøyeseddel.').waitFor()
    expect(await search.inputValue()).toBe('takfot')
    await scan(page, codeOf(station, first))
    await sheetOnScreen(page, 1).waitFor()
    await page.getByRole('button', { name: 'Til lista' }).click()
    expect(await search.inputValue()).toBe('takfot')
  })

  test('presses no button that happens to be in focus', async () => {
    const station = heldStation()
    const page = await open(station)
    await scan(page, codeOf(station, first))
    await page.getByRole('button', { name: 'Merk som bøyd' }).focus()
    for (const garbage of ['1 2 3', 'https://example.no/a b c', 'x', codeOf(station, first).slice(0, 30)])
      await scan(page, garbage)
    await page.getByRole('alert').waitFor()
    expect(station.called).not.toContain('mark.create')
    expect(await sheetOnScreen(page, 1).count()).toBe(1)
  })

  test('of a print that is older than the drawing says so, and lets nothing be sent or marked until it is settled', async () => {
    const station = heldStation()
    const page = await open(station)
    const old = codeOf(station, first)
    changeSheet(station, first, (sheet) => ({ ...sheet, drawingVersion: 4, quantity: sheet.quantity + 1 }))
    await scan(page, old.replace(':1:', ':3:'))
    await page.getByRole('heading', { name: 'Utskriften er v3, tegningen er v4' }).waitFor()
    const mark = page.getByRole('button', { name: 'Merk som bøyd' })
    expect(await mark.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Jeg bøyer etter skjermen, v4' }).click()
    expect(await mark.isDisabled()).toBe(false)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('of an old print of a sheet that is bent says that it is bent, and asks nothing', async () => {
    const station = heldStation()
    const page = await open(station)
    const [bent = null] = [...station.sheets.values()].flatMap(({ sheet }) =>
      sheet !== null && sheet.bent !== null ? [sheet] : [],
    )
    if (bent === null) throw new Error('one of them is bent')
    const old = codeOf(station, bent.id)
    changeSheet(station, bent.id, (sheet) => ({ ...sheet, drawingVersion: sheet.drawingVersion + 1 }))
    await scan(page, old)
    const notice = page.getByRole('status', { name: 'Seddelen er alt bøyd' })
    await notice.getByText('Bøy den ikke en gang til.').waitFor()
    expect(await page.getByRole('button', { name: /^Jeg bøyer etter skjermen/ }).count()).toBe(0)
    await notice.getByRole('button', { name: 'Lukk' }).click()
    expect(await notice.count()).toBe(0)
  })

  test('of a print that is newer than the drawing asks for the new one, and stands in nobody’s way once it is here', async () => {
    const station = heldStation()
    const page = await open(station)
    await scan(page, codeOf(station, first).replace(':1:', ':2:'))
    await page.getByRole('heading', { name: 'Utskriften er v2, tegningen her er v1' }).waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Spør tjenesten nå' }).click()
    await expect.poll(() => station.called).toContain('sync.now')
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).isDisabled()).toBe(true)
    changeSheet(station, first, (sheet) => ({ ...sheet, drawingVersion: 2 }))
    station.changed()
    await expect.poll(() => page.getByRole('button', { name: 'Merk som bøyd' }).isDisabled()).toBe(false)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('of a print of another drawing of the same version is no good either', async () => {
    const station = heldStation()
    const page = await open(station)
    await scan(page, `${first}:1:00000000`)
    await page.getByRole('heading', { name: /en annen tegning v1/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).isDisabled()).toBe(true)
  })

  test('of a sheet that the station does not have is one plain message', async () => {
    const station = heldStation()
    const page = await open(station)
    await scan(page, `${idOf('nowhere')}:1:00000000`)
    await page.getByRole('alert').getByText('Stasjonen har ikke denne seddelen.').waitFor()
    expect(page.url()).not.toContain('sheet')
    await page.getByRole('button', { name: 'Lukk' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('that breaks off is one plain message, and the next one opens', async () => {
    const station = heldStation()
    const page = await open(station)
    await scan(page, codeOf(station, first).slice(0, 25), { end: null })
    await page.getByRole('alert').getByText('Koden er ufullstendig.').waitFor()
    await scan(page, codeOf(station, first))
    await sheetOnScreen(page, 1).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('is said until something else is pressed', async () => {
    const page = await open(heldStation())
    await scan(page, `${idOf('nowhere')}:1:00000000`)
    await page.getByRole('alert').getByText('Stasjonen har ikke denne seddelen.').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(() => page.locator('.scan-message').count()).toBe(0)
  })

  test('of a hand-over is shown to be taken', async () => {
    const page = await open(heldStation())
    await scan(page, 'KH1A7M2QK6T3P8C1FXJ0WQ9ZB4N5D7VE2RHS6Y')
    expect(await seen(page.getByRole('dialog', { name: 'Ta imot fra en annen stasjon' }))).toBe(true)
  })

  test('is heard as the scanner of the station is set: a prefix before it, a pause behind it', async () => {
    const station = heldStation()
    station.scanner = { prefix: '~', suffix: 'none' }
    const page = await open(station)
    await scan(page, `~${codeOf(station, first)}`, { end: null })
    expect(await seen(sheetOnScreen(page, 1))).toBe(true)
  })

  test('leaves it to a hand what it types, and to its Enter what it presses', async () => {
    const station = heldStation()
    const page = await open(station)
    await page.getByRole('searchbox').focus()
    await scan(page, 'takfotbeslag', { end: null, eachMs: 90 })
    expect(await page.getByRole('searchbox').inputValue()).toBe('takfotbeslag')
    await page
      .getByRole('button', { name: /^Ordre .*Takfotbeslag/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    expect(page.url()).toContain(today)
  })
})
