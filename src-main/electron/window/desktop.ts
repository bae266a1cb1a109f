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
export async function openDesktop(options: DesktopOptions): Promise<void> {
  await new Desktop(options).start()
}

class Desktop {
  readonly #options: DesktopOptions
  readonly #keys = publicKeys.parse(updateKeys).keys
  readonly #keepAwake = createKeepAwake()
  #stored: StoredWindow | null
  #language: StoredWindow['language']
  #updates: Updates | null = null
  /** What the station says to the window; null: no station is connected. */
  #view: ShellView | null = null
  #shell: ShellWindow

  /** Opens the window without its page. */
  constructor(options: DesktopOptions) {
    this.#options = options
    this.#stored = readStoredWindow(options.userData)
    this.#language = this.#stored?.language ?? 'nb'
    this.#shell = this.#openWindow()
    this.#refreshMenu()
  }

  /** Resolves when the page is loaded. */
  async start(): Promise<void> {
    const { host, clock } = this.#options
    answerShellCalls({
      window: () => this.#shell.window,
      isKiosk: () => this.#shell.isKiosk(),
      title: () => wordsOf(this.#language).choose_folder,
      withoutUpdates: withoutUpdates({ version: app.getVersion(), isPackaged: app.isPackaged, keys: this.#keys }),
      updates: () => this.#updates,
    })
    const link = new ReconnectingLink({ open: host.openChannel, wait: (ms) => clock.wait(ms) })
    onShellView(link, (view) => this.#applyView(view))
    app.on('will-quit', link.close)
    await this.#shell.load()
    await this.#watchUpdates()
  }

  #openWindow(): ShellWindow {
    const { outFolder, clock } = this.#options
    const opened = makeWindow({
      outFolder,
      clock,
      developerTools: !app.isPackaged,
      stored: this.#stored,
      onKioskGone: () => void this.#reopen(),
    })
    opened.window.on('close', () => this.#storeWindow())
    return opened
  }

  async #reopen(): Promise<void> {
    this.#shell = this.#openWindow()
    this.#refreshMenu()
    await this.#shell.load()
  }

  #storeWindow(): void {
    const shell = this.#shell
    if (shell.window.isDestroyed()) return
    // a kiosk fills the screen: store the place that the window had before
    const { bounds, maximised } = shell.isKiosk() && this.#stored !== null ? this.#stored : placeOf(shell.window)
    this.#stored = { bounds, maximised, kiosk: shell.isKiosk(), language: this.#language }
    writeStoredWindow(this.#options.userData, this.#stored)
  }

  #refreshMenu(): void {
    const shell = this.#shell
    const version = this.#updates?.version() ?? null
    showMenu(shell.window, {
      language: this.#language,
      kiosk: shell.isKiosk(),
      developerTools: !app.isPackaged,
      // that page asks for the technician's PIN, where one is set
      update:
        version === null ? null : { version, install: () => void shell.window.loadURL(`${pageOrigin}/#/setup/update`) },
    })
  }

  #applyView(next: ShellView | null): void {
    this.#view = next
    this.#keepAwake.set(next?.awake === true)
    this.#updates?.idle(this.#isIdle())
    // without a station the window stays as it is: a kiosk does not end because its station has crashed
    if (next === null) return
    const language = next.language ?? this.#language
    if (next.kiosk === this.#shell.isKiosk() && language === this.#language) return
    this.#language = language
    this.#storeWindow()
    this.#shell.setKiosk(next.kiosk)
    this.#refreshMenu()
    this.#storeWindow()
  }

  #isIdle(): boolean {
    return this.#view?.idle === true
  }

  async #watchUpdates(): Promise<void> {
    const { updateFeed, userData } = this.#options
    if (updateFeed === null || !app.isPackaged || this.#keys.length === 0) return
    const watched = await watchUpdates({
      feed: updateFeed,
      keys: this.#keys,
      highestVersion: highestVersionIn(userData),
      onChange: () => this.#refreshMenu(),
    })
    watched.idle(this.#isIdle())
    this.#updates = watched
  }
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
