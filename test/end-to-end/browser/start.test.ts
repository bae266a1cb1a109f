// `npm start` on an empty data folder: the real program with its real child processes.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReconnectingLink, type LinkMessage, type StatusView } from '../../../shared/station-api/index.ts'
import { findChromium } from '../../../src-main/cli/start/chromium.ts'
import { buildIfStale } from '../../../src-main/cli/start/build.ts'
import { readAttachFile } from '../../../src-main/station/attach/attach-file.ts'
import { openStationChannel } from '../../../src-main/station/attach/web-socket-channel.ts'
import { openDisplay, root, type Display } from '../electron/electron-runtime.ts'
import { startApp, type StartedApp } from './started-app.ts'

// several programs start one after the other, possibly on a busy machine
vi.setConfig({ testTimeout: 90_000 })

let scratch: string
let started: StartedApp[]

beforeAll(async () => {
  await buildIfStale(root)
})
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'kant-start-'))
  started = []
})
afterEach(async () => {
  for (const app of started) await app.end()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
})

const dataFolder = (): string => join(scratch, 'data')
const stationFolder = (): string => join(dataFolder(), 'sandbox', 'station')

function start(env: Record<string, string> = {}): StartedApp {
  const app = startApp(dataFolder(), env)
  started.push(app)
  return app
}

const addressIn = (line: string): string => /http:\/\/127\.0\.0\.1:\d+\/#launch=[0-9a-f]{64}/.exec(line)?.[0] ?? ''

const reaches = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  )

/** The state of the connection after the station has called the service; the list alone may come from the cache. */
async function connectionState(): Promise<string> {
  const address = readAttachFile(stationFolder())
  if (address === null) throw new Error('there is no attach file')
  const link = new ReconnectingLink({ open: () => openStationChannel(address), wait: () => Promise.resolve() })
  const state = await new Promise<string>((resolve) => {
    link.subscribe((message) => {
      const status = statusIn(message)
      if (status !== null && status.connection.state !== 'starting') resolve(status.connection.state)
    })
  })
  link.close()
  return state
}

function statusIn(message: LinkMessage): StatusView | null {
  if (message.kind === 'snapshot') return message.snapshot.status
  return message.kind === 'push' && message.name === 'status' ? message.data : null
}

