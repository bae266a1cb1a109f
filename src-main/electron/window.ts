// The one window: its page may do nothing that a page from anywhere may not; a page that crashes is loaded again while the
// station lives on.
import { BrowserWindow } from 'electron'
import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import { pageOrigin } from './page-address.ts'
import { createRestartPause } from './restart-pause.ts'

export interface WindowOptions {
  /** Where the built shells lie. */
  outFolder: string
  clock: Clock
  developerTools: boolean
}

export async function openWindow({ outFolder, clock, developerTools }: WindowOptions): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1366,
    height: 768,
    minWidth: 800,
    minHeight: 600,
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
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: developerTools,
    },
  })
  window.once('ready-to-show', () => window.show())
  reloadAfterCrash(window, clock)
  await window.loadURL(`${pageOrigin}/`)
  return window
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
