// This station among the others of its workshop: its identity, the shared documents, the connections and pairing. Never writes the ledger.
// Accesses its own folder and the network.
import { mkdirSync } from 'node:fs'
import { hourMs } from '../../shared/base/durations.ts'
import { Emitter } from '../../shared/base/emitter.ts'
import {
  handOverKinds,
  ofKind,
  sheetKinds,
  type BendingNow,
  type FactKind,
  type FactOf,
  type StoredFact,
} from '../../shared/peers/index.ts'
import {
  openDocumentFile,
  SharedDocuments,
  storedFacts,
  trustKey,
  type DocumentFile,
  type FactRow,
  type NewFact,
} from './document/index.ts'
import {
  clockWrongMs,
  PairingDesk,
  PeerNetwork,
  StationAddresses,
  type AddressProblem,
  type EnteredDigits,
  type PeerAddress,
} from './exchange/index.ts'
import { openIdentity, stationIdOf, type Identity } from './identity/index.ts'
import { Listening, type ListenProblem } from './listening.ts'
import {
  isGenuine,
  memberFactOf,
  PairingMode,
  PairingsFile,
  revocationFactOf,
  trustIn,
  type Member,
} from './pairing/index.ts'
import type { PeersOptions } from './peers-options.ts'
import type { PeerStationView, PeersView } from './peers-view.ts'

/** How often documents that are too old are looked for: two are deleted each time, so a station that was off for long catches up. */
const deleteOldEveryMs = hourMs

/** Which facts changed. No sheets and some kinds: any sheet may have changed. */
export interface PeersChange {
  sheets: string[]
  kinds: string[]
}

export class Peers {
  /** Facts of other stations arrived. */
  readonly arrived: Emitter<PeersChange>
  /** Facts of this station were shared, or days were deleted. */
  readonly shared: Emitter<PeersChange>
  /** Links, presence, members or pairing changed. */
  readonly changed: Emitter<void>
  readonly #options: PeersOptions
  readonly #identity: Identity
  readonly #file: DocumentFile
  readonly #documents: SharedDocuments
  readonly #pairings: PairingsFile
  readonly #desk: PairingDesk
  readonly #network: PeerNetwork
  readonly #addresses: StationAddresses
  #members: ReadonlyMap<string, Member> = new Map()
  readonly #closing = new AbortController()
  readonly #listening: Listening

