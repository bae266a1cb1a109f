// The window and all around it that follows the station: kiosk, menu, sleep, updates, and what is remembered of the window.
import { app, type BrowserWindow } from 'electron'
import { createLink, type ShellView } from '../../shared/station-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { HostProcess } from './host-process.ts'
import { showMenu, wordsOf } from './menu.ts'
import { createKeepAwake, onShellView } from './obey-station.ts'
import { answerShellCalls } from './shell-calls.ts'
import { pageOrigin } from './page-address.ts'
import { watchUpdates, type Updates } from './updates.ts'
import { readKeptWindow, writeKeptWindow } from './window-file.ts'
import type { KeptWindow } from './window-place.ts'
import { makeWindow, type ShellWindow } from './window.ts'

export interface DesktopOptions {
  outFolder: string
  /** Where the window's own data lies. */
  userData: string
  host: HostProcess
  clock: Clock
  /** Where updates come from; null: from nowhere. */
  updateFeed: string | null
}

/** Opens the window and keeps to what the station says. Resolves when the page is there. */
export async function openDesktop({ outFolder, userData, host, clock, updateFeed }: DesktopOptions): Promise<void> {
  const developerTools = !app.isPackaged
  let kept = readKeptWindow(userData)
  let language: KeptWindow['language'] = kept?.language ?? 'nb'
  let updates: Updates | null = null
  let view: ShellView | null = null

  const open = (): ShellWindow => {
    const opened = makeWindow({ outFolder, clock, developerTools, kept, onKioskGone: () => void reopen() })
    opened.window.on('close', remember)
    return opened
  }
  const reopen = async (): Promise<void> => {
    shell = open()
    refreshMenu()
    await shell.load()
  }
  const remember = (): void => {
    if (shell.window.isDestroyed()) return
    // a kiosk's own place is the whole screen: where it stood before is what comes back
    const { bounds, maximised } = shell.isKiosk() && kept !== null ? kept : placeOf(shell.window)
    kept = { bounds, maximised, kiosk: shell.isKiosk(), language }
    writeKeptWindow(userData, kept)
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
  // there whoever agrees has the technician's PIN, where one is set
  const showUpdate = (): void => void shell.window.loadURL(`${pageOrigin}/#/setup/update`)
  const keepAwake = createKeepAwake()
  const obey = (next: ShellView | null): void => {
    view = next
    keepAwake.set(next?.awake === true)
    updates?.idle(isIdle())
    // without a station the window stays as it was: a kiosk does not open because its station fell over
    if (next === null || (next.kiosk === shell.isKiosk() && (next.language ?? language) === language)) return
    language = next.language ?? language
    remember()
    shell.setKiosk(next.kiosk)
    refreshMenu()
    remember()
  }

  let shell = open()
  refreshMenu()
  answerShellCalls({
    window: () => shell.window,
    isKiosk: () => shell.isKiosk(),
    title: () => wordsOf(language).choose_folder,
    updates: () => updates,
  })
  const link = createLink({ open: host.openChannel, wait: (ms) => clock.wait(ms) })
  onShellView(link, obey)
  app.on('will-quit', link.close)
  await shell.load()
  if (updateFeed === null || !app.isPackaged) return
  const watched = await watchUpdates({ feed: updateFeed, onReady: refreshMenu })
  watched.idle(isIdle())
  updates = watched
}

const placeOf = (window: BrowserWindow): Pick<KeptWindow, 'bounds' | 'maximised'> => ({
  bounds: window.getNormalBounds(),
  maximised: window.isMaximized(),
})
