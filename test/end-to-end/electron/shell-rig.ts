// The desktop shell on a real Electron, attached to a station that a test holds in its hand and that runs beside it.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { buildIfStale } from '../../../src-main/cli/start/build.ts'
import { serveStation, type ServedStation } from '../../../src-main/cli/start/serve-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { fakeStation, type FakeStation } from '../screen/fake-station/fake-station.ts'
import { openDisplay, root, type Display } from './electron-runtime.ts'

export interface ShellRig {
  folder: string
  station: FakeStation
  served: ServedStation
  display: Display
  /** Of the shell that runs now. */
  shell: ElectronApplication
  page: Page
  /** Stands in for the station that ran, and is found under another address. */
  serveAgain: () => Promise<void>
  /** Asked to end as a person would, and ended when it does not. */
  quit: () => Promise<void>
  start: () => Promise<void>
  /** Before each test: as at the start again, whatever the one before left, and a shell of its own where that one broke it. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

/** `program`: Electron's. Comes with its window open. */
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
  const atFirst = station.shell
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
      station.pushShell(atFirst)
      if (await isUsable(page)) return
      await quit()
      await start()
      await page.getByRole('listitem').first().waitFor()
    },
    close: async () => {
      await quit()
      await served.close()
      display.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const answersWithinMs = 10_000

/** Whether the page is the app's and answers; a shell that has ended has none. */
async function isUsable(page: Page): Promise<boolean> {
  const over = new AbortController()
  const late = systemClock.wait(answersWithinMs, over.signal).then(() => '')
  const origin = await Promise.race([page.evaluate('location.origin').catch(() => ''), late])
  over.abort()
  return origin === 'app://kant'
}

interface LaunchedShell {
  shell: ElectronApplication
  page: Page
}

/** On a busy machine Electron 25 now and then starts without ever opening its window: it is then started once more. */
export async function launchShell(
  program: string,
  folder: string,
  display: Display,
  tries = 2,
): Promise<LaunchedShell> {
  const shell = await _electron.launch({
    executablePath: program,
    args: ['--no-sandbox', root, `--data=${folder}`],
    env: { ...stringsOf(process.env), DISPLAY: display.name },
    timeout: 30_000,
  })
  try {
    return { shell, page: await shell.firstWindow({ timeout: 20_000 }) }
  } catch (fault) {
    shell.process().kill('SIGKILL')
    if (tries === 1) throw fault
    return launchShell(program, folder, display, tries - 1)
  }
}

export async function endShell(shell: ElectronApplication): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  if (shell.process().exitCode !== null) return
  shell.process().once('exit', () => resolve())
  const late = new AbortController()
  void systemClock.wait(15_000, late.signal).then(() => late.signal.aborted || shell.process().kill('SIGKILL'))
  await Promise.race([shell.close(), over])
  late.abort()
}

const stringsOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
