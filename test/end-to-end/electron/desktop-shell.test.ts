import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { electronForTests, root } from './electron-runtime.ts'
import { openShellRig, type ShellRig } from './shell-rig.ts'

const program = electronForTests()

describe.skipIf(program === null)('the desktop shell on a real Electron, attached to a running station', () => {
  let rig: ShellRig
  beforeAll(async () => {
    rig = await openShellRig(program ?? '')
    await rows().first().waitFor()
  })
  beforeEach(() => rig.refresh())
  afterAll(() => rig.close())

  const rows = () => rig.page.getByRole('listitem')
  const hostPids = (): Promise<number[]> =>
    rig.shell.evaluate(({ app }) =>
      app.getAppMetrics().flatMap(({ name, pid }) => (name === 'station-host' ? [pid] : [])),
    )

  test('shows the day’s list, a sheet of it, and takes a mark', async () => {
    await expect.poll(() => rows().count()).toBeGreaterThan(5)
    expect(rig.station.callNames).toContain('list.read')
    await rig.page
      .getByRole('button', { name: /^Ordre T-.*Gjenstår/ })
      .first()
      .click()
    await rig.page.getByRole('button', { name: 'Merk som bøyd' }).click()
    await expect.poll(() => rig.station.marks.map(({ state }) => state)).toEqual(['held'])
    await rig.page.evaluate(`location.hash = '#/list'`)
    await rows().first().waitFor()
  })

  test('the process of the station has a limit for its heap, so that its memory stays level for months', async () => {
    const [pid] = await hostPids()
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('--js-flags=--max-old-space-size=256')
  })

  test('a refused call rejects in the page with its code', async () => {
    await expect
      .poll(() =>
        rig.page.evaluate(() =>
          Reflect.get(globalThis, 'kant')
            .call('list.read', { date: 'no day' })
            .catch((fault: unknown) => fault),
        ),
      )
      .toMatchObject({ code: 'bad_input', message: expect.stringContaining('date') })
  })

  test(
    'a second start with the same data folder ends at once and brings the first window to the front',
    { tags: 'long' },
    async () => {
      await rig.shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
      const notified = rig.shell.evaluate(
        ({ app }) => new Promise((resolve) => app.once('second-instance', () => resolve('notified'))),
      )
      const second = spawn(program ?? '', ['--no-sandbox', root, `--data=${rig.folder}`], {
        env: { ...process.env, DISPLAY: rig.display.name },
        stdio: 'ignore',
      })
      const [code]: unknown[] = await once(second, 'exit')
      expect(code).toBe(0)
      expect(await notified).toBe('notified')
      expect(rig.shell.windows()).toHaveLength(1)
      await expect
        .poll(() =>
          rig.shell.evaluate(({ BrowserWindow }) => {
            const [window] = BrowserWindow.getAllWindows()
            return window?.isVisible() === true && !window.isMinimized()
          }),
        )
        .toBe(true)
    },
  )

  test('a killed station host is started again, and the page gets a new snapshot', async () => {
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
    await expect.poll(() => snapshots.evaluate((seen) => seen.length)).toBe(2)
    const after = await hostPids()
    expect(after).toHaveLength(1)
    expect(after).not.toContain(before)
  })

  test('the page connects again to a station that restarts at another address', { tags: 'long' }, async () => {
    rig.station.pushStatus({ today: '2026-11-24' })
    await rig.serveAgain()
    await expect
      .poll(() =>
        rig.page.evaluate(() =>
          Reflect.get(globalThis, 'kant')
            .call('marks.list', {})
            .then(
              () => 'answered',
              () => 'lost',
            ),
        ),
      )
      .toBe('answered')
  })

  test('a separate process calls the system’s key store, reports the error and ends', { tags: 'long' }, async () => {
    const reply = await rig.shell.evaluate(
      ({ utilityProcess }, built) =>
        new Promise((resolve) => {
          const utility = utilityProcess.fork(built, [], { stdio: 'ignore' })
          utility.once('message', (message: unknown) => {
            resolve(message)
            utility.kill()
          })
          utility.once('spawn', () => utility.postMessage({ do: 'read', account: '' }))
        }),
      join(root, 'out', 'main', 'key-store-utility.cjs'),
    )
    expect(reply).toMatchObject({ fault: expect.stringContaining('account') })
  })

  // last, because the crash ends the test library's connection to the page
  test('a page that crashes is loaded again while the host keeps running', { tags: 'long' }, async () => {
    const before = await hostPids()
    await rig.shell.evaluate(
      ({ BrowserWindow }) =>
        new Promise((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('did-finish-load', () => resolve(null))
          contents?.forcefullyCrashRenderer()
        }),
    )
    await expect.poll(rowsOfReloadedPage).toBeGreaterThan(5)
    expect(await hostPids()).toEqual(before)
  })

  const rowsOfReloadedPage = (): Promise<number> =>
    rig.shell.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'document.querySelectorAll("[role=listitem]").length',
      ),
    )
})
