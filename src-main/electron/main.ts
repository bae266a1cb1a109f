// The desktop shell: one instance, one window, the station beside it in a process of its own. No rule of the business is in here.
import { app, BrowserWindow, dialog, ipcMain } from 'electron'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { messageOf } from '../platform/message-of.ts'
import { makeDataFolder } from '../station/data-folder.ts'
import { startSandbox } from '../station/sandbox.ts'
import { readSettings } from '../station/settings.ts'
import { keyStoreOfMain } from './ask-key-store.ts'
import { openDesktop } from './desktop.ts'
import { planHost, stationFolder } from './host-plan.ts'
import { startHost } from './host-process.ts'
import { denyToEveryPage, denyToEverySession } from './lock-down.ts'
import { isOwnPage } from './page-address.ts'
import { declarePageScheme, servePage } from './page-protocol.ts'
import { keepSandbox } from './sandbox-keeper.ts'
import { sandboxUtilities } from './sandbox-utilities.ts'

const outFolder = join(__dirname, '..')
const given = app.commandLine.getSwitchValue('data')
const dataFolder = makeDataFolder({
  given: given === '' ? null : given,
  platform: process.platform,
  env: process.env,
  home: homedir(),
})
// the lock below goes by this folder: another station's window is another instance
const userData = join(dataFolder, 'window')
app.setPath('userData', userData)

if (app.requestSingleInstanceLock()) start().catch(endUnstarted)
else app.quit()

/** One that stands without a window would keep every later one from starting. */
function endUnstarted(fault: unknown): void {
  console.error(fault)
  dialog.showErrorBox('Kant', `Kant startet ikke. / Kant did not start.\n\n${messageOf(fault)}`)
  app.exit(1)
}

async function start(): Promise<void> {
  // a packaged app has no developer's tools, by no door
  if (app.isPackaged)
    for (const door of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(door)
  // root's Chromium has none, and its helpers do not start when told both; the page's own `sandbox` holds either way
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declarePageScheme()
  denyToEveryPage()
  await app.whenReady()
  denyToEverySession()
  servePage(join(outFolder, 'renderer'))
  const keyStoreProgram = join(__dirname, 'key-store-utility.cjs')
  const sandbox = keepSandbox(
    (onDeath) =>
      startSandbox({
        programs: sandboxUtilities(__dirname),
        dataFolder,
        onDeath,
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

/** Settings that cannot be read are the station's to complain of. */
function updateFeed(): string | null {
  try {
    return readSettings(stationFolder(dataFolder))?.updateFeed ?? null
  } catch {
    return null
  }
}
