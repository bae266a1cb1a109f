// What is in view in the smallest window of the app, with a warning in the status line.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fakeStation, today } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { smallestWindow } from '../page/open-screen.ts'
import { bottomOf, misplaced, placeOf, rightOf } from '../page/places.ts'
import { screenFixture } from '../page/screen-fixture.ts'
import { linked } from '../scenes/brake-scenes.ts'
import { offline, problemStates, unfit, warned } from '../scenes/trouble-scenes.ts'
import { onlyLongUnless } from '../../../only-long.ts'

const screens = screenFixture()
const statusRow = (page: Page) => page.locator('.status-row')
/** Sheets with many bends, and with hems and a note. */
const parapet = idOf('parapetbeslag-04')

for (const language of ['nb', 'en'] as const)
  describe(`in the smallest window in ${language}`, onlyLongUnless(language === 'nb'), () => {
    test('a warning leaves the status in one row, and two rows of the list in view', async () => {
      const station = fakeStation()
      warned(station)
      const { page } = await screens.open(station, { ...smallestWindow, language })
      await page.getByRole('button', { name: /^1 (varsel|warning)$/ }).waitFor()
      const [first, second] = await page.getByRole('button', { name: /^(Ordre|Order) T-/ }).all()
      if (first === undefined || second === undefined) throw new Error('the list has two rows')
      const navigation = await placeOf(page.getByRole('navigation'))
      expect(bottomOf(await placeOf(second))).toBeLessThanOrEqual(navigation.y)
      expect((await placeOf(statusRow(page))).height).toBeLessThan(90)
    })

    test('no part of the status covers another when everything needs attention', async () => {
      const station = fakeStation()
      linked(station)
      problemStates(station)
      unfit(station)
      offline(station)
      warned(station)
      station.pushStatus({ stoppedSheets: 1 })
      const { page } = await screens.open(station, { ...smallestWindow, language })
      await page.getByRole('button', { name: /^1 (tegning|drawing)/ }).waitFor()
      expect(
        await misplaced(statusRow(page), statusRow(page).locator(':is(.light, .button, .status-device):visible')),
      ).toEqual([])
    })

    test('the note and the material are in view above the button, and no word of a step is cut off', async () => {
      const station = fakeStation()
      warned(station)
      const { page } = await screens.open(station, { ...smallestWindow, language })
      await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${parapet}`)
      const material = await placeOf(page.getByText(/^RAL 7016 · 0[,.]8/))
      expect((await placeOf(page.getByText('Gesims med to trinn'))).y).toBeLessThan(material.y)
      expect(bottomOf(material)).toBeLessThan((await placeOf(page.locator('.job-foot'))).y)
      const steps = page.getByRole('group', { name: /^(Bøy for bøy|Bend by bend)$/ }).getByRole('button')
      await steps.nth(9).waitFor()
      const cut = await steps.evaluateAll((keys) =>
        keys.filter((key) => key.scrollWidth > key.clientWidth).map((key) => key.textContent),
      )
      expect(cut).toEqual([])
      for (const drawing of await page.locator('.drawing').all())
        expect(rightOf(await placeOf(drawing))).toBeLessThan((await placeOf(page.locator('.sheet-side'))).x)
    })
  })
