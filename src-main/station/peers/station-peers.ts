// This station among the others of its workshop: off until a technician turns it on. Opens and closes the link, caches the facts of others,
// and reports what is bent here. What others changed of the operators and released is merged into the ledger; they change no mark.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { minuteMs } from '../../../shared/base/durations.ts'
import { handOverKinds, hasKind, workshopKinds, type BendingNow } from '../../../shared/peers/index.ts'
import { CallError, type BrakeView, type StationsView } from '../../../shared/station-api/index.ts'
import type { Ledger, Sheet } from '../../ledger/index.ts'
import type { Peers, PeersChange } from '../../peers/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { ThrottledChanges } from '../../platform/throttled-changes.ts'
import type { FactsElsewhere } from './facts-elsewhere.ts'
import { HandOverDesk } from './hand-over-desk.ts'
import { Pace } from './pace.ts'
import { peersFolder, readPeerSettings, writePeerSettings, type PeerSettings } from './peer-settings.ts'
import { chosenAddress, localInterfaces } from './local-interfaces.ts'
import type { LedgerMirrorParts } from './ledger-mirror.ts'
import type { RunningPeers } from './running-peers.ts'

/** How long a sheet that is counted by hand counts as in work, unless a mark, a hand-over or a report stops the work on it. */
const handCountMs = 5 * minuteMs

export interface StationPeersParts {
  dataFolder: string
  clock: Clock
  ledger: Pick<Ledger, 'shareable' | 'subscribe' | 'handingOver' | 'operators' | 'counting' | 'work'>
  /** Null: the sheet is not here. */
  sheetOf: (sheetId: string) => Sheet | null
  /** The machine of this station; null: it has none. */
  ownBrakeId: () => string | null
  elsewhere: FactsElsewhere
  today: () => string
  /** The times and shifts of machines that this station set. */
  machineSettings: LedgerMirrorParts['machineSettings']
  readDays: LedgerMirrorParts['readDays']
  brake: () => BrakeView
  /** `shopSlug/environment`; null: not known yet. */
  fingerprint: () => string | null
  /** The lists and sheets show something else. */
  onSheets: (sheetIds: string[]) => void
  /** Other stations changed something of a machine, or the operators. */
  onWorkshop: () => void
  /** What the other stations bend may have changed. */
  onPresence: () => void
  /** Links, presence or facts changed; at most ten times a second. */
  notify: () => void
  log: { info: (details: object, message: string) => void }
  onError: (error: unknown) => void
}

export class StationPeers {
  readonly #parts: StationPeersParts
  readonly #changes: ThrottledChanges
  readonly handOverDesk: HandOverDesk
  #running: RunningPeers | null = null
  #hasFailed = false
  readonly #pace: Pace
  #handCount: { bending: BendingNow; countedMs: number } | null = null
  #lastBending = ''
  /** Opening and closing, one after the other. */
  #transition: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(parts: StationPeersParts) {
    this.#parts = parts
    this.handOverDesk = new HandOverDesk(parts)
    this.#pace = new Pace(parts.clock.monotonic)
    this.#changes = new ThrottledChanges(parts.clock, parts.notify)
    parts.ledger.subscribe((change) => {
      if (change.kind !== 'marks' || this.#running === null) return
      this.#running.mirror()
      // a mark, a hand-over or a report ends what is bent
      this.tellPresence()
    })
  }

  /** Null: this station is alone. */
  get peers(): Peers | null {
    return this.#running?.peers ?? null
  }

  /** Why the link is on and does not listen; null: it does, or is off. */
  get problem(): StationsView['problem'] {
    return this.#hasFailed ? 'failed' : (this.peers?.problem ?? null)
  }

