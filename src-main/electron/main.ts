// The main process of the desktop app: one instance, one window, and the station in a process of its own. No business rules.
import { app, BrowserWindow, dialog, ipcMain } from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { messageOf } from '../platform/message-of.ts'
import { makeDataFolder } from '../platform/data-folder.ts'
import { startSandbox } from '../station/sandbox/index.ts'
import { readSettings } from '../station/settings/index.ts'
import { kantArguments, runKant } from './command-line/index.ts'
import { keyStoreOfMain, planHost, stationFolder, startHost } from './host/index.ts'
import { openDesktop } from './window/index.ts'
import {
  denyToEveryPage,
  denyToEverySession,
  isOwnPage,
  declarePageScheme,
  servePage,
  devPageOf,
  serveDevPage,
} from './page/index.ts'
import { keepSandbox, sandboxUtilities } from './sandbox/index.ts'

const outFolder = join(__dirname, '..')
const givenFolder = app.commandLine.getSwitchValue('data')
const dataFolder = makeDataFolder({
  given: givenFolder === '' ? null : givenFolder,
  platform: process.platform,
  env: process.env,
  home: homedir(),
})
const devPage = devPageOf(app.commandLine.getSwitchValue('dev-page'), app.isPackaged)
// one instance for each folder: the window of another station is another instance
const userData = join(dataFolder, 'window')
const keyStoreProgram = join(__dirname, 'key-store-utility.cjs')
const failuresBeforeDialog = 3
const command = app.isPackaged ? kantArguments(process.argv.slice(1)) : null

if (command === null) openWindow()
else void runKant(command, keyStoreOfMain(keyStoreProgram, systemClock))

function openWindow(): void {
  app.setPath('userData', userData)
  if (app.requestSingleInstanceLock()) start().catch(endUnstarted)
  else app.quit()
}

/** A process without a window would block every later start. */
function endUnstarted(fault: unknown): void {
  console.error(fault)
  dialog.showErrorBox('Kant', `Kant startet ikke. / Kant did not start.\n\n${messageOf(fault)}`)
  app.exit(1)
}

/** A store that the last run still closes fails once or twice. A kiosk has no dialogs; the station's log has the reason. */
function showStartFailure(reason: string, failures: number): void {
  const isKiosk = BrowserWindow.getAllWindows().some((window) => window.isKiosk())
  if (failures !== failuresBeforeDialog || isKiosk) return
  void dialog.showMessageBox({
    type: 'error',
    title: 'Kant',
    message: 'Stasjonen kan ikke åpnes. Kant prøver igjen. / The station cannot be opened. Kant tries again.',
    detail: reason,
  })
}

async function start(): Promise<void> {
  // a packaged app has no developer tools
  if (app.isPackaged)
    for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name)
  // Chromium has no sandbox under root, and its helpers do not start with both switches; the page's own `sandbox` stays on
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declarePageScheme()
  denyToEveryPage(devPage)
  await app.whenReady()
  denyToEverySession(devPage)
  if (devPage === null) servePage(join(outFolder, 'renderer'))
  else serveDevPage(devPage)
  const sandbox = keepSandbox(
    (onUnexpectedEnd) =>
      startSandbox({
        programs: sandboxUtilities(__dirname),
        dataFolder,
        onUnexpectedEnd,
        systemKeyStore: keyStoreOfMain(keyStoreProgram, systemClock),
      }),
    (line) => console.error(line),
  )
  // an older Electron's Node cannot open the stores
  const canOpenStores = Number(process.versions.node.split('.')[0]) >= 22
  const host = startHost({
    program: join(__dirname, 'station-host.cjs'),
    keyStoreProgram,
    plan: () => planHost({ dataFolder, canOpenStores, sandbox }),
    clock: systemClock,
    onStartFailed: showStartFailure,
  })
  ipcMain.on('station-port', ({ sender, senderFrame }) => {
    if (isOwnPage(senderFrame)) host.connect(sender)
  })
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized() === true) window.restore()
    window?.focus()
  })
  app.on('window-all-closed', () => app.quit())
  let stopped = false
  const stop = async (): Promise<void> => {
    await host.stop()
    await sandbox.down()
    stopped = true
    app.quit()
  }
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void stop()
  })
  await openDesktop({ outFolder, userData, host, clock: systemClock, updateFeed: updateFeed() })
}

/** The station reports settings that cannot be read. */
function updateFeed(): string | null {
  try {
    return readSettings(stationFolder(dataFolder))?.updateFeed ?? null
  } catch {
    return null
  }
}
