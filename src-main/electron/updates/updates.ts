// Updates of a packaged app whose settings name a feed: downloaded automatically, installed when a person has agreed and the station is
// idle. Without a feed no request is made.
import { app } from 'electron'
import type { UpdateView } from '../../../shared/station-api/index.ts'
import { createUpdateGate, type UpdateGate } from './update-gate.ts'
import { notChecked, updateAfter, type UpdateEvent } from './update-state.ts'

export interface UpdateParts {
  /** The HTTPS address of `latest.yml`. */
  feed: string
  /** A version is ready. */
  onReady: () => void
}

export interface Updates extends Pick<UpdateGate, 'idle' | 'version'> {
  view: () => UpdateView
  /** Checks the feed again. */
  checkNow: () => void
  /** A person agrees to that version. Without effect where another version is ready. */
  agree: (version: string) => void
}

export async function watchUpdates({ feed, onReady }: UpdateParts): Promise<Updates> {
  // loaded on demand: it reads the packaged app's own files
  const { default: updater } = await import('electron-updater')
  const { autoUpdater } = updater
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.allowDowngrade = false
  autoUpdater.setFeedURL({ provider: 'generic', url: feed })
  const gate = createUpdateGate(() => autoUpdater.quitAndInstall(false, true))
  let view = notChecked(app.getVersion())
  const apply = (event: UpdateEvent): void => {
    view = updateAfter(view, event)
  }
  autoUpdater.on('checking-for-update', () => apply({ is: 'looking' }))
  autoUpdater.on('update-not-available', () => apply({ is: 'latest' }))
  autoUpdater.on('update-available', ({ version }) => apply({ is: 'found', version }))
  autoUpdater.on('download-progress', ({ percent }) => apply({ is: 'fetched', percent }))
  autoUpdater.on('update-downloaded', ({ version }) => {
    apply({ is: 'ready', version })
    gate.ready(version)
    onReady()
  })
  autoUpdater.on('error', (fault) => {
    apply({ is: 'failed', message: fault.message })
    console.error(`no update could be fetched: ${fault.message}`)
  })
  // errors also come as an event; the download has a promise of its own, whose rejection must be handled
  const checkNow = (): void =>
    void autoUpdater
      .checkForUpdates()
      .then((result) => result?.downloadPromise)
      .catch(() => null)
  checkNow()
  return {
    idle: gate.idle,
    version: gate.version,
    view: () => view,
    checkNow,
    agree: (version) => {
      if (gate.version() !== version) return
      apply({ is: 'agreed' })
      gate.agree()
    },
  }
}
