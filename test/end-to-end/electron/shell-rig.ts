// The desktop shell on a real Electron, attached to a fake station that the test controls.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, errors, type ElectronApplication, type Page } from 'playwright-core'
import { buildIfStale } from '../../../src-main/cli/start/build.ts'
import { serveStation, type ServedStation } from '../../../src-main/browser/serve-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { busyMs } from '../../chromium.ts'
import { fakeStation, type FakeStation } from '../screen/fake-station/fake-station.ts'
import { openDisplay, root, type Display } from './electron-runtime.ts'

export interface ShellRig {
  folder: string
  station: FakeStation
  served: ServedStation
  display: Display
  /** The running shell. */
  shell: ElectronApplication
  page: Page
  /** Serves the station again, at another address. */
  serveAgain: () => Promise<void>
  /** Closes the shell, and kills it if it does not end. */
  quit: () => Promise<void>
  start: () => Promise<void>
  /** Call it before each test: restores the first settings, and starts a new shell if the page does not answer. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

/** `program`: the path of Electron. Resolves when the window is open. */
export async function openShellRig(program: string): Promise<ShellRig> {
  await buildIfStale(root)
  const display = await openDisplay()
  const folder = mkdtempSync(join(tmpdir(), 'kant-desktop-'))
  const station = fakeStation()
  const serve = (): Promise<ServedStation> =>
    serveStation({
      folder,
      pageFolder: join(root, 'out', 'renderer'),
      openStation: async () => ({ station, close: async () => {} }),
      clock: systemClock,
      random: randomBytes,
      onError: () => {},
    })
  let served = await serve()
  let { shell, page } = await launchShell(program, folder, display)
  const initialShell = station.shell
  const quit = (): Promise<void> => endShell(shell)
  const start = async (): Promise<void> => {
    ;({ shell, page } = await launchShell(program, folder, display))
  }
  return {
    folder,
    station,
    display,
    get served() {
      return served
    },
    get shell() {
      return shell
    },
    get page() {
      return page
    },
    set page(next) {
      page = next
    },
    quit,
    serveAgain: async () => {
      await served.close()
      served = await serve()
    },
    start,
    refresh: async () => {
      station.pushShell(initialShell)
      if (await isUsable(page)) return
      await quit()
      await start()
      await untilListed(page)
    },
    close: async () => {
      await quit()
      await served.close()
      display.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Waits until the page shows the list. Rejects with what the page shows instead. */
export async function untilListed(page: Page): Promise<void> {
  try {
    await page.getByRole('listitem').first().waitFor()
  } catch (error) {
    const text = await page.evaluate('document.body.innerText').catch(String)
    throw new Error(`${page.url()} shows no list but: ${String(text)}`, { cause: error })
  }
}

const answersWithinMs = 10_000
/** On a computer that other programs share, Electron takes more than a minute to start. */
const startsWithinMs = 180_000

/** Whether the page is the app's and answers. False after the shell has ended. */
async function isUsable(page: Page): Promise<boolean> {
  const answered = new AbortController()
  const late = systemClock.wait(answersWithinMs, answered.signal).then(() => '')
  const origin = await Promise.race([page.evaluate('location.origin').catch(() => ''), late])
  answered.abort()
  return origin === 'app://kant'
}

interface LaunchedShell {
  shell: ElectronApplication
  page: Page
}

/**
 * Launches the shell. On a busy machine Electron 25 sometimes rejects the first message of its own page ("Message 0 rejected by interface
 * blink") and ends that page: its window stays empty. This is reported and tried once more; every other failure is an error.
 */
export async function launchShell(program: string, folder: string, display: Display): Promise<LaunchedShell> {
  try {
    return await launchOnce(program, folder, display)
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    console.warn(`the window of Electron stayed empty, so it is launched again: ${error.message}`)
    return launchOnce(program, folder, display)
  }
}

/** Rejects with a TimeoutError if no window shows a page. */
async function launchOnce(program: string, folder: string, display: Display): Promise<LaunchedShell> {
  const shell = await _electron.launch({
    executablePath: program,
    // without a graphics card the GPU process fails to start, and a window that waits for it stays empty
    args: ['--no-sandbox', '--disable-gpu', root, `--data=${folder}`],
    env: { ...stringsOf(process.env), DISPLAY: display.name },
    timeout: startsWithinMs,
  })
  try {
    const page = await shell.firstWindow({ timeout: startsWithinMs })
    page.setDefaultTimeout(busyMs)
    await page.locator('#screen > *').first().waitFor({ timeout: startsWithinMs })
    return { shell, page }
  } catch (fault) {
    shell.process().kill('SIGKILL')
    throw fault
  }
}

export async function endShell(shell: ElectronApplication): Promise<void> {
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  if (shell.process().exitCode !== null) return
  shell.process().once('exit', () => resolve())
  const late = new AbortController()
  void systemClock.wait(15_000, late.signal).then(() => late.signal.aborted || shell.process().kill('SIGKILL'))
  await Promise.race([shell.close(), exited])
  late.abort()
}

const stringsOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
