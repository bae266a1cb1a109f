// `npm start` as a newcomer meets it: the real program with its real children, on an empty data folder.
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
import { startTheApp, type StartedApp } from './started-app.ts'

// several programs start one after the other here, on a machine that may be busy
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
  for (const one of started) await one.end()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
})

const dataFolder = (): string => join(scratch, 'data')
const stationFolder = (): string => join(dataFolder(), 'sandbox', 'station')

function start(env: Record<string, string> = {}): StartedApp {
  const app = startTheApp(dataFolder(), env)
  started.push(app)
  return app
}

const addressIn = (line: string): string => /http:\/\/127\.0\.0\.1:\d+\/#launch=[0-9a-f]{64}/.exec(line)?.[0] ?? ''

const reaches = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  )

/** How the station stands once it has asked the service: the list alone may come from its cache. */
async function stationStands(): Promise<string> {
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

async function seeList(browser: Browser, address: string): Promise<number> {
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

  test('brings up the sandbox and prints an address that shows its list; Ctrl-C ends all of it', async () => {
    const app = start()
    const service = /http:\S+\/api\/v1/.exec(await app.line('the sandbox workshop fjordbeslag answers'))?.[0] ?? ''
    const address = addressIn(await app.line('no display'))
    expect(await seeList(browser, address)).toBeGreaterThan(5)
    expect(await reaches(`${service}/me`)).toBe(true)
    expect(await app.end()).toBe(0)
    expect(app.lines.at(-1)).toBe('All is closed.')
    expect(app.lines.join('\n')).not.toMatch(/has ended|Enter/)
    expect([await reaches(`${service}/me`), await reaches(new URL(address).origin)]).toEqual([false, false])
    expect(existsSync(join(stationFolder(), 'attach.json'))).toBe(false)
  })

  test('says on a terminal that Enter gives another address, and gives it', async () => {
    // util-linux's own, so that the program has a terminal
    const words = [process.execPath, join(root, 'src-main', 'cli', 'start.ts'), '--data', dataFolder()]
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
    const terminal = spawn('script', ['-qec', words.map((word) => `'${word}'`).join(' '), '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const addresses: string[] = []
    for await (const line of createInterface({ input: terminal.stdout })) {
      const address = addressIn(line)
      if (address !== '') addresses.push(address)
      if (address !== '' && addresses.length === 2)
        terminal.stdin.end('\u0003') // Ctrl-C
      else if (addresses.length < 2 && line.includes('Enter prints another address')) terminal.stdin.write('\r')
    }
    expect(new Set(addresses).size).toBe(2)
  })

  test('a second start opens a screen on the station that runs, and leaves it running', async () => {
    const app = start()
    const first = addressIn(await app.line('no display'))
    const second = start()
    await second.line('A station runs here already')
    const address = addressIn(await second.line('no display'))
    expect(await second.exit).toBe(0)
    expect(new URL(address).origin).toBe(new URL(first).origin)
    expect(address).not.toBe(first)
    expect(await seeList(browser, address)).toBeGreaterThan(5)
  })

  test('a later start works on with the key that is kept, and one that finds none asks the workshop for a new one', async () => {
    const first = start()
    await first.line('no display')
    await first.end()
    const again = start()
    await again.line('no display')
    expect(await stationStands()).toBe('online')
    await again.end()
    rmSync(join(stationFolder(), 'keys.json'), { force: true })
    const restarted = start()
    await restarted.line('no display')
    expect(await stationStands()).toBe('online')
  })

  test('says that the sandbox workshop has ended, and goes on without it', async () => {
    const app = start()
    const address = addressIn(await app.line('no display'))
    const children = readFileSync(`/proc/${app.process.pid}/task/${app.process.pid}/children`, 'utf8').trim().split(' ')
    const service = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('src-service'))
    process.kill(Number(service), 'SIGKILL')
    expect(await app.line('has ended')).toContain('SIGKILL')
    expect(await reaches(new URL(address).origin)).toBe(true)
  })

  test('a settings file that cannot be read ends the start with where it lies and what is wrong', async () => {
    mkdirSync(dataFolder(), { recursive: true })
    writeFileSync(join(dataFolder(), 'settings.json'), '{"baseUrl": 5}')
    const app = start()
    expect(await app.exit).toBe(1)
    expect(app.lines.join('\n')).toContain(join(dataFolder(), 'settings.json'))
    expect(app.lines.join('\n')).toContain('baseUrl')
  })

  test('an option that is not known ends the start with its name', async () => {
    const child = spawn(process.execPath, [join(root, 'src-main', 'cli', 'start.ts'), '--dta', 'x'], {
      stdio: 'ignore',
    })
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  })
})

test('a station without a window and without a workshop says so, and how to connect one', async () => {
  const child = spawn(
    process.execPath,
    [join(root, 'src-main', 'cli', 'kant.ts'), '--station', '--data', dataFolder()],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = text(child.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    expect(JSON.parse(line)).toEqual({ ready: true, dataFolder: dataFolder(), workshop: null })
    child.kill('SIGTERM')
  }
  expect(await said).toMatch(/No workshop is connected to .*\n.*kant -- connect https:.* --data /)
})

describe('npm start with a display and no Electron', () => {
  let display: Display
  beforeAll(async () => {
    display = await openDisplay()
  })
  afterAll(() => display.close())

  test('says so in one line and opens the list in a Chromium window of its own; closing it ends all', async () => {
    // the real Chromium, with a door through which the test looks at its window
    const real = findChromium(process.platform, process.env) ?? ''
    const programs = join(scratch, 'programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'chromium'), `#!/bin/sh\nexec ${real} --remote-debugging-port=0 "$@"\n`)
    chmodSync(join(programs, 'chromium'), 0o755)
    const app = start({
      DISPLAY: display.name,
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
      TMPDIR: scratch,
      ELECTRON_OVERRIDE_DIST_PATH: programs,
    })
    expect(await app.line('Electron is not available')).toContain(join(programs, 'chromium'))
    const door = (): string => {
      const profile = readdirSync(scratch).find((name) => name.startsWith('kant-window-')) ?? ''
      return readFileSync(join(scratch, profile, 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? ''
    }
    await expect.poll(() => existsDoor(door), { timeout: 20_000 }).toBe(true)
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${door()}`)
    const [page] = browser.contexts().flatMap((context) => context.pages())
    await page?.getByRole('listitem').first().waitFor()
    expect(await page?.title()).toBe('Kant')
    // the code is spent and gone from the address
    expect(page?.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(#(?!launch).*)?$/)
    await page?.close()
    expect(await app.exit).toBe(0)
    expect(app.lines.at(-1)).toBe('All is closed.')
    expect(readdirSync(scratch).filter((name) => name.startsWith('kant-window-'))).toEqual([])
  })
})

function existsDoor(door: () => string): boolean {
  try {
    return door() !== ''
  } catch {
    return false
  }
}
