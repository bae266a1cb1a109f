import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { electronForTests, root } from './electron-runtime.ts'
import { openShellRig, type ShellRig } from './shell-rig.ts'

const program = electronForTests()

describe.skipIf(program === null)(
  'the desktop shell on a real Electron, attached to a station that runs beside it',
  () => {
    let rig: ShellRig
    beforeAll(async () => {
      rig = await openShellRig(program ?? '')
      await rows().first().waitFor()
    }, 150_000)
    beforeEach(() => rig.refresh(), 90_000)
    afterAll(() => rig.close())

    const rows = () => rig.page.getByRole('listitem')
    const hostPids = (): Promise<number[]> =>
      rig.shell.evaluate(({ app }) =>
        app.getAppMetrics().flatMap(({ name, pid }) => (name === 'station-host' ? [pid] : [])),
      )

    test('shows the day’s list, a sheet of it, and takes a mark', async () => {
      await expect.poll(() => rows().count()).toBeGreaterThan(5)
      expect(rig.station.callNames).toContain('list.read')
      await rows().first().click()
      await rig.page.getByRole('button', { name: 'Merk som bøyd' }).click()
      await expect.poll(() => rig.station.marks.map(({ state }) => state)).toEqual(['held'])
      await rig.page.evaluate(`location.hash = '#/list'`)
      await rows().first().waitFor()
    })

    test('a refusal crosses into the page with its code', async () => {
      await expect
        .poll(
          () =>
            rig.page.evaluate(() =>
              Reflect.get(globalThis, 'kant')
                .call('list.read', { date: 'no day' })
                .catch((fault: unknown) => fault),
            ),
          { timeout: 15_000 },
        )
        .toMatchObject({ code: 'bad_input', message: expect.stringContaining('date') })
    })

    test('a second start on the same data ends at once, and brings the first one’s window to the front', async () => {
      await rig.shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
      const told = rig.shell.evaluate(
        ({ app }) => new Promise((resolve) => app.once('second-instance', () => resolve('told'))),
      )
      const second = spawn(program ?? '', ['--no-sandbox', root, `--data=${rig.folder}`], {
        env: { ...process.env, DISPLAY: rig.display.name },
        stdio: 'ignore',
      })
      const [code]: unknown[] = await once(second, 'exit')
      expect(code).toBe(0)
      expect(await told).toBe('told')
      expect(rig.shell.windows()).toHaveLength(1)
      await expect
        .poll(() =>
          rig.shell.evaluate(({ BrowserWindow }) => {
            const [window] = BrowserWindow.getAllWindows()
            return window?.isVisible() === true && !window.isMinimized()
          }),
        )
        .toBe(true)
    })

    test('a station host that is killed is started again, and the page gets a new snapshot', async () => {
      const [before] = await hostPids()
      const snapshots = await rig.page.evaluateHandle(() => {
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

    test('a station that is started again elsewhere is found again', async () => {
      rig.station.pushStatus({ today: '2026-11-24' })
      await rig.serveAgain()
      await expect
        .poll(
          () =>
            rig.page.evaluate(() =>
              Reflect.get(globalThis, 'kant')
                .call('marks.list', {})
                .then(
                  () => 'answered',
                  () => 'lost',
                ),
            ),
          { timeout: 20_000 },
        )
        .toBe('answered')
    })

    test('the system’s key store is asked by a process of its own, which says what is wrong and ends', async () => {
      const said = await rig.shell.evaluate(
        ({ utilityProcess }, built) =>
          new Promise((resolve) => {
            const asked = utilityProcess.fork(built, [], { stdio: 'ignore' })
            asked.once('message', (message: unknown) => {
              resolve(message)
              asked.kill()
            })
            asked.once('spawn', () => asked.postMessage({ do: 'read', account: '' }))
          }),
        join(root, 'out', 'main', 'key-store-utility.cjs'),
      )
      expect(said).toMatchObject({ fault: expect.stringContaining('account') })
    })

    // the last one: the tests' own view of the page ends with its crash
    test('a page that crashes is loaded again while the host lives on', async () => {
      const before = await hostPids()
      await rig.shell.evaluate(
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

    const rowsOfReloadedPage = (): Promise<number> =>
      rig.shell.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'document.querySelectorAll("[role=listitem]").length',
        ),
      )
  },
)
