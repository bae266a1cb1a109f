// `npm start` in a terminal, again on the same folder, after its service ended, and with a display but no Electron.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReconnectingLink, type LinkMessage, type StatusView } from '../../../shared/station-api/index.ts'
import { findChromium } from '../../../src-main/cli/start/chromium.ts'
import { readAttachFile } from '../../../src-main/station/attach/attach-file.ts'
import { openStationChannel } from '../../../src-main/station/attach/web-socket-channel.ts'
import { openDisplay, root, type Display } from '../../end-to-end/electron/electron-runtime.ts'
import { addressIn, reaches, startFixture } from '../../end-to-end/browser/start-fixture.ts'

const { scratch, dataFolder, stationFolder, start } = startFixture()

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

describe('npm start without a display', () => {
  test('says on a terminal that Enter prints another address, and prints it', async () => {
    // `script` of util-linux gives the program a terminal
    const command = [process.execPath, join(root, 'src-main', 'cli', 'start.ts'), '--data', dataFolder()]
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
    const terminal = spawn('script', ['-qec', command.map((part) => `'${part}'`).join(' '), '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const addresses = new Set<string>()
    for await (const line of createInterface({ input: terminal.stdout })) {
      const address = addressIn(line)
      if (address !== '') addresses.add(address)
      if (address !== '' && addresses.size === 2) terminal.stdin.end('\u0003') // Ctrl-C
      else if (line.includes('Enter prints another address')) terminal.stdin.write('\r')
    }
    expect(addresses.size).toBe(2)
  })

  test('a later start uses the stored key, and without a stored key requests a new one from the workshop', async () => {
    const first = start()
    await first.line('No display found')
    await first.end()
    const second = start()
    await second.line('No display found')
    expect(await connectionState()).toBe('online')
    await second.end()
    rmSync(join(stationFolder(), 'keys.json'), { force: true })
    const withoutKey = start()
    await withoutKey.line('No display found')
    expect(await connectionState()).toBe('online')
  })

  test('says that the sandbox workshop has ended, and continues without it', async () => {
    const app = start()
    const address = addressIn(await app.line('No display found'))
    const children = readFileSync(`/proc/${app.process.pid}/task/${app.process.pid}/children`, 'utf8').trim().split(' ')
    const service = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('src-service'))
    process.kill(Number(service), 'SIGKILL')
    expect(await app.line('has ended')).toContain('SIGKILL')
    expect(await reaches(new URL(address).origin)).toBe(true)
  })
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
    const programs = join(scratch(), 'programs')
    mkdirSync(programs)
    writeFileSync(join(programs, 'chromium'), `#!/bin/sh\nexec ${chromiumPath} --remote-debugging-port=0 "$@"\n`)
    chmodSync(join(programs, 'chromium'), 0o755)
    const app = start({
      DISPLAY: display.name,
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
      TMPDIR: scratch(),
      ELECTRON_OVERRIDE_DIST_PATH: programs,
    })
    expect(await app.line('Electron is not available')).toContain(join(programs, 'chromium'))
    const debuggingPort = (): string => {
      const profile = readdirSync(scratch()).find((name) => name.startsWith('kant-window-')) ?? ''
      return readFileSync(join(scratch(), profile, 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? ''
    }
    await expect.poll(() => hasPort(debuggingPort)).toBe(true)
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort()}`)
    const [page] = browser.contexts().flatMap((context) => context.pages())
    await page?.getByRole('listitem').first().waitFor()
    expect(await page?.title()).toBe('Kant')
    // the launch code is used and no longer in the address
    expect(page?.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/(#(?!launch).*)?$/)
    await page?.close()
    expect(await app.exit).toBe(0)
    expect(app.lines.at(-1)).toBe('Everything has stopped.')
    expect(readdirSync(scratch()).filter((name) => name.startsWith('kant-window-'))).toEqual([])
  })
})

function hasPort(debuggingPort: () => string): boolean {
  try {
    return debuggingPort() !== ''
  } catch {
    return false
  }
}
