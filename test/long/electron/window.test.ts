// The desktop's window: it follows the station's settings and stores its own state between starts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { electronForTests } from '../../end-to-end/electron/electron-runtime.ts'
import { endShell, launchShell, openShellRig, untilListed, type ShellRig } from '../../end-to-end/electron/shell-rig.ts'

const program = electronForTests()

describe.skipIf(program === null)('the desktop’s window', () => {
  let rig: ShellRig
  beforeAll(async () => {
    rig = await openShellRig(program ?? '')
    await untilListed(rig.page)
  })
  beforeEach(() => rig.refresh())
  afterAll(() => rig.close())

  const menuLabels = (): Promise<string[] | null> =>
    rig.shell.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? null)
  const isKiosk = (): Promise<boolean> =>
    rig.shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk() === true)
  /** Electron numbers the blockers from 0 or 1. */
  const blockersHeld = (): Promise<number> =>
    rig.shell.evaluate(
      ({ powerSaveBlocker }) =>
        Array.from({ length: 50 }, (_, id) => powerSaveBlocker.isStarted(id)).filter(Boolean).length,
    )
  const bounds = () => rig.shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())

  test('its menu is in the station’s language and has a print command', async () => {
    expect(await menuLabels()).toEqual(['Fil', 'Rediger', 'Vis', 'Hjelp'])
    rig.station.pushShell({ language: 'en' })
    await expect.poll(menuLabels).toEqual(['File', 'Edit', 'View', 'Help'])
    const file = await rig.shell.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items[0]?.submenu?.items.map(({ label }) => label),
    )
    expect(file).toEqual(['Print …', '', 'Quit'])
    rig.station.pushShell({ language: 'nb' })
    await expect.poll(menuLabels).toEqual(['Fil', 'Rediger', 'Vis', 'Hjelp'])
  })

  test('the computer stays awake while a job runs at the brake, and only while the station runs', async () => {
    expect(await blockersHeld()).toBe(0)
    rig.station.pushShell({ awake: true })
    await expect.poll(blockersHeld).toBe(1)
    rig.station.pushShell({ idle: false })
    rig.station.pushShell({ awake: false })
    await expect.poll(blockersHeld).toBe(0)
    rig.station.pushShell({ awake: true })
    await expect.poll(blockersHeld).toBe(1)
    rig.station.shell = { ...rig.station.shell, awake: false }
    await rig.serveAgain()
    await expect.poll(blockersHeld).toBe(0)
  })

  test('a folder is chosen in the system’s dialog', async () => {
    await rig.shell.evaluate(({ dialog }) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ['/srv/export'] })
    })
    // the link may still reconnect after the station of the previous test ended
    await expect.poll(() => call('shell.choose_folder')).toEqual({ answer: 'chosen', folder: '/srv/export' })
    await rig.shell.evaluate(({ dialog }) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    })
    expect(await call('shell.choose_folder')).toEqual({ answer: 'cancelled' })
    expect(await call('shell.choose_folder', { folder: '/etc' })).toMatchObject({ code: 'bad_input' })
  })

  test('a kiosk fills the screen, has no menu and no dialog, and is ended only by the station', async () => {
    rig.station.pushShell({ kiosk: true })
    await expect.poll(isKiosk).toBe(true)
    expect(await menuLabels()).toBeNull()
    // the link may still reconnect after the station of the previous test ended
    await expect.poll(() => call('shell.choose_folder')).toEqual({ answer: 'no_dialog' })
    // it prints on the default printer without the system's dialog
    await rig.shell.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents !== undefined) contents.print = (options, done) => done?.(false, `silent: ${options?.silent}`)
    })
    expect(await call('shell.print')).toEqual({ answer: 'failed', reason: 'silent: true' })
    await rig.shell.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await rig.page.keyboard.press('Control+W')
    await untilListed(rig.page)
    expect(rig.shell.windows()).toHaveLength(1)
    // a page can close its own window at any time: the kiosk then opens again
    const reopened = rig.shell.waitForEvent('window')
    await rig.page.evaluate('window.close()').catch(() => null)
    rig.page = await reopened
    await untilListed(rig.page)
    expect(await isKiosk()).toBe(true)
    // the end of the station does not end the kiosk either
    await rig.serveAgain()
    await expect.poll(() => call('marks.list').then((answer) => 'marks' in Object(answer))).toBe(true)
    expect(await isKiosk()).toBe(true)
    expect(JSON.parse(readFileSync(join(rig.folder, 'window', 'window.json'), 'utf8'))).toMatchObject({ kiosk: true })
    rig.station.pushShell({ kiosk: false })
    await expect.poll(isKiosk).toBe(false)
    expect(await menuLabels()).toEqual(['Fil', 'Rediger', 'Vis', 'Hjelp'])
  })

  test('opens at its last position, and at once as a kiosk if it was one; the position of a missing screen is corrected', async () => {
    await rig.shell.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 120, y: 60, width: 900, height: 640 }),
    )
    await expect.poll(bounds).toEqual({ x: 120, y: 60, width: 900, height: 640 })
    await rig.quit()
    await rig.start()
    expect(await bounds()).toEqual({ x: 120, y: 60, width: 900, height: 640 })
    await rig.quit()
    const file = join(rig.folder, 'window', 'window.json')
    const stored = {
      bounds: { x: 5_000, y: 3_000, width: 900, height: 640 },
      maximised: false,
      kiosk: true,
      language: 'en',
    }
    writeFileSync(file, JSON.stringify(stored))
    rig.station.shell = { ...rig.station.shell, kiosk: true, language: 'en' }
    await rig.start()
    expect(await isKiosk()).toBe(true)
    rig.station.pushShell({ kiosk: false })
    await expect.poll(isKiosk).toBe(false)
    await expect.poll(async () => (await bounds())?.x ?? 5_000).toBeLessThan(1_366)
    expect(await menuLabels()).toEqual(['File', 'Edit', 'View', 'Help'])
  })

  test('another station’s folder has its own window and its own stored window state', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kant-second-'))
    const { shell, page } = await launchShell(program ?? '', folder, rig.display)
    // no station runs there: the window says that it waits for one
    await page.getByRole('status').first().waitFor()
    expect(rig.shell.windows()).toHaveLength(1)
    await endShell(shell)
    expect(JSON.parse(readFileSync(join(folder, 'window', 'window.json'), 'utf8'))).toMatchObject({ kiosk: false })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const call = (name: string, input: object = {}): Promise<unknown> =>
    rig.page.evaluate(
      ([callName, callInput]) =>
        Reflect.get(globalThis, 'kant')
          .call(callName, callInput)
          .catch((fault: unknown) => fault),
      [name, input] as const,
    )
})
