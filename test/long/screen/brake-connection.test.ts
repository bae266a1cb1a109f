// Linking a brake on a serial line: a file with an error, a line without an answer, the device that answers, live values, and a cable that is
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPreparedStation } from '../../../src-main/station/open/prepared-station.ts'
import { buildScreen, type BuiltScreen } from '../../end-to-end/screen/page/open-screen.ts'
import { serveRealStation, type RealServedStation } from '../../end-to-end/screen/real-workshop/served-station.ts'

let folder: string
let built: BuiltScreen
let station: RealServedStation
let brake: ChildProcessByStdio<Writable, Readable, null>
let uri: string
let page: Page
beforeEach(async () => {
  built = await buildScreen()
  folder = mkdtempSync(join(tmpdir(), 'kant-pty-'))
  const program = join(import.meta.dirname, '../../../src-main/cli/brake-simulator.ts')
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

test('a brake is probed and linked, shows live values, reports an unplugged cable, and reconnects automatically', async () => {
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
  await expect.poll(() => counter().innerText()).toBe('0')
  say('count 7')
  await expect.poll(() => counter().innerText()).toBe('7')
  say('alarm 2')
  await live().getByText('Alarm').first().waitFor()
  say('clear')
  await live().getByText('Klar', { exact: true }).waitFor()

  // the probe of the linked line answers from the station’s own connection, which nobody else can use
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
  await expect.poll(() => counter().innerText()).toBe('7')
})
