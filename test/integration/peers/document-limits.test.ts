// The limits of a document, which many small updates of one peer cannot exceed.
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import { readFact } from '../../../shared/peers/index.ts'
import { day, pieceFact, sync, updateWith } from './documents-rig.ts'
import { openDocumentsForTest } from './peer-rig.ts'

const key = (letter: string, no: number): string => `${letter}${String(no).padStart(16, '0')}`

/** One fact of each of `count` client ids, as Yjs writes them. */
function updateOfClients(first: number, count: number): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, count)
  for (let client = first; client < first + count; client += 1) {
    // one struct from clock 0 on
    for (const value of [1, client, 0]) encoding.writeVarUint(encoder, value)
    encoding.writeUint8(encoder, 0x28)
    encoding.writeVarUint(encoder, 1)
    encoding.writeVarString(encoder, 'facts')
    encoding.writeVarString(encoder, key('p', client))
    encoding.writeVarUint(encoder, 1)
    encoding.writeAny(encoder, pieceFact(1))
  }
  encoding.writeVarUint(encoder, 0)
  return encoding.toUint8Array(encoder)
}

test('facts of days that the other stations refuse reach them in today’s document', () => {
  const [station, peer] = [openDocumentsForTest(), openDocumentsForTest()]
  const read = readFact(pieceFact(1))
  if (read.is !== 'known') throw new Error('the fact is not known')
  const { fact } = read
  // a clock that was years behind, and a plan for a day after the last one that is kept
  const facts = ['2020-01-01', '2027-06-01'].map((document, no) => ({ key: key('p', no), document, fact }))
  station.documents.add(facts)
  station.documents.add(facts)
  sync(station.documents, peer.documents)
  expect(peer.keys().toSorted()).toEqual([key('p', 0), key('p', 1)])
  expect(station.keys().toSorted()).toEqual(peer.keys().toSorted())
})

test('a document has at most 10 000 client ids, because its update could not be sent otherwise', () => {
  const { documents, keys } = openDocumentsForTest()
  documents.receive(day, updateOfClients(1, 6_000), 'peer')
  expect(() => documents.receive(day, updateOfClients(6_001, 6_000), 'peer')).toThrow('too many client ids')
  expect(keys()).toHaveLength(6_000)
  documents.receive(day, updateOfClients(6_001, 100), 'peer')
  expect(keys()).toHaveLength(6_100)
})

test('a document has at most 12 MB, and the update that would exceed them changes nothing', () => {
  const { documents, keys } = openDocumentsForTest()
  const load = 'x'.repeat(8_000)
  // of a kind that is unknown here
  const fact = { v: 1, kind: 'crane', from: '1'.repeat(16), time: 1, load }
  const updateOf = (first: number) =>
    updateWith(first, Object.fromEntries(Array.from({ length: 1_000 }, (_, no) => [key('x', first + no), fact])))
  documents.receive(day, updateOf(1), 'peer')
  const before = documents.digests()
  expect(() => documents.receive(day, updateOf(1_001), 'peer')).toThrow('too many bytes')
  expect(keys()).toHaveLength(1_000)
  expect(documents.digests()).toEqual(before)
})

test('bytes that are not a state vector are refused as those of the peer', () => {
  const { documents } = openDocumentsForTest()
  documents.receive(day, updateOfClients(1, 1), 'peer')
  for (const bytes of [[], [1], [1, 1, 1, 1], [0x80, 0x80]])
    expect(() => documents.missingFor(day, Uint8Array.from(bytes))).toThrow('a bad update')
})
