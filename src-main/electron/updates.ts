// Updates of a packaged app, where its settings name a feed: fetched by themselves, installed only when a person agreed and the
// station is idle. Without a feed nothing is ever asked for.
import { app } from 'electron'
import type { UpdateView } from '../../shared/station-api/index.ts'
import { createUpdateGate, type UpdateGate } from './update-gate.ts'
import { unlooked, updateAfter, type UpdateNews } from './update-news.ts'

export interface UpdateParts {
  /** Whose `latest.yml` is looked at, over HTTPS. */
  feed: string
  /** A version is ready. */
  onReady: () => void
}

export interface Updates extends Pick<UpdateGate, 'idle' | 'version'> {
  view: () => UpdateView
  /** Asks the feed again. */
  look: () => void
  /** A person says yes to that version; to another one than is ready it says nothing. */
  agree: (version: string) => void
}

export async function watchUpdates({ feed, onReady }: UpdateParts): Promise<Updates> {
  // loaded only where it is wanted: it looks for the packaged app's own files
  const { default: updater } = await import('electron-updater')
  const { autoUpdater } = updater
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.allowDowngrade = false
  autoUpdater.setFeedURL({ provider: 'generic', url: feed })
  const gate = createUpdateGate(() => autoUpdater.quitAndInstall(false, true))
  let view = unlooked(app.getVersion())
  const tell = (news: UpdateNews): void => {
    view = updateAfter(view, news)
  }
  autoUpdater.on('checking-for-update', () => tell({ is: 'looking' }))
  autoUpdater.on('update-not-available', () => tell({ is: 'latest' }))
  autoUpdater.on('update-available', ({ version }) => tell({ is: 'found', version }))
  autoUpdater.on('download-progress', ({ percent }) => tell({ is: 'fetched', percent }))
  autoUpdater.on('update-downloaded', ({ version }) => {
    tell({ is: 'ready', version })
    gate.ready(version)
    onReady()
  })
  autoUpdater.on('error', (fault) => {
    tell({ is: 'failed', message: fault.message })
    console.error(`no update could be fetched: ${fault.message}`)
  })
  // it tells of its errors as an event, too; the fetching has a promise of its own, which nobody else hears fail
  const look = (): void =>
    void autoUpdater
      .checkForUpdates()
      .then((found) => found?.downloadPromise)
      .catch(() => null)
  look()
  return {
    idle: gate.idle,
    version: gate.version,
    view: () => view,
    look,
    agree: (version) => {
      if (gate.version() !== version) return
      tell({ is: 'agreed' })
      gate.agree()
    },
  }
}