async function countRows(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage()
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
    const address = addressIn(await app.line('no display'))
    expect(await countRows(browser, address)).toBeGreaterThan(5)
    expect(await reaches(`${service}/me`)).toBe(true)
    expect(await app.end()).toBe(0)
    expect(app.lines.at(-1)).toBe('All is closed.')
    expect(app.lines.join('\n')).not.toMatch(/has ended|Enter/)
    expect([await reaches(`${service}/me`), await reaches(new URL(address).origin)]).toEqual([false, false])
    expect(existsSync(join(stationFolder(), 'attach.json'))).toBe(false)
  })

  test('says on a terminal that Enter prints another address, and prints it', async () => {
    // `script` of util-linux gives the program a terminal
    const command = [process.execPath, join(root, 'src-main', 'cli', 'start.ts'), '--data', dataFolder()]
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
    const terminal = spawn('script', ['-qec', command.map((part) => `'${part}'`).join(' '), '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const addresses: string[] = []
    for await (const line of createInterface({ input: terminal.stdout })) {
      const address = addressIn(line)
      if (address !== '') addresses.push(address)
      if (address !== '' && addresses.length === 2) terminal.stdin.end('\u0003') // Ctrl-C
      else if (addresses.length < 2 && line.includes('Enter prints another address')) terminal.stdin.write('\r')
    }
    expect(new Set(addresses).size).toBe(2)
  })

  test('a second start opens a screen of the running station and does not end it', async () => {
    const app = start()
    const first = addressIn(await app.line('no display'))
    const second = start()
    await second.line('A station runs here already')
    const address = addressIn(await second.line('no display'))
    expect(await second.exit).toBe(0)
    expect(new URL(address).origin).toBe(new URL(first).origin)
    expect(address).not.toBe(first)
    expect(await countRows(browser, address)).toBeGreaterThan(5)
  })

  test('a later start uses the stored key, and without a stored key requests a new one from the workshop', async () => {
    const first = start()
    await first.line('no display')
    await first.end()
    const second = start()
    await second.line('no display')
    expect(await connectionState()).toBe('online')
    await second.end()
    rmSync(join(stationFolder(), 'keys.json'), { force: true })
    const withoutKey = start()
    await withoutKey.line('no display')
    expect(await connectionState()).toBe('online')
  })

  test('says that the sandbox workshop has ended, and continues without it', async () => {
    const app = start()
    const address = addressIn(await app.line('no display'))
    const children = readFileSync(`/proc/${app.process.pid}/task/${app.process.pid}/children`, 'utf8').trim().split(' ')
    const service = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('src-service'))
    process.kill(Number(service), 'SIGKILL')
    expect(await app.line('has ended')).toContain('SIGKILL')
    expect(await reaches(new URL(address).origin)).toBe(true)
  })

  test('an invalid settings file ends the start with its path and the invalid field', async () => {
    mkdirSync(dataFolder(), { recursive: true })
    writeFileSync(join(dataFolder(), 'settings.json'), '{"baseUrl": 5}')
    const app = start()
    expect(await app.exit).toBe(1)
    expect(app.lines.join('\n')).toContain(join(dataFolder(), 'settings.json'))
    expect(app.lines.join('\n')).toContain('baseUrl')
  })

  test('an unknown option ends the start', async () => {
    const child = spawn(process.execPath, [join(root, 'src-main', 'cli', 'start.ts'), '--dta', 'x'], {
      stdio: 'ignore',
    })
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  })
})

test('a station without a window and without a workshop says how to connect a workshop', async () => {
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
  expect(await errorOutput).toMatch(/No workshop is connected to .*\n.*kant -- connect https:.* --data /)
})

describe('npm start with a display and no Electron', () => {
  let display: Display
  beforeAll(async () => {
    display = await openDisplay()
  })
  afterAll(() => display.close())

  test('says in one line that Electron is missing and opens a separate Chromium window; closing it ends every program', async () => {
    // the real Chromium with a debugging port, through which the test reads its window
    const chromiumPath = findChromium(process.platform, process.env) ?? ''
    const programs = join(scratch, 'programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'chromium'), `#!/bin/sh\nexec ${chromiumPath} --remote-debugging-port=0 "$@"\n`)
    chmodSync(join(programs, 'chromium'), 0o755)
    const app = start({
      DISPLAY: display.name,
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
      TMPDIR: scratch,
      ELECTRON_OVERRIDE_DIST_PATH: programs,
    })
    expect(await app.line('Electron is not available')).toContain(join(programs, 'chromium'))
    const debuggingPort = (): string => {
      const profile = readdirSync(scratch).find((name) => name.startsWith('kant-window-')) ?? ''
      return readFileSync(join(scratch, profile, 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? ''
    }
    await expect.poll(() => hasPort(debuggingPort), { timeout: 20_000 }).toBe(true)
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort()}`)
    const [page] = browser.contexts().flatMap((context) => context.pages())
    await page?.getByRole('listitem').first().waitFor()
    expect(await page?.title()).toBe('Kant')
    // the launch code is used and no longer in the address
    expect(page?.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(#(?!launch).*)?$/)
    await page?.close()
    expect(await app.exit).toBe(0)
    expect(app.lines.at(-1)).toBe('All is closed.')
    expect(readdirSync(scratch).filter((name) => name.startsWith('kant-window-'))).toEqual([])
  })
})

function hasPort(debuggingPort: () => string): boolean {
  try {
    return debuggingPort() !== ''
  } catch {
    return false
  }
}
