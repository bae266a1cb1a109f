// Whom a station trusts, from confirmations and revocations of any station.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { openIdentity, type Identity } from '../../../src-main/peers/identity/index.ts'
import { memberFactOf, revocationFactOf, trustIn, type Pairing } from '../../../src-main/peers/pairing/index.ts'

const ids: Identity[] = []
beforeAll(async () => {
  for (let no = 0; no < 4; no += 1) ids.push(await openIdentity(mkdtempSync(join(inject('sharedFolder'), 'id-'))))
})

const id = (no: number): Identity => {
  const identity = ids[no]
  if (identity === undefined) throw new Error(`there is no identity ${no}`)
  return identity
}
const pairingOf = (no: number): Pairing => ({
  fingerprint: id(no).fingerprint,
  certificate: id(no).der.toString('base64'),
  name: `Stasjon ${no}`,
})
const confirmed = (by: number, whom: number) => memberFactOf(id(by), pairingOf(whom), 1)
const revoked = (by: number, whom: number) => revocationFactOf(id(by), id(whom).fingerprint, 1)
/** Both technicians confirmed. */
const both = (a: number, b: number) => [confirmed(a, b), confirmed(b, a)]

interface Sources {
  ownNo?: number
  pairings?: number[]
  members?: ReturnType<typeof confirmed>[]
  revocations?: ReturnType<typeof revocationFactOf>[]
  storedRevocations?: ReturnType<typeof revocationFactOf>[]
}
const trusted = ({
  ownNo = 0,
  pairings = [1],
  members = [],
  revocations = [],
  storedRevocations = [],
}: Sources): number[] => {
  const { members: all } = trustIn({
    ownFingerprint: id(ownNo).fingerprint,
    pairings: pairings.map(pairingOf),
    members,
    revocations,
    storedRevocations,
  })
  return ids.flatMap(({ fingerprint }, no) => (all.has(fingerprint) ? [no] : []))
}

describe('a station trusts', () => {
  test('what its technician paired, and what a trusted station confirmed in both directions, step by step', () => {
    expect(trusted({})).toEqual([1])
    expect(trusted({ members: both(1, 2) })).toEqual([1, 2])
    expect(trusted({ members: [...both(2, 3), ...both(1, 2)] })).toEqual([1, 2, 3])
  })

  test('excludes a station that only one side confirmed, or only strangers', () => {
    expect(trusted({ members: [confirmed(1, 2)] })).toEqual([1])
    expect(trusted({ members: [confirmed(2, 1)] })).toEqual([1])
    expect(trusted({ members: both(2, 3) })).toEqual([1])
  })

  test('no confirmation whose signature or sender was changed', () => {
    const forged = both(1, 2).map((fact) => ({ ...fact, name: 'Someone else' }))
    expect(trusted({ members: forged })).toEqual([1])
    const moved = both(1, 2).map((fact) => ({ ...fact, issuer: id(3).der.toString('base64') }))
    expect(trusted({ members: moved })).toEqual([1])
    const garbage = both(1, 2).map((fact) => ({ ...fact, issuer: 'AAAA' }))
    expect(trusted({ members: garbage })).toEqual([1])
  })
})

describe('a revocation', () => {
  test('wins over every confirmation, older or newer, by any station of the workshop', () => {
    expect(trusted({ members: both(1, 2), revocations: [revoked(0, 2)] })).toEqual([1])
    expect(trusted({ members: both(1, 2), revocations: [revoked(1, 2)] })).toEqual([1])
    expect(trusted({ members: both(1, 2), revocations: [revoked(2, 1)] })).toEqual([])
    expect(trusted({ revocations: [revoked(0, 1)] })).toEqual([])
  })

  test('of a stranger, or with a changed signature, counts for nothing', () => {
    expect(trusted({ members: both(1, 2), revocations: [revoked(3, 2)] })).toEqual([1, 2])
    const forged = { ...revoked(1, 2), fingerprint: id(1).fingerprint }
    expect(trusted({ members: both(1, 2), revocations: [forged] })).toEqual([1, 2])
  })

  test('that was stored counts without the confirmation of the station that signed it', () => {
    expect(trusted({ pairings: [1, 2], storedRevocations: [revoked(3, 2)] })).toEqual([1])
  })

  test('is stored once for each station that someone confirmed, where its signature counts', () => {
    const sources = { ownFingerprint: id(0).fingerprint, pairings: [pairingOf(1)], members: both(1, 2) }
    const stored = (revocations: ReturnType<typeof revoked>[], storedRevocations: ReturnType<typeof revoked>[] = []) =>
      trustIn({ ...sources, revocations, storedRevocations }).revocationsToStore
    const [first, second] = [revoked(1, 2), revoked(0, 2)]
    expect(stored([first, second])).toEqual([first])
    expect(stored([first], [second])).toEqual([])
    // nobody confirmed the one, and the other signed without a confirmation
    expect(stored([revoked(1, 3), revoked(3, 2)])).toEqual([])
  })
})
