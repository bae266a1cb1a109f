// The technician links a brake on a real serial line: a wrong file, a silent line, who answers, live values as the machine goes on, the
// cable pulled out and put back. The brake is the simulator as a program of its own, on a pseudo terminal.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPreparedStation } from '../../../../src-main/station/open/prepared-station.ts'
import { buildScreen, type BuiltScreen } from '../page/open-screen.ts'
import { serveRealStation, type RealServedStation } from '../real-workshop/served-station.ts'

// a service, a station, a brake and a browser together, on a machine that may be busy
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let folder: string
let built: BuiltScreen
let station: RealServedStation
let brake: ChildProcessByStdio<Writable, Readable, null>
let uri: string
let page: Page
beforeEach(async () => {
  built = await buildScreen()
  folder = mkdtempSync(join(tmpdir(), 'kant-pty-'))
  const program = join(import.meta.dirname, '../../../../src-main/cli/brake-simulator.ts')
  brake = spawn(process.execPath, [program, '--pty', join(folder, 'brake'), '--end-with-stdin'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [address]: unknown[] = await once(createInterface({ input: brake.stdout }), 'line')
  uri = String(address)
  station = await serveRealStation({
    built,
    open: (dataFolder) => openPreparedStation({ dataFolder, systemKeyStore: null }),
  })
  page = await station.openPage()
  await page.evaluate(`location.hash = '#/setup/brake'`)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`the page showed: ${await page.locator('body').innerText()}`)
  await station.close()
  brake.stdin.end('quit\n')
  await once(brake, 'exit')
  await built.close()
  rmSync(folder, { recursive: true, force: true })
})

const say = (words: string): void => void brake.stdin.write(`${words}\n`)
const button = (name: string) => page.getByRole('button', { name })
const live = () => page.locator('.set-up-live')
const counter = () => live().locator('dt', { hasText: 'Teller' }).locator('..').locator('dd')

test('a line is probed, linked by one button, lives, says that its cable is out, and comes back by itself', async () => {
  await page.getByLabel('Adressen til forbindelsen').fill(uri)
  await page.getByLabel('Styringens fil').fill('no-such-controller')
  await button('Test forbindelsen').click()
  await page.getByText('Forbindelsen kunne ikke testes.').waitFor()
  await page.getByLabel('Styringens fil').fill('modbus-simulator')
  say('stall')
  await button('Test forbindelsen').click()
  await page.getByText('Pressa svarer ikke.').waitFor()
  say('go')
  await button('Test forbindelsen').click()
  await page.getByText(/ svarer som /).waitFor()

  await button('Bruk denne forbindelsen').click()
  await button('Start på nytt').click()
  await live().getByText('Klar', { exact: true }).waitFor()
  await expect.poll(() => counter().innerText(), { timeout: 30_000 }).toBe('0')
  say('count 7')
  await expect.poll(() => counter().innerText(), { timeout: 30_000 }).toBe('7')
  say('alarm 2')
  await live().getByText('Alarm').first().waitFor()
  say('clear')
  await live().getByText('Klar', { exact: true }).waitFor()

  // what the station itself knows is told of its own line: nobody else can ask there
  await button('Test forbindelsen').click()
  await page.getByText(/ svarer som /).waitFor()

  say('unplug')
  await live()
    .getByText(/Kabelen til pressa er ikke satt i\.|Porten eller adressen til pressa finnes ikke\./)
    .first()
    .waitFor()
  expect(await live().getByText('Klar', { exact: true }).count()).toBe(0)
  say('plug')
  await live().getByText('Klar', { exact: true }).waitFor()
  await expect.poll(() => counter().innerText(), { timeout: 30_000 }).toBe('7')
})
