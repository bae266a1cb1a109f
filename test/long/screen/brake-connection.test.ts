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
/** What the simulated brake prints: its address, then an answer to each command. */
let answers: AsyncIterator<string>
let uri: string
let page: Page
beforeEach(async () => {
  built = await buildScreen()
  folder = mkdtempSync(join(tmpdir(), 'kant-pty-'))
  const program = join(import.meta.dirname, '../../../src-main/cli/brake-simulator.ts')
  brake = spawn(process.execPath, [program, '--pty', join(folder, 'brake'), '--end-with-stdin'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  answers = createInterface({ input: brake.stdout })[Symbol.asyncIterator]()
  uri = await nextAnswer()
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

async function nextAnswer(): Promise<string> {
  const { value } = await answers.next()
  return String(value)
}

/** Resolves after the simulated brake has done it. */
async function say(words: string): Promise<void> {
  brake.stdin.write(`${words}\n`)
  await nextAnswer()
}
const button = (name: string) => page.getByRole('button', { name })
const live = () => page.locator('.set-up-live')
const counter = () => live().locator('dt', { hasText: 'Teller' }).locator('..').locator('dd')

test('a brake is probed and linked, shows live values, reports an unplugged cable, and reconnects automatically', async () => {
  await page.getByLabel('Adressen til forbindelsen').fill(uri)
  await page.getByLabel('Styringens fil').fill('no-such-controller')
  await button('Test forbindelsen').click()
  await page.getByText('Forbindelsen kunne ikke testes.').waitFor()
  await page.getByLabel('Styringens fil').fill('modbus-simulator')
  await say('stall')
  await button('Test forbindelsen').click()
  await page.getByText('Pressa svarer ikke.').waitFor()
  await say('go')
  await button('Test forbindelsen').click()
  await page.getByText(/ svarer som /).waitFor()

  await button('Bruk denne forbindelsen').click()
  await button('Start på nytt').click()
  await live().getByText('Klar', { exact: true }).waitFor()
  await expect.poll(() => counter().innerText()).toBe('0')
  await say('count 7')
  await expect.poll(() => counter().innerText()).toBe('7')
  await say('alarm 2')
  await live().getByText('Alarm').first().waitFor()
  await say('clear')
  await live().getByText('Klar', { exact: true }).waitFor()

  // the probe of the linked line answers from the station’s own connection, which nobody else can use
  await button('Test forbindelsen').click()
  await page.getByText(/ svarer som /).waitFor()

  await say('unplug')
  await live()
    .getByText(/Kabelen til pressa er ikke satt i\.|Porten eller adressen til pressa finnes ikke\./)
    .first()
    .waitFor()
  expect(await live().getByText('Klar', { exact: true }).count()).toBe(0)
  await say('plug')
  await live().getByText('Klar', { exact: true }).waitFor()
  await expect.poll(() => counter().innerText()).toBe('7')
})
