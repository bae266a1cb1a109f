import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as brake from '../scenes/brake-scenes.ts'
import { heldStation, today, type HeldStation } from '../fake-station/fake-station.ts'
import {
  buildScreen,
  closeAll,
  openScreen,
  type BuiltScreen,
  type OpenScreen,
  type ScreenLook,
} from '../page/open-screen.ts'
import { bottomOf, placeOf } from '../page/places.ts'
import { idOf } from '../fake-station/sandbox-day.ts'

let built: BuiltScreen
const opened: OpenScreen[] = []
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
afterEach(() => closeAll(opened))

async function open(station: HeldStation, sheetId: string, look?: ScreenLook): Promise<Page> {
  const screen = await openScreen(built, station, look)
  opened.push(screen)
  const { page } = screen
  await page
    .getByRole('button', { name: /^Ordre T-/ })
    .first()
    .waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${sheetId}`)
  await page.getByRole('button', { name: 'Merk som bøyd' }).waitFor()
  return page
}

const first = idOf('vindusbeslag-01')
const steps = (page: Page) => page.getByRole('group', { name: 'Bøy for bøy' })

/** Waits until it is there; rejects when it never comes. */
const seen = (place: Locator): Promise<boolean> => place.waitFor().then(() => true)

describe('the steps of a sheet', () => {
  test('show the profile after each bend, and say what is done, what is now and what is to come', async () => {
    const page = await open(heldStation(), first)
    const profile = page.getByRole('img', { name: /^Profil/ })
    const folded = await profile.innerHTML()
    await steps(page)
      .getByRole('button', { name: /^Steg 2: bøy 2, ned, 75°/i })
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

  test('are the brake’s own where it can be given a program, with when to turn the plate', async () => {
    const station = heldStation()
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
    expect(await seen(page.getByText(/etter steg 1 av 2/))).toBe(true)
  })
})

test('all that is to be watched is in view at 1366 × 768 without scrolling', async () => {
  const page = await open(heldStation(), idOf('parapetbeslag-04'), { width: 1366, height: 768 })
  const side = await placeOf(page.locator('.sheet-facts'))
  for (const part of [
    page.getByText(/^Omslag på bøy 1 \(/),
    page.getByText('Gesims med to trinn'),
    page.getByText('Fargeside', { exact: true }),
    page.getByText('Utbrettet bredde', { exact: true }),
    page.getByRole('table', { name: 'Stykker' }),
  ])
    expect(bottomOf(await placeOf(part))).toBeLessThanOrEqual(bottomOf(side))
})

describe('a program', () => {
  test('is at the brake two touches from the list', async () => {
    const station = heldStation()
    brake.linked(station)
    const screen = await openScreen(built, station)
    opened.push(screen)
    const { page } = screen
    // to scroll is no touch of a key
    await page
      .getByRole('button', { name: /^Ordre T-/ })
      .first()
      .waitFor()
    await page.locator('.scroller').evaluate((lines) => lines.scrollTo(0, lines.scrollHeight / 2))
    await page.getByRole('button', { name: /^Ordre T-000005, seddel 28,/ }).click()
    await page.getByRole('button', { name: 'Send til pressa' }).click()
    await expect
      .poll(() => station.sentPrograms)
      .toEqual([{ sheetId: brake.sheetOfBrake, drawingVersion: 1, pieceNo: 1, hash: 'seen', operatorId: null }])
  })

  test('is not offered in one press where the brake cannot take it', async () => {
    const station = heldStation()
    brake.unplugged(station)
    const page = await open(station, brake.sheetOfBrake)
    await page.getByRole('button', { name: /^Program til pressa/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Send til pressa' }).count()).toBe(0)
  })
})

test('the first piece is measured on large keys and booked as a test piece with what was measured', async () => {
  const station = heldStation()
  const page = await open(station, first, { width: 1024, height: 600 })
  await page.getByRole('button', { name: 'Telling' }).click()
  await page.getByRole('button', { name: 'Mål prøvestykke, stykke 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Flens 2: 120' }).click()
  const save = dialog.getByRole('button', { name: 'Registrer prøvestykket' })
  await dialog.getByRole('button', { name: ',' }).click()
  await dialog.getByText('Dette er ikke en gyldig lengde.').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Slett' }).or(dialog.getByText('⌫')).first().click()
  for (const key of ['1', '2', '0', ',', '5']) await dialog.getByRole('button', { name: key, exact: true }).click()
  await dialog.getByText('0,5 mm for bred').waitFor()
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/Prøve 1/).waitFor()
})
