// One connection to a paired station, after both have said hello: presence, digests, updates and their acknowledgements. Accesses the
// network through its socket, and the shared documents.
import { minuteMs } from '../../../shared/base/durations.ts'
import type { BendingNow } from '../../../shared/peers/index.ts'
import { maxUpdateBytes, type SharedDocuments } from '../document/index.ts'
import {
  partsOf,
  readMessage,
  readPart,
  writePart,
  type Hello,
  type PeerMessage,
  type PeerSocket,
} from '../link/index.ts'
import { PeerFaultError } from '../peer-fault.ts'

/** How often a peer may ask for what it lacks, within a minute. */
const maxRequests = 400
/** After an answer leaves a gap, the next question waits for this time: the peer may lack the same. */
const askAgainMs = minuteMs
/** A station of this program sends 32 parts at most. */
const maxParts = 64
/** The state vector of a document without facts. */
const emptyState = Uint8Array.of(0)

export interface PeerLinkOptions {
  socket: PeerSocket
  hello: Hello
  /** This side dialled. */
  isDialled: boolean
  documents: Pick<SharedDocuments, 'digests' | 'stateVector' | 'missingFor' | 'receive' | 'keeps'>
  monotonic: () => number
  onPresence: (link: PeerLink, presence: Extract<PeerMessage, { kind: 'presence' }>) => void
  /** The peer has everything that was sent to it. */
  onLevel: (link: PeerLink) => void
}

export class PeerLink {
  readonly fingerprint: string
  /** The id of the program at the other end: a copied folder has the same fingerprint. */
  readonly programId: string
  readonly hello: Hello
  readonly isDialled: boolean
  /** The stations that are linked to this peer. */
  links: ReadonlySet<string> = new Set()
  receivedMs: number
  /** When it last sent what it bends, by the monotonic clock. */
  presenceMs = 0
  bending: BendingNow | null = null
  readonly #options: PeerLinkOptions
  #sent = 0
  /** The numbers of the updates that the peer has not stored yet, each with its document. */
  readonly #unacknowledged = new Map<number, string>()
  /** When this side last asked for what a document lacks, by the monotonic clock, until an update has no gap. */
  readonly #questionMs = new Map<string, number>()
  #hasCompared = false
  #incoming: { document: string; update: number; parts: Uint8Array[]; bytes: number } | null = null
  #requests = { startMs: -Infinity, count: 0 }

  constructor(options: PeerLinkOptions) {
    this.#options = options
    this.fingerprint = options.socket.secure.fingerprint
    this.programId = `${this.fingerprint} ${options.hello.startId}`
    this.hello = options.hello
    this.isDialled = options.isDialled
    this.receivedMs = options.monotonic()
  }

  send(message: PeerMessage): void {
    this.#options.socket.send(JSON.stringify(message))
  }

  sendDigests(): void {
    this.send({ kind: 'digests', documents: [...this.#options.documents.digests()] })
  }

  sendUpdate(document: string, update: Uint8Array): void {
    this.#sent += 1
    this.#unacknowledged.set(this.#sent, document)
    for (const part of partsOf(document, this.#sent, update)) this.#options.socket.send(writePart(part))
  }

  close(): void {
    this.#options.socket.close()
  }

  /** Ends the connection to a station that is not trusted any more. It learns of its revocation, also where it lacks earlier facts. */
  closeUntrusted(): void {
    const update = this.#options.documents.missingFor('permanent', emptyState)
    if (update !== null) this.sendUpdate('permanent', update)
    this.close()
  }

  /** Ends the connection at once. */
  drop(): void {
    this.#options.socket.drop()
  }

  /** Throws PeerFaultError for a frame that is not of the protocol. */
  receiveText(text: string): void {
    this.receivedMs = this.#options.monotonic()
    const message = readMessage(text)
    if (message === null) return
    if (message.kind === 'presence') {
      this.links = new Set(message.links)
      this.bending = message.bending
      this.presenceMs = this.receivedMs
      this.#options.onPresence(this, message)
    } else if (message.kind === 'digests') this.#compare(message.documents)
    else if (message.kind === 'missing') this.#sendMissing(message.document, message.state)
    else this.#acknowledge(message.update)
  }

  /** Throws PeerFaultError for a frame that is not of the protocol, and for an update that is not one of facts. */
  receiveBytes(frame: Buffer): void {
    this.receivedMs = this.#options.monotonic()
    const { document, update, isLast, bytes } = readPart(frame)
    const before = this.#incoming
    if (before !== null && (before.document !== document || before.update !== update))
      throw new PeerFaultError('the parts of two updates are mixed')
    const incoming = before ?? { document, update, parts: [], bytes: 0 }
    incoming.parts.push(bytes)
    incoming.bytes += bytes.length
    if (incoming.bytes > maxUpdateBytes) throw new PeerFaultError('an update is too large')
    if (incoming.parts.length > maxParts) throw new PeerFaultError('an update has too many parts')
    this.#incoming = isLast ? null : incoming
    if (!isLast) return
    const whole = incoming.parts.length === 1 ? bytes : Buffer.concat(incoming.parts)
    // on the disk before it is acknowledged
    const { isIncomplete } = this.#options.documents.receive(document, whole, this.programId)
    if (isIncomplete) return this.#askForGap(document)
    this.#questionMs.delete(document)
    this.send({ kind: 'stored', update })
  }

  #compare(theirs: readonly (readonly [string, string])[]): void {
    const { documents } = this.#options
    const ownDigests = documents.digests()
    for (const [document, digest] of theirs)
      if (documents.keeps(document) && ownDigests.get(document) !== digest) this.#ask(document)
    this.#hasCompared = true
    const other = new Map(theirs)
    const isSame = [...ownDigests].every(([document, digest]) => other.get(document) === digest)
    if (isSame) this.#options.onLevel(this)
  }

  /** Two stations with the same gap would otherwise answer each other without end. */
  #askForGap(document: string): void {
    const lastMs = this.#questionMs.get(document) ?? -Infinity
    if (this.#options.monotonic() - lastMs >= askAgainMs) this.#ask(document)
  }

  #ask(document: string): void {
    this.#questionMs.set(document, this.#options.monotonic())
    const state = Buffer.from(this.#options.documents.stateVector(document)).toString('base64')
    this.send({ kind: 'missing', document, state })
  }

  #sendMissing(document: string, state: string): void {
    const now = this.#options.monotonic()
    if (now - this.#requests.startMs > minuteMs) this.#requests = { startMs: now, count: 0 }
    this.#requests.count += 1
    if (this.#requests.count > maxRequests) throw new PeerFaultError('it asks too often')
    const update = this.#options.documents.missingFor(document, Buffer.from(state, 'base64'))
    // the answer has what was sent before and could not be stored because of a gap
    for (const [sent, name] of this.#unacknowledged) if (name === document) this.#unacknowledged.delete(sent)
    if (update !== null) this.sendUpdate(document, update)
  }

  #acknowledge(update: number): void {
    this.#unacknowledged.delete(update)
    if (this.#hasCompared && this.#unacknowledged.size === 0) this.#options.onLevel(this)
  }
}
