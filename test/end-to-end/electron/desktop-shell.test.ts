import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildIfStale } from '../../../src-main/cli/start-build.ts'
import { serveStation, type ServedStation } from '../../../src-main/cli/start-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { heldStation, type HeldStation } from '../screen/held-station.ts'
import { electronForTests, openDisplay, root, type Display } from './electron-runtime.ts'

const program = electronForTests()

describe.skipIf(program === null)(
  'the desktop shell on a real Electron, attached to a station that runs beside it',
  () => {
    let display: Display
    let folder: string
    let station: HeldStation
    let served: ServedStation
    let shell: ElectronApplication
    let page: Page

    beforeAll(async () => {
      await buildIfStale(root)
      display = await openDisplay()
    })
    afterAll(() => display.close())

    const serve = (): Promise<ServedStation> =>
      serveStation({
        folder,
        pageFolder: join(root, 'out', 'renderer'),
        openStation: async () => ({ station, close: async () => {} }),
        clock: systemClock,
        random: randomBytes,
        onFault: () => {},
      })
    const launch = (): Promise<ElectronApplication> =>
      _electron.launch({
        executablePath: program ?? '',
        args: ['--no-sandbox', root, `--data=${folder}`],
        env: { ...stringsOf(process.env), DISPLAY: display.name },
        timeout: 20_000,
      })
    /** On a busy machine Electron 25 now and then starts without ever opening its window: it is then started once more. */
    const launchWithWindow = async (tries = 2): Promise<void> => {
      try {
        shell = await launch()
        page = await shell.firstWindow({ timeout: 20_000 })
      } catch (fault) {
        shell?.process().kill('SIGKILL')
        if (tries === 1) throw fault
        await launchWithWindow(tries - 1)
      }
    }
    /** Asked to end as a person would, and ended when it does not. */
    const quit = async (): Promise<void> => {
      const { promise: over, resolve } = Promise.withResolvers<void>()
      shell.process().once('exit', () => resolve())
      const late = new AbortController()
      void systemClock.wait(15_000, late.signal).then(() => late.signal.aborted || shell.process().kill('SIGKILL'))
      await Promise.race([shell.close(), over])
      late.abort()
    }

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kant-desktop-'))
      station = heldStation()
      served = await serve()
      await launchWithWindow()
    }, 120_000)
    afterEach(async () => {
      await quit()
      await served.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })

    const rows = () => page.getByRole('listitem')
    const hostPids = (): Promise<number[]> =>
      shell.evaluate(({ app }) =>
        app.getAppMetrics().flatMap(({ name, pid }) => (name === 'station-host' ? [pid] : [])),
      )

    /** Asked through Electron: the tests' own view of the page ends with its crash. */
    const rowsOfReloadedPage = (): Promise<number> =>
      shell.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'document.querySelectorAll("[role=listitem]").length',
        ),
      )

    test('shows the day’s list', async () => {
      await rows().first().waitFor()
      await expect.poll(() => rows().count()).toBeGreaterThan(5)
      expect(station.called).toContain('list.read')
    })

    test('gives the page nothing but the calls and what the station tells', async () => {
      await rows().first().waitFor()
      expect(
        await page.evaluate(() => ({
          address: String(Reflect.get(globalThis, 'location')),
          kant: Object.keys(Reflect.get(globalThis, 'kant')).toSorted(),
          node: ['process', 'require', 'module', 'Buffer', 'electron'].filter((name) => name in globalThis),
        })),
      ).toEqual({ address: 'app://kant/', kant: ['call', 'subscribe'], node: [] })
    })

    test('a refusal crosses into the page with its code', async () => {
      await rows().first().waitFor()
      await expect
        .poll(
          () =>
            page.evaluate(() =>
              Reflect.get(globalThis, 'kant')
                .call('list.read', { date: 'no day' })
                .catch((fault: unknown) => fault),
            ),
          { timeout: 15_000 },
        )
        .toMatchObject({ code: 'bad_input', message: expect.stringContaining('date') })
    })

    test('the page reaches no network, opens no window, goes nowhere else and gets no permission', async () => {
      await rows().first().waitFor()
      const address = JSON.stringify(new URL(served.url()).origin)
      expect(await page.evaluate(`fetch(${address}).then(() => 'reached', () => 'refused')`)).toBe('refused')
      expect(await page.evaluate(`window.open(${address}) === null`)).toBe(true)
      await page.evaluate(`location.assign(${address})`)
      expect(await page.evaluate('Notification.requestPermission()')).toBe('denied')
      expect(page.url()).toBe('app://kant/')
      expect(shell.windows()).toHaveLength(1)
    })

    test('a station host that is killed is started again, and the page gets a new snapshot', async () => {
      await rows().first().waitFor()
      const [before] = await hostPids()
      const snapshots = await page.evaluateHandle(() => {
        const seen: unknown[] = []
        Reflect.get(globalThis, 'kant').subscribe((message: { kind: string }) => {
          if (message.kind === 'snapshot') seen.push(message)
        })
        return seen
      })
      expect(await snapshots.evaluate((seen) => seen.length)).toBe(1)
      process.kill(before ?? 0, 'SIGKILL')
      await expect.poll(() => snapshots.evaluate((seen) => seen.length), { timeout: 15_000 }).toBe(2)
      const after = await hostPids()
      expect(after).toHaveLength(1)
      expect(after).not.toContain(before)
    })

    test('a page that crashes is loaded again while the host lives on', async () => {
      await rows().first().waitFor()
      const before = await hostPids()
      await shell.evaluate(
        ({ BrowserWindow }) =>
          new Promise((resolve) => {
            const contents = BrowserWindow.getAllWindows()[0]?.webContents
            contents?.once('did-finish-load', () => resolve(null))
            contents?.forcefullyCrashRenderer()
          }),
      )
      await expect.poll(rowsOfReloadedPage, { timeout: 15_000 }).toBeGreaterThan(5)
      expect(await hostPids()).toEqual(before)
    })

    test('a station that is started again elsewhere is found again', async () => {
      await rows().first().waitFor()
      await served.close()
      station.say({ today: '2026-11-24' })
      served = await serve()
      await expect
        .poll(
          () =>
            page.evaluate(() =>
              Reflect.get(globalThis, 'kant')
                .call('marks.list', {})
                .then(
                  () => 'answered',
                  () => 'lost',
                ),
            ),
          {
            timeout: 20_000,
          },
        )
        .toBe('answered')
    })

    test('a second start on the same data leaves the one window as it is', async () => {
      await rows().first().waitFor()
      const second = spawn(program ?? '', ['--no-sandbox', root, `--data=${folder}`], {
        env: { ...process.env, DISPLAY: display.name },
        stdio: 'ignore',
      })
      const [code]: unknown[] = await once(second, 'exit')
      expect(code).toBe(0)
      expect(shell.windows()).toHaveLength(1)
      await expect.poll(() => rows().count()).toBeGreaterThan(5)
    })
  },
)

const stringsOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
