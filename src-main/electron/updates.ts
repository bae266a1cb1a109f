// Updates of a packaged app, where its settings name a feed: fetched by themselves, installed only when a person agreed and the
// station is idle. Without a feed nothing is ever asked for.
import { dialog, type BrowserWindow } from 'electron'
import { wordsOf } from './menu.ts'
import { createUpdateGate, type UpdateGate } from './update-gate.ts'
import type { Language } from '../../shared/station-api/index.ts'

export interface UpdateParts {
  /** Whose `latest.yml` is looked at, over HTTPS. */
  feed: string
  window: () => BrowserWindow
  language: () => Language
  isIdle: () => boolean
  /** A version is ready. */
  onReady: () => void
}

export interface Updates extends Pick<UpdateGate, 'idle' | 'version'> {
  /** Asks the person at the screen. */
  offer: () => void
}

export async function watchUpdates(parts: UpdateParts): Promise<Updates> {
  // loaded only where it is wanted: it looks for the packaged app's own files
  const { default: updater } = await import('electron-updater')
  const { autoUpdater } = updater
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.allowDowngrade = false
  autoUpdater.setFeedURL({ provider: 'generic', url: parts.feed })
  const gate = createUpdateGate(() => autoUpdater.quitAndInstall(false, true))
  autoUpdater.on('update-downloaded', ({ version }) => {
    gate.ready(version)
    parts.onReady()
  })
  autoUpdater.on('error', (fault) => console.error(`no update could be fetched: ${fault.message}`))
  void autoUpdater.checkForUpdates().catch(() => null)
  return { idle: gate.idle, version: gate.version, offer: () => void offer(parts, gate) }
}

async function offer({ window, language, isIdle }: UpdateParts, gate: UpdateGate): Promise<void> {
  const version = gate.version()
  if (version === null) return
  const say = wordsOf(language())
  const { response } = await dialog.showMessageBox(window(), {
    type: 'question',
    message: say.update_title.replace('{{version}}', version),
    detail: isIdle() ? say.update_detail : `${say.update_waits} ${say.update_detail}`,
    buttons: [say.update_now, say.update_later],
    defaultId: 1,
    cancelId: 1,
  })
  if (response === 0) gate.agree()
}