  /** Opens the link where a technician has turned it on. Never rejects: without it the station works alone. */
  start(): Promise<void> {
    return this.#change(async () => {
      const settings = this.#withInterfaceName(readPeerSettings(this.#parts.dataFolder))
      if (settings.isOn) await this.#open(settings)
    })
  }

  /** Settings of an older version have an address only: stores the name of the interface that has it. */
  #withInterfaceName(settings: PeerSettings): PeerSettings {
    if (!settings.isOn || settings.interfaceName !== '') return settings
    const chosen = localInterfaces().find(({ address }) => address === settings.address)
    if (chosen === undefined) return settings
    const named = { ...settings, interfaceName: chosen.name }
    writePeerSettings(this.#parts.dataFolder, named)
    return named
  }

  settings(): PeerSettings {
    return readPeerSettings(this.#parts.dataFolder)
  }

  /** Stores the settings and applies them now. */
  async changeSettings(settings: PeerSettings): Promise<void> {
    const before = this.settings()
    writePeerSettings(this.#parts.dataFolder, settings)
    await this.#change(async () => {
      const peers = this.peers
      const isSameLink = isDeepStrictEqual({ ...before, addresses: [] }, { ...settings, addresses: [] })
      // other addresses need no new link, which would end the links and a pairing
      if (peers !== null && isSameLink) return peers.setTypedAddresses(settings.addresses)
      await this.#close()
      if (settings.isOn) await this.#open(settings)
    })
  }

  /** A typed address is dialled again after a restart. */
  async addTypedAddress(typed: PeerSettings['addresses'][number]): Promise<void> {
    const settings = this.settings()
    const isKnown = settings.addresses.some(({ address, port }) => address === typed.address && port === typed.port)
    if (!isKnown) await this.changeSettings({ ...settings, addresses: [...settings.addresses, typed] })
  }

  /** The peers; throws CallError while this station is alone. */
  required(): Peers {
    if (this.peers === null) throw new CallError('stations_off', 'the link to the other stations does not run')
    return this.peers
  }

  /** Pieces were counted by hand. */
  recordHandCount(bending: BendingNow): void {
    this.#handCount = { bending, countedMs: this.#parts.clock.monotonic() }
    this.tellPresence()
  }

  /** The plan changed. The ledger does not report this itself. */
  readonly mirrorSoon = (): void => this.#running?.mirror()

  /** The brake reports something else: tells the others if it changes what is bent here. */
  readonly tellPresence = (): void => {
    const now = JSON.stringify(this.#bending())
    if (now === this.#lastBending) return
    this.#lastBending = now
    this.peers?.presenceChanged()
  }

  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    this.#changes.stop()
    await this.#change(() => this.#close())
  }

  #change(act: () => Promise<void>): Promise<void> {
    this.#transition = this.#transition.then(act).catch((error: unknown) => {
      this.#hasFailed = true
      this.#parts.onError(error)
      this.#changes.notifySoon()
    })
    return this.#transition
  }

  async #open(settings: PeerSettings): Promise<void> {
    const { dataFolder, clock, today, ledger, machineSettings, readDays, elsewhere, onError, log, fingerprint } =
      this.#parts
    if (this.#isClosed) return
    this.#hasFailed = false
    const { openRunningPeers } = await import('./running-peers.ts')
    const running = await openRunningPeers(
      {
        folder: peersFolder(dataFolder),
        clock,
        today,
        name: () => settings.name,
        workshop: () => hashOf(fingerprint()),
        address: () => chosenAddress(settings, localInterfaces()),
        port: settings.port,
        addresses: settings.addresses,
        bending: this.bending,
        log: (message, details) => log.info(details, message),
        onError,
      },
      {
        shareable: ledger.shareable,
        machineSettings,
        readDays,
        now: clock.now,
      },
      this.handOverDesk,
    )
    this.#running = running
    elsewhere.setPeers(running.peers)
    this.handOverDesk.forget()
    running.peers.arrived.subscribe((change) => {
      elsewhere.update(change)
      this.#handOversChanged(change)
      this.#parts.onSheets(change.sheets)
      if (change.kinds.includes('stop')) this.tellPresence()
      if (change.kinds.includes('operator') || change.kinds.includes('release')) this.#merge()
      if (hasKind(change.kinds, workshopKinds)) this.#parts.onWorkshop()
      this.#changes.notifySoon()
    })
    running.peers.shared.subscribe((change) => {
      elsewhere.update(change)
      this.#handOversChanged(change)
      if (change.kinds.includes('release')) {
        // the answer to the call that released a drawing was sent before this
        this.#parts.onSheets(change.sheets)
        this.#changes.notifySoon()
      }
    })
    running.peers.changed.subscribe(() => {
      this.#parts.onPresence()
      this.#changes.notifySoon()
    })
    this.#merge()
    running.mirror()
    this.#changes.notifySoon()
  }

  #merge(): void {
    const { operators, counting } = this.#parts.ledger
    try {
      operators.merge()
      counting.mergeReleases()
    } catch (error) {
      // a full disk: the next change merges them
      this.#parts.onError(error)
    }
  }

  #handOversChanged({ kinds }: PeersChange): void {
    if (!hasKind(kinds, handOverKinds)) return
    this.handOverDesk.forget()
    this.#running?.mirror()
  }

  async #close(): Promise<void> {
    const running = this.#running
    this.#running = null
    this.#hasFailed = false
    this.#parts.elsewhere.setPeers(null)
    await running?.close()
    if (!this.#isClosed) this.#changes.notifySoon()
  }

  /** What is bent here now, with the time that the rest takes. */
  readonly bending = (): BendingNow | null => {
    const bending = this.#bending()
    const leftMs = bending === null ? undefined : this.#pace.leftMs(bending)
    return bending === null || leftMs === undefined ? bending : { ...bending, leftMs }
  }

  #bending(): BendingNow | null {
    const { loaded, readings } = this.#parts.brake()
    if (loaded !== null && !loaded.needsConfirmation && !loaded.isComplete) {
      const { sheetId, pieceNo, donePieces: done, wantedPieces: wanted, by } = loaded
      return { sheetId, pieceNo, step: readings?.step ?? null, done, wanted, by }
    }
    const hand = this.#handCount
    const isRecent = hand !== null && this.#parts.clock.monotonic() - hand.countedMs < handCountMs
    if (!isRecent || hand.bending.done >= hand.bending.wanted) return null
    const sheet = this.#parts.sheetOf(hand.bending.sheetId)
    const isStopped = sheet === null || this.#parts.ledger.work.stopOfWork(sheet) !== null
    return isStopped ? null : hand.bending
  }
}

const hashOf = (workshop: string | null): string | null =>
  workshop === null ? null : createHash('sha256').update(`kant workshop ${workshop}`).digest('hex')
