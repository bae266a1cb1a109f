// The exchange of a pairing without a network: honest, with a man in the middle, replayed.
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  beginPairing,
  confirmPairing,
  receivePairing,
  type PairingContext,
  type PairingMessage,
  type PairingState,
} from '../../../src-main/peers/pairing/index.ts'

const fingerprint = (): string => createHash('sha256').update(randomBytes(8)).digest('hex')

function contexts(exporter = randomBytes(32)): [PairingContext, PairingContext] {
  const both = { initiator: fingerprint(), responder: fingerprint(), exporter }
  return [
    { ...both, role: 'initiator', nonce: randomBytes(32) },
    { ...both, role: 'responder', nonce: randomBytes(32) },
  ]
}

/** Delivers messages until nobody has one to send. */
function run(initiator: PairingContext, responder: PairingContext): [PairingState, PairingState, PairingMessage[]] {
  const sent: PairingMessage[] = []
  let [first, second] = [beginPairing(initiator), beginPairing(responder)]
  for (let message = first.send; message !== null;) {
    sent.push(message)
    second = receivePairing(responder, second.state, message)
    if (second.send === null) break
    sent.push(second.send)
    first = receivePairing(initiator, first.state, second.send)
    message = first.send
  }
  return [first.state, second.state, sent]
}

const comparing = (state: PairingState): Extract<PairingState, { is: 'comparing' }> => {
  if (state.is !== 'comparing') throw new Error(`not comparing but ${state.is}`)
  return state
}

describe('the digits', () => {
  test('of one screen match those that the other one expects, and the two screens show different ones', () => {
    const [first, second] = run(...contexts())
    const [a, b] = [comparing(first), comparing(second)]
    expect(a.shown).toBe(b.expected)
    expect(b.shown).toBe(a.expected)
    expect(a.shown).not.toBe(b.shown)
    expect(a.shown).toMatch(/^\d{8}$/)
  })

  test('differ where a man in the middle has a connection of his own to each', () => {
    const [a] = contexts()
    const [, b] = contexts()
    const attackerToA: PairingContext = { ...a, role: 'responder', nonce: randomBytes(32), responder: fingerprint() }
    const attackerToB: PairingContext = { ...b, role: 'initiator', nonce: randomBytes(32), initiator: fingerprint() }
    const [atA] = run({ ...a, responder: attackerToA.responder }, attackerToA)
    const [, atB] = run(attackerToB, { ...b, initiator: attackerToB.initiator })
    expect(comparing(atA).shown).not.toBe(comparing(atB).expected)
  })

  test('differ where only the TLS connection is another one', () => {
    const [a, b] = contexts()
    const [first, second] = run(a, { ...b, exporter: randomBytes(32) })
    expect(comparing(first).shown).not.toBe(comparing(second).expected)
  })
})

describe('an exchange', () => {
  test('is complete when both technicians confirmed, and not before', () => {
    const [a, b] = contexts()
    const [first, second] = run(a, b)
    const here = confirmPairing(first, comparing(first).expected)
    expect(here?.state).toMatchObject({ is: 'comparing', isConfirmedHere: true })
    const there = receivePairing(b, second, { kind: 'confirmed' })
    expect(there.state).toMatchObject({ is: 'comparing', isConfirmedThere: true })
    expect(confirmPairing(there.state, comparing(second).expected)?.state).toEqual({ is: 'paired' })
  })

  test('takes digits in groups, and refuses others and its own', () => {
    const [first] = run(...contexts())
    const { shown, expected } = comparing(first)
    expect(confirmPairing(first, `${expected.slice(0, 4)} ${expected.slice(4)}`)).not.toBeNull()
    expect(confirmPairing(first, shown)).toBeNull()
    expect(confirmPairing(first, '')).toBeNull()
  })

  test('ends where the opened number is not the committed one', () => {
    const [, b] = contexts()
    const awaited = receivePairing(b, beginPairing(b).state, { kind: 'commitment', commitment: '0'.repeat(64) })
    const step = receivePairing(b, awaited.state, { kind: 'opening', nonce: '1'.repeat(64) })
    expect(step.state).toEqual({ is: 'failed', why: 'wrong_commitment' })
  })

  test('that is recorded cannot be replayed on another connection', () => {
    const [a, b] = contexts()
    const [, , recorded] = run(a, b)
    const replayed: PairingContext = { ...b, nonce: randomBytes(32), exporter: randomBytes(32) }
    let state = beginPairing(replayed).state
    for (const message of recorded.filter((_, index) => index % 2 === 0))
      state = receivePairing(replayed, state, message).state
    const [first] = run(a, b)
    expect(comparing(state).shown).not.toBe(comparing(first).expected)
  })

  test('ends at a message out of order', () => {
    const [a, b] = contexts()
    expect(receivePairing(a, beginPairing(a).state, { kind: 'confirmed' }).state.is).toBe('failed')
    expect(receivePairing(b, beginPairing(b).state, { kind: 'opening', nonce: '1'.repeat(64) }).state.is).toBe('failed')
  })
})
