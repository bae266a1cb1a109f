// The technician links a brake on a real serial line: a wrong file, a silent line, who answers, live values as the machine goes on, the
// cable pulled out and put back. The brake is the simulator as a program of its own, on a pseudo terminal.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveStation, type ServedStation } from '../../../src-main/cli/start-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/connect-workshop.ts'
import { openPreparedStation } from '../../../src-main/station/prepared-station.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { buildScreen, type BuiltScreen } from './open-screen.ts'

// a service, a station, a brake and a browser together, on a machine that may be busy
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let folder: string
let built: BuiltScreen
let service: Service
let station: ServedStation
let brake: ChildProcessByStdio<Writable, Readable, null>
let uri: string
let page: Page
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-line-'))
  const data = join(folder, 'station')
  mkdirSync(data)
  built = await buildScreen()
  service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, limitFactor: 100 })
  const key = service.keys?.maskin ?? ''
  const connected = await connectWorkshop({ folder: data, baseUrl: service.baseUrl, key, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  const program = join(import.meta.dirname, '../../../src-main/cli/brake-simulator.ts')
  brake = spawn(process.execPath, [program, '--pty', join(folder, 'brake'), '--end-with-stdin'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [said]: unknown[] = await once(createInterface({ input: brake.stdout }), 'line')
  uri = String(said)
  station = await serveStation({
    folder: data,
    pageFolder: built.pageFolder,
    openStation: () => openPreparedStation({ dataFolder: data, systemKeyStore: null }),
    clock: systemClock,
    random: randomBytes,
    onFault: (name, fault) => {
      throw new Error(name, { cause: fault })
    },
  })
  const context = await built.browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'nb-NO' })
  page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(station.url())
  await page.getByText(/^Oppdatert /).waitFor()
  await page.evaluate(`location.hash = '#/setup/brake'`)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`the page showed: ${await page.locator('body').innerText()}`)
  await page.context().close()
  await station.close()
  brake.stdin.end('quit\n')
  await once(brake, 'exit')
  await service.close()
  await built.close()
  rmSync(folder, { recursive: true, force: true })
})

const say = (words: string): void => void brake.stdin.write(`${words}\n`)
const button = (name: string) => page.getByRole('button', { name })
const live = () => page.locator('.set-up-live')
const counter = () => live().locator('dt', { hasText: 'Teller' }).locator('..').locator('dd')

test('a line is probed, linked by one button, lives, says that its cable is out, and comes back by itself', async () => {
  await page.getByLabel('Linjas adresse').fill(uri)
  await page.getByLabel('Styringens fil').fill('no-such-controller')
  await button('Se hvem som svarer').click()
  await page.getByText('Kunne ikke spørre.').waitFor()
  await page.getByLabel('Styringens fil').fill('modbus-simulator')
  say('stall')
  await button('Se hvem som svarer').click()
  await page.getByText('Pressa svarer ikke.').waitFor()
  say('go')
  await button('Se hvem som svarer').click()
  await page.getByText(/ svarer som /).waitFor()

  await button('Bruk denne linja').click()
  await button('Begynn på nytt').click()
  await live().getByText('Klar', { exact: true }).waitFor()
  await expect.poll(() => counter().innerText(), { timeout: 30_000 }).toBe('0')
  say('count 7')
  await expect.poll(() => counter().innerText(), { timeout: 30_000 }).toBe('7')
  say('alarm 2')
  await live().getByText('Alarm').first().waitFor()
  say('clear')
  await live().getByText('Klar', { exact: true }).waitFor()

  // what the station itself knows is told of its own line: nobody else can ask there
  await button('Se hvem som svarer').click()
  await page.getByText(/ svarer som /).waitFor()

  say('unplug')
  await live()
    .getByText(/Kabelen til pressa er ute\.|Porten eller adressen til pressa finnes ikke\./)
    .first()
    .waitFor()
  expect(await live().getByText('Klar', { exact: true }).count()).toBe(0)
  say('plug')
  await live().getByText('Klar', { exact: true }).waitFor()
  await expect.poll(() => counter().innerText(), { timeout: 30_000 }).toBe('7')
})
