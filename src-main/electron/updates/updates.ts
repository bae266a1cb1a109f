// Updates of a packaged app whose settings name a feed: downloaded automatically where the feed's signature is valid, and installed when a
// person has agreed and the station is idle. The hash of the file is compared with the signed one after the download, and again before the
// installer is opened. Without a feed no request is made.
import { app } from 'electron'
import { readFileSync } from 'node:fs'
import type { UpdateView } from '../../../shared/station-api/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import { readSignature } from './read-signature.ts'
import { createUpdateGate, type UpdateGate } from './update-gate.ts'
import { compareVersions, isSignedFile, verifyUpdate, type SignedFile } from '../update-signature.ts'
import { notChecked, updateAfter, type UpdateEvent } from './update-state.ts'

export interface UpdateParts {
  /** The HTTPS address of the folder with `latest.yml`. */
  feed: string
  /** The public keys that this app trusts. */
  keys: readonly string[]
  /** Remembers the highest version that the feed has offered with a valid signature, so that it cannot go back. */
  highestVersion: { read: () => string | null; write: (version: string) => void }
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

/** The downloaded update: its file, and the files that its signature names. */
interface Verified {
  files: readonly SignedFile[]
  path: string | null
}

export async function watchUpdates({ feed, keys, highestVersion, onReady }: UpdateParts): Promise<Updates> {
  // loaded on demand: it reads the packaged app's own files
  const { default: updater } = await import('electron-updater')
  const { autoUpdater } = updater
  // nothing is downloaded before its signature is verified
  autoUpdater.autoDownload = false
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.allowDowngrade = false
  autoUpdater.setFeedURL({ provider: 'generic', url: feed })
  const current = app.getVersion()
  let view = notChecked(current)
  let verified: Verified = { files: [], path: null }
  const apply = (event: UpdateEvent): void => {
    view = updateAfter(view, event)
  }
  const refuse = (reason: string): void => {
    apply({ is: 'refused', message: reason })
    console.error(`an update was refused: ${reason}`)
  }
  const isFileSigned = ({ files, path }: Verified): boolean => {
    try {
      return path !== null && isSignedFile(readFileSync(path), files)
    } catch {
      return false
    }
  }
  const gate = createUpdateGate(() => {
    if (isFileSigned(verified)) autoUpdater.quitAndInstall(false, true)
    else refuse('the downloaded file was changed')
  })
  /** Downloads an offer with a valid signature. */
  const fetchOffer = async (offered: { version: string; files: { url: string; sha512: string }[] }): Promise<void> => {
    try {
      const document = await readSignature(feed, autoUpdater.netSession)
      const verdict = verifyUpdate(offered, document, { keys, current, highest: highestVersion.read() })
      if (!verdict.isValid) return refuse(verdict.reason)
      highestVersion.write(offered.version)
      verified = { files: verdict.files, path: null }
      apply({ is: 'found', version: offered.version })
      await autoUpdater.downloadUpdate()
    } catch (fault) {
      apply({ is: 'failed', message: messageOf(fault) })
    }
  }
  autoUpdater.on('checking-for-update', () => apply({ is: 'looking' }))
  autoUpdater.on('update-not-available', ({ version }) => {
    if (compareVersions(version, current) < 0) refuse(`the feed went back from version ${current} to ${version}`)
    else apply({ is: 'latest' })
  })
  autoUpdater.on('update-available', ({ version, files }) => void fetchOffer({ version, files }))
  autoUpdater.on('download-progress', ({ percent }) => apply({ is: 'fetched', percent }))
  autoUpdater.on('update-downloaded', ({ version, downloadedFile }) => {
    verified = { ...verified, path: downloadedFile }
    if (!isFileSigned(verified)) return refuse('the downloaded file is not the signed one')
    apply({ is: 'ready', version })
    gate.ready(version)
    onReady()
  })
  autoUpdater.on('error', (fault) => {
    apply({ is: 'failed', message: fault.message })
    console.error(`no update could be fetched: ${fault.message}`)
  })
  // errors also come as an event
  const checkNow = (): void => void autoUpdater.checkForUpdates().catch(() => null)
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
