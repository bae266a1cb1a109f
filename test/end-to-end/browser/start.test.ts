// `npm start` on an empty data folder: the real program with its real child processes.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../../src-main/cli/start/chromium.ts'
import { busyMs } from '../../chromium.ts'
import { root } from '../electron/electron-runtime.ts'
import { addressIn, reaches, startFixture } from './start-fixture.ts'

// several programs start one after the other, possibly on a busy machine
const { dataFolder, stationFolder, start } = startFixture()

async function countRows(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage()
  page.setDefaultTimeout(busyMs)
  await page.goto(address)
  await page.getByRole('listitem').first().waitFor()
  const rows = await page.getByRole('listitem').count()
  await page.close()
  return rows
}

describe('npm start without a display', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: findChromium(process.platform, process.env) ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    })
  })
  afterAll(() => browser.close())

  test('starts the sandbox and prints an address that shows its list; Ctrl-C ends every program', async () => {
    const app = start()
    const service = /http:\S+\/api\/v1/.exec(await app.line('the sandbox workshop fjordbeslag answers'))?.[0] ?? ''
    const address = addressIn(await app.line('No display found'))
    expect(await countRows(browser, address)).toBeGreaterThan(5)
    expect(await reaches(`${service}/me`)).toBe(true)
    expect(await app.end()).toBe(0)
    expect(app.lines.at(-1)).toBe('Everything has stopped.')
    expect(app.lines.join('\n')).not.toMatch(/has ended|Enter/)
    expect([await reaches(`${service}/me`), await reaches(new URL(address).origin)]).toEqual([false, false])
    expect(existsSync(join(stationFolder(), 'attach.json'))).toBe(false)
  })

  test('a second start opens a screen of the running station and does not end it', { tags: 'long' }, async () => {
    const app = start()
    const first = addressIn(await app.line('No display found'))
    const second = start()
    await second.line('A station runs here already')
    const address = addressIn(await second.line('No display found'))
    expect(await second.exit).toBe(0)
    expect(new URL(address).origin).toBe(new URL(first).origin)
    expect(address).not.toBe(first)
    expect(await countRows(browser, address)).toBeGreaterThan(5)
  })

  test('an invalid settings file ends the start with its path and the invalid field', { tags: 'long' }, async () => {
    mkdirSync(dataFolder(), { recursive: true })
    writeFileSync(join(dataFolder(), 'settings.json'), '{"baseUrl": 5}')
    const app = start()
    expect(await app.exit).toBe(1)
    expect(app.lines.join('\n')).toContain(join(dataFolder(), 'settings.json'))
    expect(app.lines.join('\n')).toContain('baseUrl')
  })

  test('an unknown option ends the start', { tags: 'long' }, async () => {
    const child = spawn(process.execPath, [join(root, 'src-main', 'cli', 'start.ts'), '--dta', 'x'], {
      stdio: 'ignore',
    })
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  })
})

test('a station without a window and without a workshop says how to connect a workshop', { tags: 'long' }, async () => {
  const child = spawn(
    process.execPath,
    [join(root, 'src-main', 'cli', 'kant.ts'), '--station', '--data', dataFolder()],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const errorOutput = text(child.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    expect(JSON.parse(line)).toEqual({ ready: true, dataFolder: dataFolder(), workshop: null })
    child.kill('SIGTERM')
  }
  expect(await errorOutput).toMatch(/No workshop is connected to .*\n.*kant -- --data .* connect https:/)
})
