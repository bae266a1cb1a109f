// Connects this station with the others: listens on the chosen interface, dials known addresses, and lets only paired stations past the
// fingerprint. An unpaired one may connect in pairing mode alone, and only to pair. Accesses the network.
import type { Server } from 'node:tls'
import { minuteMs } from '../../../shared/base/durations.ts'
import { presenceEveryMs } from '../../../shared/peers/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SharedDocuments } from '../document/index.ts'
import type { Identity } from '../identity/index.ts'
import {
  dialTls,
  helloMessage,
  LinkRefusedError,
  listenTls,
  openSocket,
  protocols,
  readText,
  SocketServer,
  type Hello,
  type PeerSocket,
} from '../link/index.ts'
import type { Member } from '../pairing/index.ts'
import { PeerFaultError } from '../peer-fault.ts'
import { addressKey, Dialer, type PeerAddress } from './dialer.ts'
import { KnownStations } from './known-stations.ts'
import type { PairingDesk } from './pairing-desk.ts'
import { PeerLink } from './peer-link.ts'
import { PeerLinks } from './peer-links.ts'

/** Why an address gives no link, as a code for a sentence. */
export type AddressProblem =
  | 'no_answer'
  | 'not_a_station'
  | 'not_paired'
  | 'other_workshop'
  | 'newer_protocol'
  | 'older_protocol'
  | 'this_station'
  | 'revoked'
  | 'this_revoked'

const digestsEveryMs = minuteMs
const helloMs = 5_000
const maxLogged = 1_000

export interface PeerNetworkOptions {
  identity: Identity
  name: () => string
  /** A hash of the workshop; null: this station does not know it yet. */
  workshop: () => string | null
  clock: Clock
  documents: SharedDocuments
  members: () => ReadonlyMap<string, Member>
  desk: PairingDesk
  bending: ConstructorParameters<typeof PeerLinks>[0]['bending']
  /** Links, presence or problems changed. */
  onChange: () => void
  /** A peer has everything of this station. */
  onLevel: (fingerprint: string) => void
  log: (message: string, details: object) => void
}

export class PeerNetwork {
  readonly links: PeerLinks
  readonly knownStations = new KnownStations()
  readonly #options: PeerNetworkOptions
  readonly #problems = new Map<string, AddressProblem>()
  /** Why a station that connected was refused, by its fingerprint, until it is linked. */
  readonly #refusals = new Map<string, AddressProblem>()
  /** Fingerprints; this station's own may be among them. */
  #revoked: ReadonlySet<string> = new Set()
  /** The station that last answered at an address. */
  readonly #stationAt = new Map<string, string>()
  readonly #otherAddresses = new Map<string, readonly PeerAddress[]>()
  /** When something was logged last, by the address or station that it is about. */
  readonly #loggedMs = new Map<string, number>()
  readonly #socketServer: SocketServer
  readonly #dialer: Dialer
  readonly #stopping = new AbortController()
  readonly #unsubscribe: () => void
  #server: Server | null = null
  #isFolderCopied = false
  #reportedPresence = ''

