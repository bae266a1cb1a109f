import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sheetCode } from '../../../shared/drawing/qr-code.ts'
import { drawingHash } from '../../../src-main/platform/drawing-hash.ts'
import { changeSheet, fakeStation, today, type FakeStation } from '../../end-to-end/screen/fake-station/fake-station.ts'
import type { ScreenLook } from '../../end-to-end/screen/page/open-screen.ts'
import { screenFixture } from '../../end-to-end/screen/page/screen-fixture.ts'
import { appears } from '../../end-to-end/screen/page/places.ts'
import { idOf } from '../../end-to-end/screen/fake-station/sandbox-day.ts'
import { scan } from '../../end-to-end/screen/page/scanner-keys.ts'

const screens = screenFixture()

const first = idOf('vindusbeslag-01')

async function open(station: FakeStation, look: ScreenLook = {}): Promise<Page> {
  const screen = await screens.open(station, look)
  await screen.page.getByRole('button', { name: /^Ordre T-000001, seddel 1,/ }).waitFor()
  return screen.page
}

function codeOf(station: FakeStation, sheetId: string): string {
  const sheet = station.sheets.get(sheetId)?.sheet
  if (sheet === null || sheet === undefined) throw new Error('the sheet is missing')
  return sheetCode(sheet, drawingHash(sheet))
}

const sheetOnScreen = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`T-000001 · seddel ${number} `) })

describe('a scanned code', () => {
  test('opens its sheet, marks nothing and sends nothing', async () => {
    const station = fakeStation()
    const page = await open(station)
    await scan(page, codeOf(station, first))
    await sheetOnScreen(page, 1).waitFor()
    expect(station.callNames).not.toContain('mark.create')
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('opens its sheet with any keyboard layout of the scanner', async () => {
    const station = fakeStation()
    const page = await open(station)
    await scan(page, codeOf(station, first).toUpperCase().replaceAll('-', '+').replaceAll(':', 'Ø'))
    expect(await appears(sheetOnScreen(page, 1))).toBe(true)
  })

  test('opens its sheet from a text field, and does not change the field', async () => {
    const station = fakeStation()
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

  test('does not press the focused button', async () => {
    const station = fakeStation()
    const page = await open(station)
    await scan(page, codeOf(station, first))
    await page.getByRole('button', { name: 'Merk som bøyd' }).focus()
    for (const garbage of ['1 2 3', 'https://example.no/a b c', 'x', codeOf(station, first).slice(0, 30)])
      await scan(page, garbage)
    await page.getByRole('alert').waitFor()
    expect(station.callNames).not.toContain('mark.create')
    expect(await sheetOnScreen(page, 1).count()).toBe(1)
  })

  test('of a print that is older than the drawing prevents sending and marking until it is confirmed', async () => {
    const station = fakeStation()
    const page = await open(station)
    const old = codeOf(station, first)
    changeSheet(station, first, (sheet) => ({ ...sheet, drawingVersion: 4 }))
    await scan(page, old.replace(':1:', ':3:'))
    await page.getByRole('heading', { name: 'Utskriften er v3, tegningen er v4' }).waitFor()
    const mark = page.getByRole('button', { name: 'Merk som bøyd' })
    expect(await mark.count()).toBe(0)
    await page.getByRole('button', { name: 'Jeg bøyer etter skjermen, v4' }).click()
    await mark.waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('of an old print of a bent sheet shows that the sheet is bent, without a question', async () => {
    const station = fakeStation()
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

  test('of a print that is newer than the drawing requests the new drawing, and no longer blocks after it arrives', async () => {
    const station = fakeStation()
    const page = await open(station)
    await scan(page, codeOf(station, first).replace(':1:', ':2:'))
    await page.getByRole('heading', { name: 'Utskriften er v2, tegningen her er v1' }).waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Spør tjenesten nå' }).click()
    await expect.poll(() => station.callNames).toContain('sync.now')
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).count()).toBe(0)
    changeSheet(station, first, (sheet) => ({ ...sheet, drawingVersion: 2 }))
    station.pushChanges()
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('of a print with another drawing of the same version is refused', async () => {
    const station = fakeStation()
    const page = await open(station)
    await scan(page, `${first}:1:00000000`)
    await page.getByRole('heading', { name: /en annen tegning v1/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Merk som bøyd' }).count()).toBe(0)
  })

  test('of an unknown sheet shows one message', async () => {
    const station = fakeStation()
    const page = await open(station)
    await scan(page, `${idOf('nowhere')}:1:00000000`)
    await page.getByRole('alert').getByText('Stasjonen har ikke denne seddelen.').waitFor()
    expect(page.url()).not.toContain('sheet')
    await page.getByRole('button', { name: 'Lukk' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('that is incomplete shows one message, and the next code opens its sheet', async () => {
    const station = fakeStation()
    const page = await open(station)
    await scan(page, codeOf(station, first).slice(0, 25), { end: null })
    await page.getByRole('alert').getByText('Koden er ufullstendig.').waitFor()
    await scan(page, codeOf(station, first))
    await sheetOnScreen(page, 1).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('shows its message until something else is pressed', async () => {
    const page = await open(fakeStation())
    await scan(page, `${idOf('nowhere')}:1:00000000`)
    await page.getByRole('alert').getByText('Stasjonen har ikke denne seddelen.').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(() => page.locator('.message').count()).toBe(0)
  })

  test('of a hand-over opens the dialog to take it over', async () => {
    const page = await open(fakeStation())
    await scan(page, 'KH1A7M2QK6T3P8C1FXJ0WQ9ZB4N5D7VE2RHS6Y')
    expect(await appears(page.getByRole('dialog', { name: 'Ta imot fra en annen stasjon' }))).toBe(true)
  })

  test('is recognised with the station’s scanner settings: a prefix and a pause', async () => {
    const station = fakeStation()
    station.scanner = { prefix: '~', suffix: 'none' }
    const page = await open(station, { clock: true })
    // a busy computer may deliver the keys with a pause between them
    await page.clock.pauseAt(Date.now() + 60_000)
    await scan(page, `~${codeOf(station, first)}`, { end: null })
    expect(await sheetOnScreen(page, 1).count()).toBe(0)
    await page.clock.fastForward(6_000)
    await page.clock.resume()
    expect(await appears(sheetOnScreen(page, 1))).toBe(true)
  })

  test('is not confused with typing by hand and its Enter key', async () => {
    const station = fakeStation()
    const page = await open(station)
    await page.getByRole('searchbox').focus()
    await scan(page, 'takfotbeslag', { end: null, eachMs: 90 })
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('takfotbeslag')
    await page
      .getByRole('button', { name: /^Ordre .*Takfotbeslag/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
    expect(page.url()).toContain(today)
  })
})
