// Facts that a hostile station gives the key of another fact: they replace no revocation, and all stations choose the same fact.
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { factKeyOf } from '../../../src-main/peers/document/index.ts'
import { openIdentity } from '../../../src-main/peers/identity/index.ts'
import { memberFactOf, revocationFactOf } from '../../../src-main/peers/pairing/index.ts'
import { day, pieceFact, sync, updateWith } from './documents-rig.ts'
import { newFolder, openDocumentsForTest } from './peer-rig.ts'

test('every station chooses the same one of two facts under one key, whichever it has first', () => {
  const key = factKeyOf('p', 'contested')
  const bodies = new Set<string | undefined>()
  for (const [lower, higher] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const [one, other, third] = [openDocumentsForTest(), openDocumentsForTest(), openDocumentsForTest()]
    one.documents.receive(day, updateWith(4_000_000_000, { [key]: pieceFact(lower) }), 'peer')
    other.documents.receive(day, updateWith(4_100_000_000, { [key]: pieceFact(higher) }), 'peer')
    sync(one.documents, other.documents)
    sync(third.documents, one.documents)
    for (const { file } of [one, other, third]) bodies.add(file.fact(key)?.body)
    expect(one.documents.digests()).toEqual(other.documents.digests())
  }
  expect([...bodies]).toHaveLength(1)
})

test('each of several facts under one key is validated', () => {
  const { documents, keys } = openDocumentsForTest()
  const key = factKeyOf('p', 'twice')
  const bad = updateWith(4_100_000_000, { [key]: { ...pieceFact(1), n: 'one' } })
  const both = Y.mergeUpdates([bad, updateWith(4_000_000_000, { [key]: pieceFact(1) })])
  expect(() => documents.receive(day, both, 'peer')).toThrow('a bad update')
  expect(keys()).toEqual([])
})

const identityOf = () => openIdentity(newFolder())

describe('the key of a revocation', () => {
  test('is refused for every other fact, and then the revocation is stored', async () => {
    const { documents, file } = openDocumentsForTest()
    const [signer, revoked] = [await identityOf(), await identityOf()]
    const fact = revocationFactOf(signer, revoked.fingerprint, 1)
    const key = factKeyOf('r', fact.signature)
    const newer = { v: 1, kind: 'crane', from: signer.stationId, time: 1 }
    const forged = { ...fact, fingerprint: signer.fingerprint }
    for (const [document, name, value, why] of [
      ['permanent', key, pieceFact(1), 'the key is not of the kind'],
      ['permanent', key, newer, 'the key is not of the kind'],
      ['permanent', key, forged, 'its signature is wrong'],
      ['permanent', factKeyOf('r', 'other'), fact, 'the key is not of the signature'],
      [day, key, fact, 'it is not in the permanent document'],
    ] as const)
      expect(() => documents.receive(document, updateWith(7, { [name]: value }), 'peer')).toThrow(why)
    expect(file.fact(key)).toBeNull()
    documents.receive('permanent', updateWith(8, { [key]: fact }), 'peer')
    expect(file.fact(key)).toMatchObject({ kind: 'revoked', document: 'permanent', isKnown: true })
  })

  test('and that of a member are not enough: the signature decides', async () => {
    const { documents, file } = openDocumentsForTest()
    const [signer, other] = [await identityOf(), await identityOf()]
    const pairing = { fingerprint: other.fingerprint, certificate: other.der.toString('base64'), name: 'Kontor' }
    const fact = memberFactOf(signer, pairing, 1)
    const key = factKeyOf('m', fact.signature)
    const forged = updateWith(7, { [key]: { ...fact, name: 'Verksted' } })
    expect(() => documents.receive('permanent', forged, 'peer')).toThrow('its signature is wrong')
    documents.receive('permanent', updateWith(8, { [key]: fact }), 'peer')
    expect(file.fact(key)).toMatchObject({ kind: 'member' })
  })
})