  constructor(options: PeerNetworkOptions) {
    const { identity, clock, bending, log, documents } = options
    this.#options = options
    const { now, monotonic } = clock
    this.links = new PeerLinks({ ...identity, now, monotonic, bending, log })
    this.#socketServer = new SocketServer((socket) => void this.#exchangeHellos(socket, null))
    this.#dialer = new Dialer({
      clock,
      isWanted: (address) => this.#isWanted(address),
      dial: (address, signal) => this.#dial(address, 'facts', signal),
    })
    this.#unsubscribe = documents.changes.subscribe(this.links.pass)
    void this.#repeat(presenceEveryMs, () => {
      this.links.endSilent()
      this.presenceChanged()
    })
    void this.#repeat(digestsEveryMs, () => {
      for (const link of this.links) link.sendDigests()
      // what depends on the time alone, such as a mark that waits for long
      options.onChange()
    })
  }

  /** Listens there and no longer where it did before; links stay. Resolves with the port. Rejects where it cannot be listened on. */
  async listen(address: string, port: number): Promise<number> {
    const { identity } = this.#options
    this.#server?.close()
    this.#server = null
    this.#server = await listenTls({
      identity,
      address,
      port,
      isAdmitted: (fingerprint) => this.#isAdmitted(fingerprint),
      onSocket: (secure) => this.#socketServer.accept(secure),
      onRefused: (refusal) => this.#logSeldom(refusal.address, 'a connection was refused', refusal),
    })
    const bound = this.#server.address()
    return bound === null || typeof bound === 'string' ? port : bound.port
  }

  /** Another program runs on a copy of this station's folder. */
  get isFolderCopied(): boolean {
    return this.#isFolderCopied
  }

  /** Keeps a link to the station at this address, if it is paired. `others`: addresses of the same station, of which one link is enough. */
  addAddress(address: PeerAddress, others: readonly PeerAddress[] = []): void {
    this.#otherAddresses.set(addressKey(address), others)
    this.#dialer.add(address)
  }

  /** Stops dialling the address. */
  removeAddress(address: PeerAddress): void {
    this.#dialer.remove(address)
    this.#otherAddresses.delete(addressKey(address))
    this.#problems.delete(addressKey(address))
    this.#stationAt.delete(addressKey(address))
  }

  /** The station with a link that last answered at the address; null: there is none. */
  linkedAt(address: PeerAddress): string | null {
    const fingerprint = this.#stationAt.get(addressKey(address))
    return fingerprint !== undefined && this.links.of(fingerprint).length > 0 ? fingerprint : null
  }

  /** Why a paired station is not linked although it connects; null: it is linked, or does not connect. */
  refusalOf(fingerprint: string): AddressProblem | null {
    return this.#isRevokedHere ? 'this_revoked' : (this.#refusals.get(fingerprint) ?? null)
  }

  problemOf(address: PeerAddress): AddressProblem | null {
    return this.#problems.get(addressKey(address)) ?? null
  }

  /** Connects to an unpaired station whose pairing mode is open. Returns why that failed; null: it has begun. */
  async pairWith(address: PeerAddress): Promise<AddressProblem | null> {
    await this.#dial(address, 'pairing', this.#stopping.signal)
    return this.problemOf(address)
  }

  /** Tells the others what is bent here, at once. */
  presenceChanged(): void {
    this.links.sendPresence()
    this.#reportPresence()
  }

  /** Each station sends its presence every five seconds, and the screens read the work of all stations again after each report. */
  #reportPresence(): void {
    const presence = this.links.shownPresence()
    if (presence === this.#reportedPresence) return
    this.#reportedPresence = presence
    this.#options.onChange()
  }

  /** The members changed: ends links that are no longer trusted. */
  membersChanged(revoked: ReadonlySet<string>): void {
    const members = this.#options.members()
    this.#revoked = revoked
    this.links.endUntrusted((fingerprint) => members.has(fingerprint))
    // a station that was refused before may be a member now
    this.#dialer.dialNow()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#unsubscribe()
    const dialled = this.#dialer.stop()
    this.links.closeAll()
    this.#socketServer.close()
    const server = this.#server
    if (server !== null) await new Promise((resolve) => server.close(resolve))
    await dialled
  }

  /** At most once a minute about an address or a station, so that one that tries all the time does not fill the log. */
  #logSeldom(about: string, message: string, details: object): void {
    const { clock, log } = this.#options
    if (clock.monotonic() - (this.#loggedMs.get(about) ?? -Infinity) < minuteMs) return
    if (this.#loggedMs.size >= maxLogged) this.#loggedMs.clear()
    this.#loggedMs.set(about, clock.monotonic())
    log(message, details)
  }

  #logClose({ fingerprint }: PeerSocket['secure'], name: string, fault: string | null, error: Error | null): void {
    if (fault !== null) this.links.recordFault(fingerprint, name, fault)
    if (error === null) return
    const details = { station: name, fingerprint, error: String(error) }
    this.#logSeldom(fingerprint, 'a link was closed because of an error of this station', details)
  }

  #isAdmitted(fingerprint: string): boolean {
    const { members, desk, identity } = this.#options
    if (this.links.isRefused(fingerprint)) return false
    // this station's own certificate is accepted until its hello, which shows whether it is this program or a copied folder
    return members().has(fingerprint) || desk.isFree || fingerprint === identity.fingerprint
  }

  #isWanted(address: PeerAddress): boolean {
    const fingerprint = this.#stationAt.get(addressKey(address))
    if (this.#problems.get(addressKey(address)) === 'this_station') return false
    if (this.#otherAddresses.get(addressKey(address))?.some((other) => this.linkedAt(other) !== null)) return false
    return fingerprint === undefined || this.links.of(fingerprint).length === 0
  }

  async #dial(address: PeerAddress, purpose: Hello['purpose'], signal: AbortSignal): Promise<boolean> {
    const { identity, members } = this.#options
    const answering: string[] = []
    try {
      const isAdmitted = (fingerprint: string): boolean => {
        answering.push(fingerprint)
        if (this.#revoked.has(fingerprint)) return false
        return purpose === 'pairing' || members().has(fingerprint) || fingerprint === identity.fingerprint
      }
      const secure = await dialTls({ identity, ...address, isAdmitted, signal })
      this.#stationAt.set(addressKey(address), secure.fingerprint)
      // a server checks a certificate after the client's handshake, and closes the connection without a close frame
      const socket = await openSocket(secure).catch(() => null)
      if (socket !== null) return await this.#exchangeHellos(socket, { address, purpose })
      this.#setProblem(address, 'not_paired')
      return false
    } catch (error) {
      const isRevoked = answering.some((fingerprint) => this.#revoked.has(fingerprint))
      if (!signal.aborted) this.#setProblem(address, isRevoked ? 'revoked' : problemOfDial(error))
      return false
    }
  }

  get #isRevokedHere(): boolean {
    return this.#revoked.has(this.#options.identity.fingerprint)
  }

  #setProblem(address: PeerAddress, reported: AddressProblem | null): void {
    // the others refuse a revoked station before they say why
    const problem = reported === 'not_paired' && this.#isRevokedHere ? 'this_revoked' : reported
    if (this.problemOf(address) === problem) return
    if (problem === null) this.#problems.delete(addressKey(address))
    else this.#problems.set(addressKey(address), problem)
    this.#options.onChange()
  }

  /** Exchanges hellos and hands the socket on. Resolves when the socket has closed, with whether it became a link. */
  #exchangeHellos(
    socket: PeerSocket,
    dialled: { address: PeerAddress; purpose: Hello['purpose'] } | null,
  ): Promise<boolean> {
    const { identity, clock, name, workshop, desk } = this.#options
    const { fingerprint } = socket.secure
    let link: PeerLink | null = null
    let hello: Hello | null = null
    return new Promise((resolve) => {
      const settled = new AbortController()
      void clock.wait(helloMs, settled.signal).then(() => settled.signal.aborted || socket.close())
      socket.begin(
        {
          onText: (text) => {
            if (link !== null) return link.receiveText(text)
            if (hello !== null) return desk.receive(socket, text)
            settled.abort()
            hello = readText(helloMessage, text)
            link = this.#admit(socket, hello, dialled)
          },
          onBytes: (bytes) => {
            if (link === null) throw new PeerFaultError('it sends an update before its hello')
            link.receiveBytes(bytes)
          },
          onClose: (fault, error) => {
            settled.abort()
            this.#logClose(socket.secure, hello?.name ?? '', fault, error)
            if (link === null) desk.lost(socket)
            else this.links.remove(link)
            if (dialled !== null && hello === null) this.#setProblem(dialled.address, 'not_paired')
            this.#options.onChange()
            resolve(link !== null)
          },
        },
        clock.monotonic,
      )
      const { least, most } = protocols
      const ownHello = {
        least,
        most,
        name: name(),
        startId: identity.startId,
        workshop: workshop(),
        nowMs: clock.now(),
      }
      socket.send(
        JSON.stringify({ kind: 'hello', ...ownHello, purpose: dialled?.purpose ?? this.#purposeOf(fingerprint) }),
      )
    })
  }

  #purposeOf(fingerprint: string): Hello['purpose'] {
    return this.#options.members().has(fingerprint) ? 'facts' : 'pairing'
  }

  /** Null: the socket is closed, or the desk has it for pairing. */
  #admit(
    socket: PeerSocket,
    hello: Hello,
    dialled: { address: PeerAddress; purpose: Hello['purpose'] } | null,
  ): PeerLink | null {
    const { identity, clock, documents, desk, onLevel, onChange } = this.#options
    const { fingerprint } = socket.secure
    const refusal = this.#helloProblem(fingerprint, hello)
    if (dialled !== null) this.#setProblem(dialled.address, refusal)
    if (this.#options.members().has(fingerprint)) this.#setRefusal(fingerprint, refusal)
    if (refusal !== null) {
      if (fingerprint === identity.fingerprint && hello.startId !== identity.startId) this.#isFolderCopied = true
      socket.close()
      return null
    }
    const purpose = dialled?.purpose ?? hello.purpose
    if (purpose === 'pairing') {
      desk.begin(socket, hello, dialled !== null)
      return null
    }
    if (!this.#options.members().has(fingerprint)) {
      socket.close()
      return null
    }
    this.knownStations.record(fingerprint, hello, clock.now())
    const link = new PeerLink({
      socket,
      hello,
      isDialled: dialled !== null,
      documents,
      monotonic: clock.monotonic,
      onPresence: (of, presence) => {
        this.knownStations.record(of.fingerprint, presence, clock.now())
        this.#reportPresence()
      },
      onLevel: () => onLevel(fingerprint),
    })
    if (!this.links.add(link)) {
      link.close()
      return link
    }
    link.sendDigests()
    this.links.sendPresence()
    onChange()
    return link
  }

  #setRefusal(fingerprint: string, refusal: AddressProblem | null): void {
    if (refusal === null) this.#refusals.delete(fingerprint)
    else this.#refusals.set(fingerprint, refusal)
  }

  #helloProblem(fingerprint: string, hello: Hello): AddressProblem | null {
    const { identity, workshop } = this.#options
    if (fingerprint === identity.fingerprint) return 'this_station'
    if (hello.least > protocols.most) return 'newer_protocol'
    if (hello.most < protocols.least) return 'older_protocol'
    const ownWorkshop = workshop()
    return ownWorkshop !== null && hello.workshop !== null && ownWorkshop !== hello.workshop ? 'other_workshop' : null
  }

  async #repeat(everyMs: number, act: () => void): Promise<void> {
    const { clock } = this.#options
    while (!this.#stopping.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- a timer
      await clock.wait(everyMs, this.#stopping.signal)
      if (!this.#stopping.signal.aborted) act()
    }
  }
}

function problemOfDial(error: unknown): AddressProblem {
  if (!(error instanceof LinkRefusedError)) return 'no_answer'
  return error.reason === 'other_station' ? 'not_paired' : 'not_a_station'
}
