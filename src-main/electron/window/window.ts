// The window. Its page has no more rights than a web page. It opens at its last place. A page that crashes is loaded again while the
// station continues. A kiosk cannot be closed.
import { app, BrowserWindow, screen } from 'electron'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { isOwnAddress, pageOrigin } from '../page/index.ts'
import { createRestartBackoff } from '../restart-backoff.ts'
import { placeWindow, type StoredWindow } from './window-place.ts'

export interface WindowOptions {
  /** The folder of the built programs. */
  outFolder: string
  clock: Clock
  developerTools: boolean
  /** Its last place; null: this is the first start. */
  stored: StoredWindow | null
  /** The page of a kiosk has closed its own window; no listener can prevent that. */
  onKioskGone: () => void
}

export interface ShellWindow {
  window: BrowserWindow
  setKiosk: (kiosk: boolean) => void
  isKiosk: () => boolean
  /** Resolves when the page is loaded. */
  load: () => Promise<void>
}

export function makeWindow({ outFolder, clock, developerTools, stored, onKioskGone }: WindowOptions): ShellWindow {
  const window = new BrowserWindow({
    ...placeWindow(stored, screensOf()),
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
  setKiosk(stored?.kiosk === true)
  if (stored?.maximised === true) window.maximize()
  keepKioskOpen(window, () => kiosk, onKioskGone)
  window.once('ready-to-show', () => window.show())
  returnToOwnPage(window)
  reloadAfterCrash(window, clock)
  return { window, setKiosk, isKiosk: () => kiosk, load: () => window.loadURL(home) }
}

const home = `${pageOrigin}/`

/** The primary screen first. */
function screensOf(): Electron.Rectangle[] {
  const first = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id)
  return [first, ...others].map(({ workArea }) => workArea)
}

/** The system's shutdown, or an end from outside, still closes it. */
function keepKioskOpen(window: BrowserWindow, isKiosk: () => boolean, onGone: () => void): void {
  let isAppEnding = false
  app.on('before-quit', () => {
    isAppEnding = true
  })
  window.on('close', (event) => {
    if (isKiosk() && !isAppEnding) event.preventDefault()
  })
  window.on('closed', () => {
    if (isKiosk() && !isAppEnding) onGone()
  })
}

/** Navigation to an empty page sends no event that could be cancelled, so the window loads its own page again. */
function returnToOwnPage(window: BrowserWindow): void {
  window.webContents.on('did-navigate', (_event, address) => {
    if (!isOwnAddress(address)) void window.loadURL(home)
  })
}

function reloadAfterCrash(window: BrowserWindow, clock: Clock): void {
  const pause = createRestartBackoff()
  let loadedAtMs = clock.monotonic()
  const reload = async (): Promise<void> => {
    await clock.wait(pause.pauseAfterMs(clock.monotonic() - loadedAtMs))
    loadedAtMs = clock.monotonic()
    if (!window.isDestroyed()) window.webContents.reload()
  }
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    console.error(`the page has crashed (${reason}) and is loaded again`)
    void reload()
  })
}
