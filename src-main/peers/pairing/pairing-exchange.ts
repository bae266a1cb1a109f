// The exchange by which two stations compare eight digits that a man in the middle cannot predict: a commitment, two random numbers, and
// digits from both and from the TLS connection (as ZRTP, RFC 6189, and the numeric comparison of Bluetooth). A pure state machine.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'

type Role = 'initiator' | 'responder'

/** What is fixed on a connection. */
export interface PairingContext {
  role: Role
  /** SHA-256 of both DER certificates, 64 hexadecimal digits. */
  initiator: string
  responder: string
  /** 32 bytes that only the two ends of this TLS connection know. */
  exporter: Uint8Array
  /** This side's 32 random bytes, new for each attempt. */
  nonce: Uint8Array
}

const hex32 = z.string().regex(/^[0-9a-f]{64}$/)
export const pairingMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('commitment'), commitment: hex32 }),
  z.object({ kind: z.literal('answer'), nonce: hex32 }),
  z.object({ kind: z.literal('opening'), nonce: hex32 }),
  /** A technician at the sender entered the receiver's digits. */
  z.object({ kind: z.literal('confirmed') }),
])
export type PairingMessage = z.infer<typeof pairingMessage>

export type PairingState =
  | { is: 'commitment_awaited' }
  | { is: 'answer_awaited' }
  | { is: 'opening_awaited'; commitment: string }
  /** This screen shows `shown`; `expected` is on the other one, and is never shown here. */
  | { is: 'comparing'; shown: string; expected: string; isConfirmedHere: boolean; isConfirmedThere: boolean }
  | { is: 'paired' }
  | { is: 'failed'; why: 'unexpected_message' | 'wrong_commitment' }

export interface PairingStep {
  state: PairingState
  send: PairingMessage | null
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Every field has a fixed length, and the roles are part of the hash. */
const commitmentOf = ({ initiator, responder }: PairingContext, nonce: Uint8Array): string =>
  createHash('sha256')
    .update('kant-pair-1 commit')
    .update(Buffer.from(initiator, 'hex'))
    .update(Buffer.from(responder, 'hex'))
    .update(nonce)
    .digest('hex')

/**
 * The eight digits of one screen, each value equally likely to 1 part in 10^11. The two screens have different ones, so that a person who
 * enters those of the wrong screen confirms nothing.
 */
function digitsOf(
  context: PairingContext,
  screen: Role,
  initiatorNonce: Uint8Array,
  responderNonce: Uint8Array,
): string {
  const mac = createHmac('sha256', Buffer.concat([initiatorNonce, responderNonce]))
    .update(`kant-pair-1 sas ${screen}`)
    .update(Buffer.from(context.initiator, 'hex'))
    .update(Buffer.from(context.responder, 'hex'))
    .update(context.exporter)
    .digest()
  return String(mac.readBigUInt64BE(0) % 100_000_000n).padStart(8, '0')
}

export function beginPairing(context: PairingContext): PairingStep {
  return context.role === 'responder'
    ? { state: { is: 'commitment_awaited' }, send: null }
    : {
        state: { is: 'answer_awaited' },
        send: { kind: 'commitment', commitment: commitmentOf(context, context.nonce) },
      }
}

function comparing(context: PairingContext, initiatorNonce: Uint8Array, responderNonce: Uint8Array): PairingState {
  const initiator = digitsOf(context, 'initiator', initiatorNonce, responderNonce)
  const responder = digitsOf(context, 'responder', initiatorNonce, responderNonce)
  const [shown, expected] = context.role === 'initiator' ? [initiator, responder] : [responder, initiator]
  return { is: 'comparing', shown, expected, isConfirmedHere: false, isConfirmedThere: false }
}

const stop = (why: Extract<PairingState, { is: 'failed' }>['why']): PairingStep => ({
  state: { is: 'failed', why },
  send: null,
})

/** A message that the protocol does not expect next ends the attempt. */
export function receivePairing(context: PairingContext, state: PairingState, message: PairingMessage): PairingStep {
  if (state.is === 'commitment_awaited' && message.kind === 'commitment')
    return {
      state: { is: 'opening_awaited', commitment: message.commitment },
      send: { kind: 'answer', nonce: hexOf(context.nonce) },
    }
  if (state.is === 'answer_awaited' && message.kind === 'answer')
    return {
      state: comparing(context, context.nonce, Buffer.from(message.nonce, 'hex')),
      send: { kind: 'opening', nonce: hexOf(context.nonce) },
    }
  if (state.is === 'opening_awaited' && message.kind === 'opening') {
    const nonce = Buffer.from(message.nonce, 'hex')
    const isAsCommitted = timingSafeEqual(
      Buffer.from(commitmentOf(context, nonce), 'hex'),
      Buffer.from(state.commitment, 'hex'),
    )
    return isAsCommitted ? { state: comparing(context, nonce, context.nonce), send: null } : stop('wrong_commitment')
  }
  if (state.is === 'comparing' && message.kind === 'confirmed' && !state.isConfirmedThere)
    return { state: settled({ ...state, isConfirmedThere: true }), send: null }
  return stop('unexpected_message')
}

/** A technician entered the digits of the other screen. Null: they differ, and nothing has changed. */
export function confirmPairing(state: PairingState, entered: string): PairingStep | null {
  if (state.is !== 'comparing' || state.isConfirmedHere) return null
  const digits = entered.replaceAll(/[\s-]/g, '')
  if (digits !== state.expected) return null
  return { state: settled({ ...state, isConfirmedHere: true }), send: { kind: 'confirmed' } }
}

/** One station alone is not enough: a man in the middle can claim that the other one agreed. */
const settled = (state: Extract<PairingState, { is: 'comparing' }>): PairingState =>
  state.isConfirmedHere && state.isConfirmedThere ? { is: 'paired' } : state
