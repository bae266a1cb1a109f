// The window and what follows the station's state: kiosk, menu, sleep and updates. Stores the window's place in a file of the window's data folder.
import { app, type BrowserWindow } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReconnectingLink, type ShellView } from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import type { HostProcess } from '../host/index.ts'
import { showMenu, wordsOf } from './menu.ts'
import { createKeepAwake, onShellView } from './follow-station.ts'
import { answerShellCalls } from './shell-calls.ts'
import { pageOrigin } from '../page/index.ts'
import { highestVersionIn, watchUpdates, withoutUpdates, type Updates } from '../updates/index.ts'
import updateKeys from '../../../resources/updates/public-keys.json' with { type: 'json' }
import { publicKeys } from '../update-signature.ts'
import { storedWindow, type StoredWindow } from './window-place.ts'
import { makeWindow, type ShellWindow } from './window.ts'

export interface DesktopOptions {
  outFolder: string
  /** The folder of the window's own data. */
  userData: string
  host: HostProcess
  clock: Clock
  /** The address of updates; null: there are none. */
  updateFeed: string | null
}

/** Opens the window and follows the station. Resolves when the page is loaded. */
export async function openDesktop({ outFolder, userData, host, clock, updateFeed }: DesktopOptions): Promise<void> {
  const developerTools = !app.isPackaged
  const { keys } = publicKeys.parse(updateKeys)
  let stored = readStoredWindow(userData)
  let language: StoredWindow['language'] = stored?.language ?? 'nb'
  let updates: Updates | null = null
  let view: ShellView | null = null

  const open = (): ShellWindow => {
    const opened = makeWindow({ outFolder, clock, developerTools, stored, onKioskGone: () => void reopen() })
    opened.window.on('close', storeWindow)
    return opened
  }
  const reopen = async (): Promise<void> => {
    shell = open()
    refreshMenu()
    await shell.load()
  }
  const storeWindow = (): void => {
    if (shell.window.isDestroyed()) return
    // a kiosk fills the screen: store the place that the window had before
    const { bounds, maximised } = shell.isKiosk() && stored !== null ? stored : placeOf(shell.window)
    stored = { bounds, maximised, kiosk: shell.isKiosk(), language }
    writeStoredWindow(userData, stored)
  }
  const refreshMenu = (): void => {
    const version = updates?.version() ?? null
    showMenu(shell.window, {
      language,
      kiosk: shell.isKiosk(),
      developerTools,
      update: version === null ? null : { version, install: showUpdate },
    })
  }
  const isIdle = (): boolean => view?.idle === true
  // that page asks for the technician's PIN, where one is set
  const showUpdate = (): void => void shell.window.loadURL(`${pageOrigin}/#/setup/update`)
  const keepAwake = createKeepAwake()
  const applyView = (next: ShellView | null): void => {
    view = next
    keepAwake.set(next?.awake === true)
    updates?.idle(isIdle())
    // without a station the window stays as it is: a kiosk does not end because its station has crashed
    if (next === null || (next.kiosk === shell.isKiosk() && (next.language ?? language) === language)) return
    language = next.language ?? language
    storeWindow()
    shell.setKiosk(next.kiosk)
    refreshMenu()
    storeWindow()
  }

  let shell = open()
  refreshMenu()
  answerShellCalls({
    window: () => shell.window,
    isKiosk: () => shell.isKiosk(),
    title: () => wordsOf(language).choose_folder,
    withoutUpdates: withoutUpdates({ version: app.getVersion(), isPackaged: app.isPackaged, keys }),
    updates: () => updates,
  })
  const link = new ReconnectingLink({ open: host.openChannel, wait: (ms) => clock.wait(ms) })
  onShellView(link, applyView)
  app.on('will-quit', link.close)
  await shell.load()
  if (updateFeed === null || !app.isPackaged || keys.length === 0) return
  const watched = await watchUpdates({
    feed: updateFeed,
    keys,
    highestVersion: highestVersionIn(userData),
    onChange: refreshMenu,
  })
  watched.idle(isIdle())
  updates = watched
}

const placeOf = (window: BrowserWindow): Pick<StoredWindow, 'bounds' | 'maximised'> => ({
  bounds: window.getNormalBounds(),
  maximised: window.isMaximized(),
})

const fileIn = (folder: string): string => join(folder, 'window.json')

/** Null: there is no valid file; the window then opens as at the first start. */
function readStoredWindow(folder: string): StoredWindow | null {
  try {
    return storedWindow.safeParse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).data ?? null
  } catch {
    return null
  }
}

/** When the disk fails, only the window's place is lost. */
function writeStoredWindow(folder: string, stored: StoredWindow): void {
  try {
    writeFileWhole(fileIn(folder), `${JSON.stringify(storedWindow.parse(stored))}\n`)
  } catch (fault) {
    console.error(`the window's place cannot be stored: ${String(fault)}`)
  }
}
