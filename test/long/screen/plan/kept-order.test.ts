// An order of bends that a person keeps on the screen, with a real station and its folder as the brake: the program of the sheet follows it,
// also after the station starts again, until the person goes back to the planner's order.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSettings, writeSettings } from '../../../../src-main/station/settings/settings.ts'
import { buildScreen, type BuiltScreen } from '../../../end-to-end/screen/page/open-screen.ts'
import {
  openRealWorkshop,
  type RealWorkshop,
  type WorkshopStation,
} from '../../../end-to-end/screen/real-workshop/real-workshop.ts'

let built: BuiltScreen
let workshop: RealWorkshop
let station: WorkshopStation
let page: Page
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())
beforeEach(async () => {
  workshop = await openRealWorkshop(built)
  station = await workshop.station()
  ;({ page } = station)
  const dropped = join(station.data, 'dropped')
  mkdirSync(dropped)
  const brake = { uri: `folder:${dropped}`, map: 'file-drop' }
  writeSettings(station.data, { baseUrl: readSettings(station.data)?.baseUrl ?? '', brake })
  await station.restart()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`the page showed: ${await page.locator('body').innerText()}`)
  await workshop.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const bendsIn = async (group: string): Promise<string[]> =>
  (await page.getByRole('group', { name: group }).getByRole('button').allInnerTexts()).flatMap(
    (text) => /^\d+/.exec(text)?.[0] ?? [],
  )
const close = (): Promise<void> => page.locator('.bend-plan-close').click()
/** The bends of the program, in its order: the steps between the drawings follow the program of a linked brake. */
const programmed = () => bendsIn('Bøy for bøy')
const planned = () => bendsIn('Stegene i rekkefølge')

/** Opens the plan of a sheet whose last step may also come one step earlier, with that order on the screen. */
async function arrangeSheet(): Promise<{ sheetId: string; before: string[] }> {
  for (const { sheetId, bendCount } of station.bendable()) {
    if (bendCount < 3) continue
    await station.openSheet(sheetId)
    await button(/^(Bøyeplan|Mer$)/)
      .first()
      .waitFor()
    if (!(await button('Bøyeplan').isVisible())) continue
    await button('Bøyeplan').click()
    const before = await planned()
    await page.getByRole('group', { name: 'Stegene i rekkefølge' }).getByRole('button').last().click()
    await button('Tidligere').click()
    if ((await page.getByRole('alert').count()) === 0 && (await planned()).join('') !== before.join(''))
      return { sheetId, before }
    await close()
  }
  throw new Error('the sandbox has such a sheet')
}

test('the order that a person uses is the program, also after a restart, until the person goes back', async () => {
  const { sheetId, before } = await arrangeSheet()
  const ownOrder = await planned()
  await page.getByText('Egen rekkefølge, ikke tatt i bruk').waitFor()
  await button('Bruk denne rekkefølgen').click()
  await page.getByText(/^Egen rekkefølge \(.*\)\. Program, liste og utskrifter følger den\.$/).waitFor()
  await close()
  await expect.poll(programmed).toEqual(ownOrder)

  await station.restart()
  await station.openSheet(sheetId)
  await button('Egen bøyeplan').waitFor()
  await expect.poll(programmed).toEqual(ownOrder)
  await button('Egen bøyeplan').click()
  expect(await planned()).toEqual(ownOrder)

  await button('Tilbake til Kants rekkefølge').click()
  await expect.poll(planned).toEqual(before)
  expect(await page.getByText(/^Egen rekkefølge/).count()).toBe(0)
  await close()
  await expect.poll(programmed).toEqual(before)
})
