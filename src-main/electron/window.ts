// The one window: its page may do nothing that a page from anywhere may not; it opens where it was left; a page that crashes is
// loaded again while the station lives on; in a kiosk it cannot be closed.
import { app, BrowserWindow, screen } from 'electron'
import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { isOwnAddress, pageOrigin } from './page-address.ts'
import { createRestartPause } from './restart-pause.ts'
import { placeWindow, type KeptWindow } from './window-place.ts'

export interface WindowOptions {
  /** Where the built shells lie. */
  outFolder: string
  clock: Clock
  developerTools: boolean
  /** How it was left; null: it was never open here. */
  kept: KeptWindow | null
  /** A kiosk whose page has closed its own window, which no listener of ours can keep it from. */
  onKioskGone: () => void
}

export interface ShellWindow {
  window: BrowserWindow
  setKiosk: (kiosk: boolean) => void
  isKiosk: () => boolean
  /** Resolves when the page is there. */
  load: () => Promise<void>
}

export function makeWindow({ outFolder, clock, developerTools, kept, onKioskGone }: WindowOptions): ShellWindow {
  const window = new BrowserWindow({
    ...placeWindow(kept, screensOf()),
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(outFolder, 'preload', 'preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: developerTools,
    },
  })
  let kiosk = false
  const setKiosk = (wanted: boolean): void => {
    if (wanted === kiosk || window.isDestroyed()) return
    kiosk = wanted
    window.setKiosk(wanted)
  }
  setKiosk(kept?.kiosk === true)
  if (kept?.maximised === true) window.maximize()
  keepKioskOpen(window, () => kiosk, onKioskGone)
  window.once('ready-to-show', () => window.show())
  comeBack(window)
  reloadAfterCrash(window, clock)
  return { window, setKiosk, isKiosk: () => kiosk, load: () => window.loadURL(home) }
}

const home = `${pageOrigin}/`

/** The first screen first. */
function screensOf(): Electron.Rectangle[] {
  const first = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id)
  return [first, ...others].map(({ workArea }) => workArea)
}

/** The system that shuts down, or whoever ends the program from outside, still gets its way. */
function keepKioskOpen(window: BrowserWindow, isKiosk: () => boolean, onGone: () => void): void {
  let ending = false
  app.on('before-quit', () => {
    ending = true
  })
  window.on('close', (event) => {
    if (isKiosk() && !ending) event.preventDefault()
  })
  window.on('closed', () => {
    if (isKiosk() && !ending) onGone()
  })
}

/** The way to an empty page asks nobody: who has gone it is fetched back. */
function comeBack(window: BrowserWindow): void {
  window.webContents.on('did-navigate', (_event, address) => {
    if (!isOwnAddress(address)) void window.loadURL(home)
  })
}

function reloadAfterCrash(window: BrowserWindow, clock: Clock): void {
  const pause = createRestartPause()
  let born = clock.monotonic()
  const reload = async (): Promise<void> => {
    await clock.wait(pause.after(clock.monotonic() - born))
    born = clock.monotonic()
    if (!window.isDestroyed()) window.webContents.reload()
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    console.error(`the page is gone (${reason}) and is loaded again`)
    void reload()
  })
}
