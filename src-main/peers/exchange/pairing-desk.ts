// The pairing of this station with one other at a time: pairing mode, the exchange over a fresh connection, and what the technician enters.
// Accesses the network through the socket of the partner.
import { randomBytes } from 'node:crypto'
import { exporterOf, readText, type Hello, type PeerSocket } from '../link/index.ts'
import type { Identity } from '../identity/index.ts'
import { PeerFaultError } from '../peer-fault.ts'
import {
  beginPairing,
  confirmPairing,
  pairingMessage,
  receivePairing,
  type Pairing,
  type PairingContext,
  type PairingMode,
  type PairingState,
} from '../pairing/index.ts'

export interface PairingDeskOptions {
  identity: Identity
  mode: PairingMode
  /** Both technicians confirmed: stores the pairing before it returns. */
  onPaired: (pairing: Pairing) => void
  onChange: () => void
  log: (message: string, details: object) => void
}

interface Partner {
  socket: PeerSocket
  hello: Hello
  context: PairingContext
  state: PairingState
}

export type EnteredDigits = 'right' | 'wrong' | 'no_partner'

/** How the last exchange ended without a pairing. `ended_there`: the other station, or the network, ended it. */
type EndedPairing = 'wrong_digits' | 'ended_there' | 'not_as_agreed'

export interface PairingDeskView {
  isOpen: boolean
  openForMs: number
  closedForMs: number
  /** Wrong entries that are left before pairing mode is closed. */
  entriesLeft: number
  /** Null: no exchange ended since pairing mode was opened, or one is in progress. */
  ended: EndedPairing | null
  /** Null: nobody has connected yet. `shown`: the digits to enter at the other station. */
  partner: {
    name: string
    fingerprint: string
    shown: string
    isConfirmedHere: boolean
    isConfirmedThere: boolean
  } | null
}

export class PairingDesk {
  readonly #options: PairingDeskOptions
  #partner: Partner | null = null
  #ended: EndedPairing | null = null

  constructor(options: PairingDeskOptions) {
    this.#options = options
  }

  view(): PairingDeskView {
    const { mode } = this.#options
    const partner = this.#partner
    return {
      isOpen: mode.isOpen,
      openForMs: mode.openForMs,
      closedForMs: mode.closedForMs(),
      entriesLeft: mode.entriesLeft,
      ended: this.#ended,
      partner:
        partner === null || partner.state.is !== 'comparing'
          ? null
          : {
              name: partner.hello.name,
              fingerprint: partner.socket.secure.fingerprint,
              shown: partner.state.shown,
              isConfirmedHere: partner.state.isConfirmedHere,
              isConfirmedThere: partner.state.isConfirmedThere,
            },
    }
  }

  /** Whether an unpaired station may connect now. */
  get isFree(): boolean {
    return this.#options.mode.isOpen && this.#partner === null
  }

  /** Opens pairing mode. False while wrong entries keep it closed. */
  open(): boolean {
    const isOpen = this.#options.mode.open()
    this.#ended = null
    this.#options.onChange()
    return isOpen
  }

  /** Closes pairing mode, and ends an exchange that is in progress. */
  close(): void {
    this.#options.mode.close()
    this.#drop()
    this.#options.onChange()
  }

  /** Begins the exchange on a fresh connection; the caller has read the partner's hello. */
  begin(socket: PeerSocket, hello: Hello, isDialled: boolean): void {
    const { identity } = this.#options
    if (!this.isFree) return socket.close()
    const other = socket.secure.fingerprint
    const context: PairingContext = {
      role: isDialled ? 'initiator' : 'responder',
      initiator: isDialled ? identity.fingerprint : other,
      responder: isDialled ? other : identity.fingerprint,
      exporter: exporterOf(socket.secure.socket),
      nonce: randomBytes(32),
    }
    const { state, send } = beginPairing(context)
    this.#ended = null
    this.#partner = { socket, hello, context, state }
    if (send !== null) socket.send(JSON.stringify(send))
    this.#options.onChange()
  }

  /** Throws PeerFaultError for a frame that is not a message of the exchange. */
  receive(socket: PeerSocket, text: string): void {
    const partner = this.#partner
    if (partner?.socket !== socket) throw new PeerFaultError('it is not the partner')
    if (!this.#options.mode.isOpen) throw new PeerFaultError('pairing mode is over')
    const step = receivePairing(partner.context, partner.state, readText(pairingMessage, text))
    this.#setState(partner, step.state)
    if (step.send !== null) socket.send(JSON.stringify(step.send))
  }

  /** What the technician read on the other screen. The caller has checked the PIN. */
  enter(digits: string): EnteredDigits {
    const { mode, log } = this.#options
    const partner = this.#partner
    if (partner?.state.is !== 'comparing' || !mode.isOpen) return 'no_partner'
    const step = confirmPairing(partner.state, digits)
    if (step === null) {
      const entriesLeft = mode.recordWrong()
      log('wrong digits were entered for a pairing', { station: partner.hello.name, left: entriesLeft })
      // new numbers for each try
      this.#drop()
      this.#ended = 'wrong_digits'
      this.#options.onChange()
      return 'wrong'
    }
    if (step.send !== null) partner.socket.send(JSON.stringify(step.send))
    this.#setState(partner, step.state)
    return 'right'
  }

  /** The partner's connection has ended. */
  lost(socket: PeerSocket): void {
    if (this.#partner?.socket !== socket) return
    this.#partner = null
    this.#ended = 'ended_there'
    this.#options.onChange()
  }

  #setState(partner: Partner, state: PairingState): void {
    partner.state = state
    if (state.is === 'failed') {
      this.#options.log('a pairing failed', { station: partner.hello.name, why: state.why })
      this.#drop()
      this.#ended = 'not_as_agreed'
    }
    if (state.is === 'paired') this.#complete(partner)
    this.#options.onChange()
  }

  #complete({ socket, hello }: Partner): void {
    const { fingerprint, der } = socket.secure
    this.#options.mode.recordPaired()
    this.#options.log('a station was paired', { station: hello.name, fingerprint })
    this.#options.onPaired({ fingerprint, certificate: der.toString('base64'), name: hello.name })
    this.#drop()
  }

  #drop(): void {
    const partner = this.#partner
    this.#partner = null
    partner?.socket.close()
  }
}
