// The bend plan on the screen: the strip in the order of the plan, the picture of a step, and a custom order.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CancelSignal } from '../../../../shared/base/cancellation.ts'
import { planAt } from '../fake-station/fake-bend-plans.ts'
import { fakeStation, today, type FakeStation } from '../fake-station/fake-station.ts'
import { idOf } from '../fake-station/sandbox-day.ts'
import { type ScreenLook } from '../page/open-screen.ts'
import { screenFixture } from '../page/screen-fixture.ts'

const screens = screenFixture()
const hat = idOf('hatteprofil-01')

async function open(station: FakeStation, sheetId: string, look?: ScreenLook): Promise<Page> {
  const { page } = await screens.open(station, look)
  await page
    .getByRole('button', { name: /^Ordre T-/ })
    .first()
    .waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${sheetId}`)
  await page.getByRole('button', { name: 'Bøyeplan' }).waitFor()
  return page
}

test('the search for a plan ends when the operator leaves the sheet', { tags: 'long' }, async () => {
  const station = fakeStation()
  const { promise: begun, resolve: begin } = Promise.withResolvers<CancelSignal>()
  station.handlers['bend_plan.read'] = (_, __, signal) => {
    if (signal !== undefined) begin(signal)
    return Promise.withResolvers<never>().promise
  }
  const { page } = await screens.open(station)
  await page
    .getByRole('button', { name: /^Ordre T-/ })
    .first()
    .waitFor()
  const address = page.url().split('#')[0]
  await page.goto(`${address}#/sheet/${today}/${hat}`)
  const signal = await begun
  expect(signal.isCancelled).toBe(false)
  await page.goto(`${address}#/`)
  await expect.poll(() => signal.isCancelled).toBe(true)
})

const strip = (page: Page) => page.getByRole('group', { name: 'Stegene i rekkefølge' })
const picture = (page: Page) => page.getByRole('dialog').getByRole('img')
const stepsOf = async (page: Page): Promise<string[]> =>
  (await strip(page).getByRole('button').allInnerTexts()).map((text) => text.split('\n')[0] ?? '')

describe('a sheet with a plan', () => {
  test('shows the steps in the order of the plan without a controller', async () => {
    const station = fakeStation()
    planAt(station, hat, 'Kantpresse 1')
    const page = await open(station, hat)
    const keys = await page.getByRole('group', { name: 'Bøy for bøy' }).getByRole('button').allInnerTexts()
    const answer = station.work.bendPlans.get(hat)?.answer
    const planned = answer?.kind === 'works' ? answer.plan.steps.map(({ bendIndex }) => `${bendIndex + 1} ▲ 90°`) : []
    expect(planned).not.toEqual([])
    expect(keys.slice(1, -1)).toEqual(planned)
  })

  test('says before which steps the tools on the table are changed', { tags: 'long' }, async () => {
    const station = fakeStation()
    const sheet = idOf('parapetbeslag-02')
    planAt(station, sheet, 'Kantpresse 1')
    const answer = station.work.bendPlans.get(sheet)?.answer
    expect(answer?.kind === 'works' && answer.plan.cost.setUpChanges).toBe(2)
    const page = await open(station, sheet)
    const onSheet = page.getByRole('group', { name: 'Bøy for bøy' }).getByText('bytt verktøy')
    await expect.poll(() => onSheet.count()).toBe(2)
    await page.getByRole('button', { name: 'Bøyeplan' }).click()
    expect(await strip(page).getByText('bytt verktøy').count()).toBe(2)
    await strip(page).getByRole('button', { name: /klem/ }).first().click()
    await page.getByRole('dialog').getByText('Stasjon').waitFor()
    expect(await page.getByRole('dialog').getByText('Bøy alle stykkene hit').count()).toBe(0)
    await strip(page)
      .getByRole('button', { name: /forbøy/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('Bøy alle stykkene hit').waitFor()
  })

  test('shows the section at the angle of the slider, with the least clearance', { tags: 'long' }, async () => {
    const station = fakeStation()
    planAt(station, hat, 'Kantpresse 1')
    const page = await open(station, hat)
    await page.getByRole('button', { name: 'Bøyeplan' }).click()
    await page
      .getByText(/^Minste klaring/)
      .or(page.getByText(/mot bakanslaget/))
      .first()
      .waitFor()
    const flat = await picture(page).innerHTML()
    const slider = page.getByRole('slider', { name: 'Bøyd så langt' })
    await slider.focus()
    for (let press = 0; press < 12; press += 1) await slider.press('ArrowRight')
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Steg 1 av 4: bøy \d til 90°$/)
    await expect.poll(() => picture(page).innerHTML()).not.toBe(flat)
    // the last angle is that of the machine, before springback
    for (let press = 0; press < 5; press += 1) await slider.press('ArrowRight')
    await expect.poll(() => page.locator('.bend-plan-angle').innerText()).toMatch(/,\d°$/)
    expect(
      await page.getByRole('dialog').getByText('Bakanslag', { exact: true }).locator('xpath=..').innerText(),
    ).toMatch(/\d mm$/)
  })

  test('shows the same stage in 3D, with the machine, and moves on to the next step', { tags: 'long' }, async () => {
    const station = fakeStation()
    planAt(station, hat, 'Kantpresse 1')
    const page = await open(station, hat)
    await page.getByRole('button', { name: 'Bøyeplan' }).click()
    const slider = page.getByRole('slider', { name: 'Bøyd så langt' })
    await slider.focus()
    for (let press = 0; press < 12; press += 1) await slider.press('ArrowRight')
    const stage = await slider.getAttribute('aria-valuetext')
    await page.getByRole('dialog').getByRole('button', { name: '3D' }).click()
    await page.locator('canvas.fold-canvas').waitFor()
    expect(await slider.getAttribute('aria-valuetext')).toBe(stage)
    await expect.poll(() => page.locator('.fold-label[data-state=now] .fold-angle').allTextContents()).toHaveLength(1)
    // a bend has its number of the drawing, not that of its step
    expect(await page.locator('.fold-number').allTextContents()).toEqual(['1', '2', '3', '4'])
    await slider.focus()
    await slider.press('PageUp')
    await slider.press('ArrowRight')
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Steg 2 av 4/)
    await page.getByRole('heading', { name: 'Steg 2 av 4' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '3D' }).click()
    await picture(page).locator('.stroke-tool').first().waitFor()
  })

  test('checks a custom order at once, and shows its hits until the order works again', async () => {
    const station = fakeStation()
    planAt(station, hat, 'Kantpresse 1')
    const page = await open(station, hat)
    await page.getByRole('button', { name: 'Bøyeplan' }).click()
    const before = await stepsOf(page)
    const [first, ...others] = before
    for (let moves = 0; moves < others.length; moves += 1) await page.getByRole('button', { name: 'Senere' }).click()
    // the moved step is still shown, with what it hits; the check runs beside the presses
    await expect.poll(() => stepsOf(page)).toEqual([...others, first])
    await page.getByRole('alert').first().waitFor()
    expect(await page.getByRole('alert').first().innerText()).toMatch(/treffer/)
    expect(
      await strip(page)
        .getByRole('button', { name: /går ikke/ })
        .count(),
    ).toBe(1)
    await picture(page).locator('.stroke-hit').waitFor()
    await page.getByRole('button', { name: 'Tilbake til Kants rekkefølge' }).click()
    expect(await stepsOf(page)).toEqual(before)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(station.sentPrograms).toEqual([])
  })
})
