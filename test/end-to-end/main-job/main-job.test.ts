// The main job in a real browser with real parts: the service over HTTP, a network that can be cut, the station with its stores and
// the built screen. Opens a sheet of the list, marks it offline, and sees the mark delivered when the network is back.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cuttableNetwork, type CuttableNetwork } from '../../../src-main/cli/demo/cuttable-network.ts'
import { serveStation, type ServedStation } from '../../../src-main/browser/serve-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/set-up/connect-workshop.ts'
import { openStation } from '../../../src-main/station/open/station.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { busyMs } from '../../chromium.ts'
import { buildScreen, type BuiltScreen } from '../screen/page/open-screen.ts'

let built: BuiltScreen
beforeAll(async () => {
  built = await buildScreen()
})
afterAll(() => built.close())

let folder: string
let service: Service
let network: CuttableNetwork
let station: ServedStation
let page: Page

const startStation = (): Promise<ServedStation> =>
  serveStation({
    folder: join(folder, 'station'),
    pageFolder: built.pageFolder,
    openStation: async () => openStation({ dataFolder: join(folder, 'station') }),
    clock: systemClock,
    random: randomBytes,
    onError: (name, fault) => {
      throw new Error(name, { cause: fault })
    },
  })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-main-job-'))
  mkdirSync(join(folder, 'station'))
  service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, checkAnswers: true, limitFactor: 100 })
  network = await cuttableNetwork(service.baseUrl)
  const key = service.keys?.maskin ?? ''
  const connected = await connectWorkshop({
    folder: join(folder, 'station'),
    baseUrl: network.baseUrl,
    key,
    clock: systemClock,
  })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  station = await startStation()
  const context = await built.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'nb-NO' })
  page = await context.newPage()
  page.setDefaultTimeout(busyMs)
  await page.goto(station.url())
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`the page showed: ${await page.locator('body').innerText()}`)
  await page.context().close()
  await station.close()
  await network.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const unbentLine = () => page.getByRole('button', { name: /^Ordre T-.*Gjenstår/ }).first()
const markButton = () => page.getByRole('button', { name: 'Merk som bøyd' })

async function openUnbentSheet(): Promise<string> {
  const name = (await unbentLine().getAttribute('aria-label')) ?? ''
  const [sheet = '', order = ''] = /^Ordre (T-\d+), seddel \d+,/.exec(name) ?? []
  // the list may still be loading, so that another line may be the first now
  await page.getByRole('button', { name: new RegExp(`^${sheet}`) }).click()
  await markButton().waitFor()
  return order
}

async function countBent(key: string): Promise<number> {
  const response = await fetch(`${service.baseUrl}/bending-list?limit=100`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const list: unknown = await response.json()
  return JSON.stringify(list).split('"bent":{').length - 1
}

describe('the main job in a browser', () => {
  test('a sheet is marked while the network is down and is bent in the service when it is back', async () => {
    const key = service.keys?.sandbox ?? ''
    const before = await countBent(key)
    const bentToday = async (): Promise<number> =>
      Number(/(\d+) av \d+ bøyd/.exec(await page.getByRole('tab', { name: /I dag/ }).innerText())?.[1])
    // the count is shown once the whole list is read
    await expect.poll(bentToday).toBeGreaterThanOrEqual(0)
    const bentTodayBefore = await bentToday()
    const order = await openUnbentSheet()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(order)
    await expect.poll(() => page.locator('svg').count()).toBeGreaterThanOrEqual(2)

    await network.cut()
    // begins before the click: the text is shown for ten seconds, in which a busy machine may still be ending the click
    const undoable = page.getByText('Merket, kan angres').first().waitFor()
    await Promise.all([undoable, markButton().click()])
    await page.getByText('Merket, i kø').first().waitFor()
    await page
      .getByText(/Frakoblet/)
      .first()
      .waitFor()
    expect(await countBent(key)).toBe(before)

    await network.restore()
    await expect.poll(() => countBent(key)).toBe(before + 1)
    await page.getByText('Alt er levert').first().waitFor()
    await page.getByRole('button', { name: /Til lista/ }).click()
    await expect.poll(bentToday).toBe(bentTodayBefore + 1)
  })

  test('a mark that is undone within its ten seconds never reaches the service', { tags: 'long' }, async () => {
    const key = service.keys?.sandbox ?? ''
    const before = await countBent(key)
    await openUnbentSheet()
    await markButton().click()
    await page.getByRole('button', { name: /^Angre/ }).click()
    await page.getByText('Merket ble angret').first().waitFor()
    await markButton().waitFor()
    expect(await countBent(key)).toBe(before)
  })

  test(
    'after a restart without a network the list is shown and says that the station is offline',
    { tags: 'long' },
    async () => {
      await unbentLine().waitFor()
      await network.cut()
      await station.close()
      station = await startStation()
      await page.goto('about:blank')
      await page.goto(station.url())
      await unbentLine().waitFor()
      await page
        .getByText(/Frakoblet/)
        .first()
        .waitFor()
      expect(await openUnbentSheet()).toMatch(/^T-/)
    },
  )
})
