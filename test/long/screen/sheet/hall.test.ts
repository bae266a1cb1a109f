// The view across the hall: it comes after ten seconds without a touch, and a touch ends it and presses nothing.
import { expect, test } from 'vitest'
import { fakeStation, today, type FakeStation } from '../../../end-to-end/screen/fake-station/fake-station.ts'
import { placeOf } from '../../../end-to-end/screen/page/places.ts'
import { screenFixture } from '../../../end-to-end/screen/page/screen-fixture.ts'
import * as scenes from '../../../end-to-end/screen/scenes/bend-step-scenes.ts'

const screens = screenFixture()
const route = `#/bend/${today}/${scenes.capSheet}/1`

/** The job begins when the clock of the page stands still, so that only the test lets time pass. */
async function openWithClock(station: FakeStation, job: (station: FakeStation) => void, isTouch = false) {
  scenes.capLinked(station)
  const { page } = await screens.open(station, { clock: true, acrossHall: true, touch: isTouch })
  await page.locator('.app').waitFor()
  await page.goto(`${page.url().split('#')[0]}${route}`)
  await page.getByText('Steg 1 av 4', { exact: true }).waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  job(station)
  await page.getByText('Steg 2 av 4', { exact: true }).waitFor()
  return page
}

/** The view over a running job. */
async function openShownHall() {
  const station = fakeStation()
  const page = await openWithClock(station, scenes.capAtStep(2))
  await page.clock.fastForward(10_500)
  await page.clock.resume()
  await page.locator('.hall-green').waitFor()
  return { station, page }
}

for (const isTouch of [true, false])
  test(`comes after ten seconds of a running job; a touch ends it (touch: ${isTouch})`, async () => {
    const station = fakeStation()
    const page = await openWithClock(station, scenes.capAtStep(2), isTouch)
    const hall = page.getByRole('region', { name: /^Fra avstand/ })
    await page.clock.fastForward(9_000)
    expect(await hall.count()).toBe(0)
    await page.clock.fastForward(1_500)
    // React shows code that was loaded late only while time passes
    await page.clock.resume()
    await hall.waitFor()
    expect(await hall.locator('.hall-count').innerText()).toMatch(/^2/)
    expect(await hall.innerText()).toContain('150°')
    // what is below the touch is the large button
    const { x, y, width, height } = await placeOf(page.locator('.bend-step-next'))
    const calls = station.callNames.length
    if (isTouch) await page.touchscreen.tap(x + width / 2, y + height / 2)
    else await page.mouse.click(x + width / 2, y + height / 2)
    await hall.waitFor({ state: 'detached' })
    await page.getByText('Pressa: steg 2').waitFor()
    expect(await page.getByText('Steg 2 av 4', { exact: true }).count()).toBe(1)
    expect(station.callNames.slice(calls)).toEqual([])
  })

test('a pedal ends it without a step, and an alarm is a red frame with its word', async () => {
  const { station, page } = await openShownHall()
  scenes.capAlarmed(station)
  await page.locator('.hall-red').getByRole('status').getByText('Alarm').waitFor()
  await page.keyboard.press('PageDown')
  await page.locator('.hall').waitFor({ state: 'detached' })
  await page.getByText('Steg 2 av 4', { exact: true }).waitFor()
  expect(station.callNames).not.toContain('count.book')
})

test('is red with its word when the drawing is reported wrong', async () => {
  const { station, page } = await openShownHall()
  scenes.capDrawingWrong(station)
  await page.locator('.hall-red').getByRole('status').getByText('Stanset').waitFor()
  expect(station.callNames).not.toContain('count.book')
})

test('does not come without a running job', async () => {
  const station = fakeStation()
  const finished = scenes.capLoaded(4, { donePieces: 12, countedPieces: 12 })
  const page = await openWithClock(station, scenes.capAtStep(2, { loaded: finished }))
  await page.clock.fastForward(30_000)
  expect(await page.locator('.hall').count()).toBe(0)
})
