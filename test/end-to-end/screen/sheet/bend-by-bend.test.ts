import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as brake from '../scenes/brake-scenes.ts'
import { fakeStation, today, type FakeStation } from '../fake-station/fake-station.ts'
import { type ScreenLook } from '../page/open-screen.ts'
import { screenFixture } from '../page/screen-fixture.ts'
import { appears, bottomOf, placeOf } from '../page/places.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

const screens = screenFixture()

async function open(station: FakeStation, sheetId: string, look?: ScreenLook): Promise<Page> {
  const screen = await screens.open(station, look)
  const { page } = screen
  await page
    .getByRole('button', { name: /^Ordre T-/ })
    .first()
    .waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${sheetId}`)
  await page.getByRole('button', { name: 'Mer', exact: true }).waitFor()
  return page
}

const first = idOf('vindusbeslag-01')
const steps = (page: Page) => page.getByRole('group', { name: 'Bøy for bøy' })

describe('the steps of a sheet', () => {
  test('show the profile after each bend, with the previous, current and next steps', { tags: 'long' }, async () => {
    const page = await open(fakeStation(), first)
    // without the transform of the view around it, which is set after the first picture
    const profile = page.getByRole('img', { name: /^Profil/ })
    const folded = await profile.innerHTML()
    await steps(page)
      .getByRole('button', { name: /^Steg 2: bøy 2, ned, 105°/i })
      .click()
    await page.getByText('Profil · etter steg 2 av 3').waitFor()
    expect(await steps(page).getByRole('button').allInnerTexts()).toEqual([
      'Flat',
      expect.stringMatching(/gjort/),
      expect.stringMatching(/nå/),
      expect.stringMatching(/kommer/),
      'Ferdig',
    ])
    expect(await profile.innerHTML()).not.toBe(folded)
    await steps(page).getByRole('button', { name: 'Ferdig' }).click()
    await expect.poll(() => profile.innerHTML()).toBe(folded)
  })

  test('are the steps of the brake program, with when to turn the blank', async () => {
    const station = fakeStation()
    brake.linked(station)
    const page = await open(station, brake.sheetOfBrake)
    await steps(page)
      .getByRole('button', { name: /^Steg 2/ })
      .click()
    await page
      .getByText(/etter steg 2 av 2|Ferdig/)
      .first()
      .waitFor()
    await steps(page)
      .getByRole('button', { name: /^Steg 1/ })
      .click()
    expect(await appears(page.getByText(/etter steg 1 av 2/))).toBe(true)
  })
})

test('the whole work panel is in view at 1366 × 768 without scrolling', { tags: 'long' }, async () => {
  const page = await open(fakeStation(), idOf('parapetbeslag-04'), { width: 1366, height: 768 })
  const side = await placeOf(page.locator('.sheet-facts'))
  for (const part of [
    page.getByText(/^Omslag på bøy 1 \(/),
    page.getByText('Gesims med to trinn'),
    page.getByText('Fargeside', { exact: true }),
    page.getByText('Utbrettet', { exact: true }),
    page.getByRole('list', { name: 'Stykker' }),
  ])
    expect(bottomOf(await placeOf(part))).toBeLessThanOrEqual(bottomOf(side))
})

describe('a program', () => {
  test('is sent to the brake with two taps from the list', async () => {
    const station = fakeStation()
    brake.linked(station)
    const screen = await screens.open(station)
    const { page } = screen
    // scrolling does not count as a tap
    await page
      .getByRole('button', { name: /^Ordre T-/ })
      .first()
      .waitFor()
    await page.locator('.scroller').evaluate((lines) => lines.scrollTo(0, lines.scrollHeight / 2))
    await page.getByRole('button', { name: /^Ordre T-000005, seddel 28,/ }).click()
    await page.getByRole('button', { name: 'Send 20 × 3000' }).click()
    await expect
      .poll(() => station.sentPrograms)
      .toEqual([
        {
          sheetId: brake.sheetOfBrake,
          drawingVersion: 1,
          pieceNo: 1,
          hash: 'seen',
          notKnownHash: null,
          operatorId: null,
        },
      ])
  })

  test('cannot be sent with one tap if the brake cannot accept it', { tags: 'long' }, async () => {
    const station = fakeStation()
    brake.unplugged(station)
    const page = await open(station, brake.sheetOfBrake)
    await page.getByText('Ikke koblet til', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Send / }).count()).toBe(0)
  })
})

test(
  'the first piece is measured with large keys and booked as a test piece with the measured values',
  { tags: 'long' },
  async () => {
    const station = fakeStation()
    const page = await open(station, first, { width: 1024, height: 600 })
    await page.getByRole('button', { name: 'Mer', exact: true }).click()
    await page.getByRole('button', { name: 'Telling' }).click()
    await page.getByRole('button', { name: 'Mål prøvestykke, 4 × 2000' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Flens 2' }).click()
    const save = dialog.getByRole('button', { name: 'Registrer prøvestykket' })
    await dialog.getByRole('button', { name: ',', exact: true }).click()
    await dialog.getByText('Dette er ikke et gyldig mål.').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Slett' }).or(dialog.getByText('⌫')).first().click()
    for (const key of ['1', '2', '0', ',', '5']) await dialog.getByRole('button', { name: key, exact: true }).click()
    await dialog.getByText('0,5 mm for bred').waitFor()
    await dialog.getByText(/Målet føres bare\.$/).waitFor()
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/Prøve 1/).waitFor()
  },
)
