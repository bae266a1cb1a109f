// Updates of a packaged app whose settings name a feed: downloaded automatically where the feed's signature is valid, and installed when a
// person has agreed and the station is idle. The hash of the file is compared with the signed one after the download, and again before the
// installer is opened. Without a feed no request is made.
import { app } from 'electron'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
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
  /** A version is ready, or is not ready any more. */
  onChange: () => void
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

export async function watchUpdates(parts: UpdateParts): Promise<Updates> {
  // loaded on demand: it reads the packaged app's own files
  const { default: updater } = await import('electron-updater')
  const watch = new UpdateWatch(updater.autoUpdater, parts)
  watch.checkNow()
  return watch
}

class UpdateWatch implements Updates {
  readonly #updater: AppUpdater
  readonly #parts: UpdateParts
  /** The version of this app. */
  readonly #current = app.getVersion()
  readonly #gate = createUpdateGate(() => this.#install())
  #view = notChecked(this.#current)
  #verified: Verified = { files: [], path: null }

  constructor(updater: AppUpdater, parts: UpdateParts) {
    this.#updater = updater
    this.#parts = parts
    // nothing is downloaded before its signature is verified
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.allowDowngrade = false
    updater.setFeedURL({ provider: 'generic', url: parts.feed })
    updater.on('checking-for-update', () => this.#apply({ is: 'looking' }))
    updater.on('update-not-available', ({ version }) => this.#compare(version))
    updater.on('update-available', (offered) => void this.#fetchOffer(offered))
    updater.on('download-progress', ({ percent }) => this.#apply({ is: 'fetched', percent }))
    updater.on('update-downloaded', ({ version, downloadedFile }) => this.#offer(version, downloadedFile))
    updater.on('error', (fault) => this.#fail(fault))
  }

  view(): UpdateView {
    return this.#view
  }

  version(): string | null {
    return this.#gate.version()
  }

  idle(isIdle: boolean): void {
    this.#gate.idle(isIdle)
  }

  checkNow(): void {
    // errors also come as an event
    this.#updater.checkForUpdates().catch(() => null)
  }

  agree(version: string): void {
    if (this.version() !== version) return
    this.#apply({ is: 'agreed' })
    this.#gate.agree()
  }

  #apply(event: UpdateEvent): void {
    this.#view = updateAfter(this.#view, event)
  }

  #refuse(reason: string): void {
    this.#apply({ is: 'refused', message: reason })
    console.error(`an update was refused: ${reason}`)
  }

  #fail({ message }: Error): void {
    this.#apply({ is: 'failed', message })
    console.error(`no update could be fetched: ${message}`)
  }

  /** The feed offers no version that is newer than this app. It may have offered one before. */
  #compare(version: string): void {
    const seen = this.#parts.highestVersion.read() ?? this.#current
    const highest = compareVersions(seen, this.#current) > 0 ? seen : this.#current
    if (compareVersions(version, highest) < 0) this.#refuse(`the feed went back from version ${highest} to ${version}`)
    else this.#apply({ is: 'latest' })
  }

  /** Downloads an offer with a valid signature. */
  async #fetchOffer({ version, files }: Pick<UpdateInfo, 'version' | 'files'>): Promise<void> {
    const { feed, keys, highestVersion } = this.#parts
    try {
      const document = await readSignature(feed, this.#updater.netSession)
      const trust = { keys, current: this.#current, highest: highestVersion.read() }
      const verdict = verifyUpdate({ version, files }, document, trust)
      if (!verdict.isValid) return this.#refuse(verdict.reason)
      highestVersion.write(version)
      this.#verified = { files: verdict.files, path: null }
      this.#gate.withdraw()
      this.#parts.onChange()
      this.#apply({ is: 'found', version })
      await this.#updater.downloadUpdate()
    } catch (fault) {
      this.#apply({ is: 'failed', message: messageOf(fault) })
    }
  }

  /** Offers the downloaded version to a person. */
  #offer(version: string, path: string): void {
    this.#verified = { ...this.#verified, path }
    if (!this.#isFileSigned()) return this.#refuse('the downloaded file is not the signed one')
    this.#apply({ is: 'ready', version })
    this.#gate.ready(version)
    this.#parts.onChange()
  }

  #install(): boolean {
    const isSigned = this.#isFileSigned()
    if (isSigned) this.#updater.quitAndInstall(false, true)
    else this.#refuse('the downloaded file was changed')
    return isSigned
  }

  #isFileSigned(): boolean {
    const { files, path } = this.#verified
    try {
      return path !== null && isSignedFile(readFileSync(path), files)
    } catch {
      return false
    }
  }
}
