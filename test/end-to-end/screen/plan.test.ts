// The planner's room on real parts: a service over HTTP, a station with its stores, the built screen. What is pressed there is
// in the station, and another screen shows it.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serveStation, type ServedStation } from '../../../src-main/cli/start-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/connect-workshop.ts'
import { openStation } from '../../../src-main/station/station.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { buildScreen, type BuiltScreen } from './open-screen.ts'

// a service, a station and a browser together, on a machine that may be busy
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

let folder: string
let service: Service
let station: ServedStation
let page: Page
let complaints: string[]

const opened = async (): Promise<Page> => {
  const context = await built.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'nb-NO' })
  const screen = await context.newPage()
  screen.setDefaultTimeout(25_000)
  screen.on('pageerror', ({ message }) => complaints.push(message))
  screen.on('console', (said) => {
    if (said.type() === 'error') complaints.push(said.text())
  })
  await screen.goto(station.url())
  await screen.getByText(/^Oppdatert /).waitFor()
  await screen.getByRole('link', { name: 'Plan' }).click()
  await screen.locator('.plan-line').first().waitFor()
  return screen
}

beforeEach(async () => {
  complaints = []
  folder = mkdtempSync(join(tmpdir(), 'kant-plan-screen-'))
  const data = join(folder, 'station')
  mkdirSync(data)
  service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, limitFactor: 100 })
  const key = service.keys?.maskin ?? ''
  const connected = await connectWorkshop({ folder: data, baseUrl: service.baseUrl, key, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  station = await serveStation({
    folder: data,
    pageFolder: built.pageFolder,
    openStation: async () => openStation({ dataFolder: data }),
    clock: systemClock,
    random: randomBytes,
    onFault: (name, fault) => {
      throw new Error(name, { cause: fault })
    },
  })
  page = await opened()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`the page showed: ${await page.locator('body').innerText()}`)
  for (const context of built.browser.contexts()) await context.close()
  await station.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
})

const load = (machine: string, on = page) => on.getByRole('button', { name: new RegExp(`^${machine}`) }).first()
const names = (on = page): Promise<string[]> => on.locator('.plan-line .plan-name strong').allInnerTexts()
const dialog = () => page.getByRole('dialog')
const close = () => dialog().locator('.button.primary', { hasText: 'Lukk' }).click()

test('a sheet is given to another machine by its answer, another screen shows it, and it is taken back', async () => {
  const other = await opened()
  await load('Kantpresse 1').click()
  await load('Kantpresse 1', other).click()
  const before = await names()
  const [first = ''] = before
  const line = page.locator('.plan-line', { hasText: first }).first()
  await line.getByRole('button', { name: /^Kantpresse 2, Kan ta den/ }).click()
  await expect.poll(() => names()).not.toContain(first)
  await expect.poll(() => names(other)).not.toContain(first)
  await load('Kantpresse 2', other).click()
  const there = other.locator('.plan-line', { hasText: first })
  await there.getByText('bare her').waitFor()
  await page.getByRole('button', { name: 'Angre' }).click()
  await expect.poll(() => names()).toEqual(before)
  await expect.poll(() => names(other)).not.toContain(first)
})

test('a sheet is moved by large buttons, pinned, and an order is proposed and taken', async () => {
  await load('Kantpresse 1').click()
  const before = await names()
  await page.locator('.plan-sheet').first().click()
  await dialog().getByRole('button', { name: 'Senere' }).click()
  await dialog().getByText('nr. 2 av').waitFor()
  await dialog().getByRole('button', { name: 'Først' }).click()
  await dialog().getByText('nr. 1 av').waitFor()
  await dialog().getByRole('button', { name: 'Fest' }).click()
  await dialog().getByRole('button', { name: 'Løsne' }).waitFor()
  await close()
  await expect.poll(() => names()).toEqual(before)
  await page.locator('.plan-tag', { hasText: 'Festet' }).waitFor()

  await page.getByRole('button', { name: 'Foreslå rekkefølge' }).click()
  const changing = async (column: number): Promise<number> =>
    Number.parseInt(
      await dialog()
        .getByRole('row', { name: /^Bytter/ })
        .getByRole('cell')
        .nth(column)
        .innerText(),
      10,
    )
  await dialog()
    .getByRole('row', { name: /^Bytter/ })
    .waitFor()
  const [now, proposed] = [await changing(0), await changing(1)]
  expect(proposed).toBeLessThan(now)
  await dialog().getByRole('button', { name: 'Bruk forslaget' }).click()
  await expect.poll(() => names()).not.toEqual(before)
  expect((await names())[0]).toBe(before[0])
})