  /** Use `openPeers`. */
  constructor(options: PeersOptions, identity: Identity) {
    const { folder, clock, log, onError } = options
    this.#options = options
    this.#identity = identity
    this.arrived = new Emitter(onError)
    this.shared = new Emitter(onError)
    this.changed = new Emitter(onError)
    this.#pairings = new PairingsFile(folder)
    this.#file = openDocumentFile(folder, (file, error) =>
      log('the shared documents were damaged and are made again', { file, fault: String(error) }),
    )
    this.#documents = new SharedDocuments({
      file: this.#file,
      today: options.today,
      isGenuine,
      onError,
      onRebuilt: (document) => log('a shared document was damaged and was made again', { document }),
    })
    const mode = new PairingMode({
      ...clock,
      readWrong: () => this.#pairings.wrong,
      writeWrong: (wrong) => this.#pairings.setWrong(wrong),
    })
    const onChange = (): void => this.changed.emit()
    this.#desk = new PairingDesk({
      identity,
      mode,
      onPaired: (pairing) => {
        this.#pairings.addPairing(pairing, memberFactOf(identity, pairing, clock.now()))
        this.#shareTrust()
      },
      onChange,
      log,
    })
    this.#network = new PeerNetwork({
      identity,
      name: options.name,
      workshop: options.workshop,
      clock,
      documents: this.#documents,
      members: () => this.#members,
      desk: this.#desk,
      bending: options.bending,
      onChange,
      onLevel: (fingerprint) => this.#file.setPeer(fingerprint, this.#file.newest(), clock.now()),
      log,
    })
    this.#addresses = new StationAddresses({
      network: this.#network,
      nameOf: (other) => this.nameOf(stationIdOf(other)),
      onChange,
    })
    this.#listening = new Listening({
      ...options,
      stationId: identity.stationId,
      startId: identity.startId,
      listen: (address, port) => this.#network.listen(address, port),
      onFound: (station) => this.#addresses.setFound(station),
      onLost: (key) => this.#addresses.removeFound(key),
      onChange,
    })
    this.#documents.changes.subscribe(({ facts, origin }) => this.#handleFacts(facts, origin))
    this.#shareTrust()
  }

  /** Listens and dials. Where it cannot listen, the view says why, and it tries again. */
  async start(): Promise<void> {
    // before another station can receive them
    this.#deleteOldDays()
    void this.#deleteOldDaysRegularly()
    await this.#listening.start()
    this.setTypedAddresses(this.#options.addresses)
  }

  get stationId(): string {
    return this.#identity.stationId
  }

  get port(): number {
    return this.#listening.port
  }

  /** Why it does not listen; null: it does. */
  get problem(): ListenProblem | null {
    return this.#listening.problem
  }

  /** True while at least one other station is paired. */
  get isPaired(): boolean {
    return this.#members.size > 0
  }

  /** Adds facts of this station. One that is shared already stays as it is. Throws the error of a disk that refuses them. */
  share(facts: readonly NewFact[]): void {
    this.#handleFacts(this.#documents.add(facts), null)
  }

  isShared(key: string): boolean {
    return this.#file.fact(key)?.isOwn === true
  }

  /** The facts about a sheet that this station's ledger does not have. */
  factsElsewhere(sheetId: string): StoredFact[] {
    return storedFacts(this.#file.factsOfSheet(sheetId).filter(({ isOwn }) => !isOwn))
  }

  /** All facts about a sheet. */
  factsOfSheet(sheetId: string): StoredFact[] {
    return storedFacts(this.#file.factsOfSheet(sheetId))
  }

  /** The facts of a kind; `elsewhere`: only those that this station's ledger does not have. */
  factsOfKind<Kind extends FactKind>(kind: Kind, { elsewhere }: { elsewhere: boolean }): StoredFact<FactOf<Kind>>[] {
    return ofKind(storedFacts(this.#file.factsOfKind(kind).filter(({ isOwn }) => !(elsewhere && isOwn))), kind)
  }

  /** The facts of a kind of the other stations, of the days in a range. */
  factsElsewhereOn<Kind extends FactKind>(kind: Kind, from: string, to: string): StoredFact<FactOf<Kind>>[] {
    return ofKind(storedFacts(this.#file.factsElsewhereOf(kind, from, to)), kind)
  }

  /** The moment of the newest fact of a kind of a station, ms since 1970; 0: there is none. */
  newestOf(station: string, kind: FactKind): number {
    return this.#file.newestOf(station, kind)
  }

  /** The moment of the newest fact of a kind that this station's ledger does not have, ms since 1970; 0: there is none. */
  newestElsewhereMs(kind: FactKind): number {
    return this.#file.newestElsewhereMs(kind)
  }

  /** The sheets of which another station had a fact in a document of that day or a later one. */
  sheetsSince(day: string): string[] {
    return this.#file.sheetsElsewhere(day)
  }

  /** The name of a station; its id where its name is not known. */
  nameOf(stationId: string): string {
    if (stationId === this.#identity.stationId) return this.#options.name()
    const member = [...this.#members.values()].find((one) => one.stationId === stationId)
    if (member === undefined) return stationId
    const name = this.#memberName(member)
    // two stations with one name are distinguished
    return this.#isSharedName(name) ? `${name} (${stationId.slice(0, 4)})` : name
  }

  bendings(): { station: string; bending: BendingNow }[] {
    return [...this.#members.values()].flatMap(({ fingerprint, stationId: station }) => {
      const bending = this.#network.links.bendingOf(fingerprint)
      return bending === null ? [] : [{ station, bending }]
    })
  }

  /** What is bent here changed: informs the others at once. */
  presenceChanged(): void {
    this.#network.presenceChanged()
  }

  cursor(name: string): number {
    return this.#file.cursor(name)
  }

  setCursor(name: string, value: number): void {
    this.#file.setCursor(name, value)
  }

  /** The addresses that a technician typed. */
  setTypedAddresses(addresses: readonly PeerAddress[]): void {
    this.#addresses.setTyped(addresses)
  }

  /** Opens pairing mode for three minutes. False while wrong entries keep it closed. */
  openPairing(): boolean {
    return this.#desk.open()
  }

  closePairing(): void {
    this.#desk.close()
  }

  /** Connects to a station whose pairing mode is open. Returns why that failed; null: it has begun. */
  pairWith(address: PeerAddress): Promise<AddressProblem | null> {
    return this.#network.pairWith(address)
  }

  /** What the technician read on the other screen. The caller has checked the PIN. */
  enterDigits(digits: string): EnteredDigits {
    return this.#desk.enter(digits)
  }

  /** Revokes a station permanently, at all stations. */
  revoke(fingerprint: string): void {
    this.#pairings.addRevocations([revocationFactOf(this.#identity, fingerprint, this.#options.clock.now())])
    this.#options.log('a station was revoked', { fingerprint })
    this.#shareTrust()
  }

  view(): PeersView {
    const { stationId, fingerprint } = this.#identity
    return {
      stationId,
      fingerprint,
      port: this.#listening.port,
      problem: this.#listening.problem,
      isFolderCopied: this.#network.isFolderCopied,
      stations: [...this.#members.values()].map((member) => this.#stationView(member)),
      pairing: this.#desk.view(),
      discovery: this.#listening.discovery,
      addresses: this.#addresses.view(),
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#desk.close()
    await this.#listening.stop()
    await this.#network.close()
    this.#documents.close()
    this.#file.close()
  }

  async #deleteOldDaysRegularly(): Promise<void> {
    const { clock, onError } = this.#options
    const { signal } = this.#closing
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- a timer
      await clock.wait(deleteOldEveryMs, signal)
      try {
        if (!signal.aborted) this.#deleteOldDays()
      } catch (error) {
        // a full disk: the next time
        onError(error)
      }
    }
  }

  #deleteOldDays(): void {
    const days = this.#documents.deleteOld()
    if (days.length === 0) return
    this.#options.log('days were deleted because they are old', { days })
    this.shared.emit({ sheets: [], kinds: [...sheetKinds, ...handOverKinds] })
  }

  #stationView(member: Member): PeerStationView {
    const { fingerprint } = member
    const station = this.#network.knownStations.of(fingerprint)
    const stored = this.#file.peer(fingerprint)
    const offset = station?.clockOffsetMs ?? 0
    return {
      ...member,
      name: this.nameOf(member.stationId),
      isLinked: this.#network.links.of(fingerprint).length > 0,
      lastSeenMs: station?.lastSeenMs ?? stored?.seenAtMs ?? null,
      backlog: this.#file.countOwnAfter(stored?.hasUpTo ?? 0),
      clockOffsetMs: Math.abs(offset) > clockWrongMs ? offset : 0,
      isCopied: this.#network.knownStations.isCopied(fingerprint),
      problem: this.#network.refusalOf(fingerprint),
      hasSameName: this.#isSharedName(this.#memberName(member)),
      bending: this.#network.links.bendingOf(fingerprint),
    }
  }

  #memberName({ fingerprint, name }: Member): string {
    return this.#network.knownStations.of(fingerprint)?.name ?? name
  }

  #isSharedName(name: string): boolean {
    const others = [...this.#members.values()].filter((member) => this.#memberName(member) === name).length
    return others + (this.#options.name() === name ? 1 : 0) > 1
  }

  #handleFacts(rows: readonly FactRow[], origin: string | null): void {
    if (rows.some(({ kind }) => kind === 'member' || kind === 'revoked')) this.#updateMembers()
    if (rows.length === 0) return
    const sheets = [...new Set(rows.flatMap(({ sheet }) => sheet ?? []))]
    const change = { sheets, kinds: [...new Set(rows.map(({ kind }) => kind))] }
    if (origin === null) this.shared.emit(change)
    else this.arrived.emit(change)
  }

  /** What this station signed, and every revocation that it stored, for the others: also after the documents were lost. */
  #shareTrust(): void {
    const signed = [...this.#pairings.members, ...this.#pairings.revocations]
    this.share(signed.map((fact) => ({ key: trustKey(fact), document: 'permanent', fact })))
    this.#updateMembers()
  }

  #updateMembers(): void {
    const { members, revoked, revocationsToStore } = trustIn({
      ownFingerprint: this.#identity.fingerprint,
      pairings: this.#pairings.pairings,
      members: this.factsOfKind('member', { elsewhere: false }).map(({ fact }) => fact),
      revocations: this.factsOfKind('revoked', { elsewhere: false }).map(({ fact }) => fact),
      storedRevocations: this.#pairings.revocations,
    })
    this.#members = members
    this.#network.membersChanged(revoked)
    try {
      this.#pairings.addRevocations(revocationsToStore)
    } catch (error) {
      // a full disk: the next change of a member or the next start stores them
      this.#options.onError(error)
    }
    this.changed.emit()
  }
}

/** Rejects where the folder cannot be read. */
export async function openPeers(options: PeersOptions): Promise<Peers> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const peers = new Peers(options, await openIdentity(options.folder))
  try {
    await peers.start()
    return peers
  } catch (error) {
    await peers.close()
    throw error
  }
}
