// The window and all around it that follows the station: kiosk, menu, sleep, updates, and what is remembered of the window.
import { app, type BrowserWindow } from 'electron'
import { createLink, type ShellView } from '../../shared/station-api/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { HostProcess } from './host-process.ts'
import { showMenu, wordsOf } from './menu.ts'
import { createKeepAwake, onShellView } from './obey-station.ts'
import { answerShellCalls } from './shell-calls.ts'
import { watchUpdates, type Updates } from './updates.ts'
import { readKeptWindow, writeKeptWindow } from './window-file.ts'
import type { KeptWindow } from './window-place.ts'
import { makeWindow } from './window.ts'

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
  const kept = readKeptWindow(userData)
  const shell = makeWindow({ outFolder, clock, developerTools, kept })
  const { window } = shell
  let language: KeptWindow['language'] = kept?.language ?? 'nb'
  let updates: Updates | null = null
  let view: ShellView | null = null

  const remember = (): void => {
    if (window.isDestroyed()) return
    const { bounds, maximised } = shell.isKiosk() && kept !== null ? kept : placeOf(window)
    writeKeptWindow(userData, { bounds, maximised, kiosk: shell.isKiosk(), language })
  }
  const refreshMenu = (): void => {
    const version = updates?.version() ?? null
    showMenu(window, {
      language,
      kiosk: shell.isKiosk(),
      developerTools,
      update: version === null ? null : { version, install: () => updates?.offer() },
    })
  }
  const keepAwake = createKeepAwake()
  const obey = (next: ShellView | null): void => {
    view = next
    keepAwake.set(next?.awake === true)
    updates?.idle(next?.idle === true)
    // without a station the window stays as it was: a kiosk does not open because its station fell over
    if (next === null || (next.kiosk === shell.isKiosk() && (next.language ?? language) === language)) return
    language = next.language ?? language
    shell.setKiosk(next.kiosk)
    refreshMenu()
    remember()
  }

  refreshMenu()
  window.on('close', remember)
  answerShellCalls({ window, isKiosk: shell.isKiosk, title: () => wordsOf(language).choose_folder })
  const link = createLink({ open: host.openChannel, wait: (ms) => clock.wait(ms) })
  onShellView(link, obey)
  app.on('will-quit', link.close)
  await shell.load()
  if (updateFeed === null || !app.isPackaged) return
  updates = await watchUpdates({
    feed: updateFeed,
    window,
    language: () => language,
    isIdle: () => view?.idle === true,
    onReady: () => {
      refreshMenu()
      if (!shell.isKiosk()) updates?.offer()
    },
  })
}

const placeOf = (window: BrowserWindow): Pick<KeptWindow, 'bounds' | 'maximised'> => ({
  bounds: window.getNormalBounds(),
  maximised: window.isMaximized(),
})
