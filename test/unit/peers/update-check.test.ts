// Updates of a shared document before Yjs reads them: those of this program, and hostile ones.
import { assert, property, uint8Array } from 'fast-check'
import * as encoding from 'lib0/encoding'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { BadUpdateError, checkUpdate } from '../../../src-main/peers/document/index.ts'

const key = (no: number): string => `k${String(no).padStart(16, '0')}`

/** The update that `change` makes in a document with one fact. */
function updateOf(change: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc()
  doc.getMap('facts').set(key(0), { v: 1 })
  const before = Y.encodeStateVector(doc)
  change(doc)
  return Y.encodeStateAsUpdate(doc, before)
}

const refusalOf = (update: Uint8Array): string => {
  try {
    checkUpdate(update)
    return 'accepted'
  } catch (error) {
    return error instanceof BadUpdateError ? error.message : String(error)
  }
}

const varUint = (value: number): number[] => {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, value)
  return [...encoding.toUint8Array(encoder)]
}

/** The bytes of a number that has many bytes of continuation. */
const repeated = (count: number, last: number): number[] => [...Array.from({ length: count }, () => 0x80), last]

/** An update of one fact, with these bytes as its client id. */
function rawUpdate(client: readonly number[], clock = 0): Uint8Array {
  const encoder = encoding.createEncoder()
  // one client with one struct
  for (const byte of [1, 1, ...client, ...varUint(clock)]) encoding.writeUint8(encoder, byte)
  // an entry of a map of the document
  for (const byte of [0x28, 1]) encoding.writeUint8(encoder, byte)
  encoding.writeVarString(encoder, 'facts')
  encoding.writeVarString(encoder, key(1))
  encoding.writeVarUint(encoder, 1)
  encoding.writeAny(encoder, { v: 1 })
  encoding.writeVarUint(encoder, 0)
  return encoding.toUint8Array(encoder)
}

/** An update that deletes one entry, with these bytes as its client id. */
const rawDeletion = (client: readonly number[], clock = 0): Uint8Array =>
  Uint8Array.from([0, 1, ...client, 1, ...varUint(clock), 1])

test('an update of facts is accepted with its entries, alone, merged, and after two stations wrote the same fact', () => {
  const update = updateOf((doc) =>
    doc.getMap('facts').set(key(1), { v: 1, deep: [{ n: -3, x: 1.5, s: 'æ', no: null }] }),
  )
  expect(checkUpdate(update)).toEqual([[key(1), { v: 1, deep: [{ n: -3, x: 1.5, s: 'æ', no: null }] }]])
  const [one, two] = [new Y.Doc(), new Y.Doc()]
  for (const doc of [one, two]) doc.getMap('facts').set(key(1), { v: 1 })
  Y.applyUpdate(one, Y.encodeStateAsUpdate(two))
  expect(checkUpdate(Y.encodeStateAsUpdate(one)).map(([name]) => name)).toEqual([key(1)])
  expect(refusalOf(Y.mergeUpdates([update, Y.encodeStateAsUpdate(one)]))).toBe('accepted')
})

describe('refused', () => {
  test('what replaces a fact, or is not one', () => {
    expect(refusalOf(updateOf((doc) => doc.getMap('facts').set(key(0), { v: 2 })))).toContain('does not add a fact')
    expect(refusalOf(updateOf((doc) => doc.getMap('other').set(key(1), 1)))).toContain('not of the map')
    expect(refusalOf(updateOf((doc) => doc.getMap('facts').set('x', 1)))).toContain('key is malformed')
    expect(refusalOf(updateOf((doc) => doc.getMap('facts').set(key(1), new Y.Map())))).toContain('other content')
    const [text, array] = [new Y.Doc(), new Y.Doc()]
    text.getText('facts').insert(0, 'text')
    array.getArray('facts').push([1])
    expect(refusalOf(Y.encodeStateAsUpdate(text))).toContain('other content')
    expect(refusalOf(Y.encodeStateAsUpdate(array))).toContain('does not add a fact')
  })

  test('a few bytes that claim millions of structs or deleted entries', () => {
    const claim = encoding.createEncoder()
    for (const n of [1, 30_000_000, 1, 0]) encoding.writeVarUint(claim, n)
    expect(refusalOf(encoding.toUint8Array(claim))).toContain('claims more than it has')
    const deletion = encoding.createEncoder()
    for (const n of [0, 1, 1, 1, 0, 2 ** 40]) encoding.writeVarUint(deletion, n)
    expect(refusalOf(encoding.toUint8Array(deletion))).toContain('covers too much')
  })

  test.each([
    ['an entry', rawUpdate],
    ['a deletion', rawDeletion],
  ])('a client id or a clock with which Yjs cannot compute, of %s', (_, raw) => {
    expect(refusalOf(raw(varUint(2 ** 53 - 1)))).toBe('accepted')
    expect(refusalOf(raw(varUint(1), 2 ** 31 - 1))).toBe('accepted')
    // lib0 reads the last two as infinite and as NaN
    for (const client of [varUint(2 ** 53), repeated(146, 0x7f), repeated(160, 0)])
      expect(refusalOf(raw(client))).toContain('a number that is too large')
    for (const clock of [2 ** 31, 2 ** 53 - 1])
      expect(refusalOf(raw(varUint(1), clock))).toContain('a number that is too large')
  })

  test('random bytes, and every update with a changed byte: refused, or an update that Yjs can read', () => {
    assert(
      property(uint8Array({ maxLength: 200 }), (bytes) => {
        expect(refusalOf(bytes)).not.toMatch(/^(?!a bad update|accepted)/)
      }),
      { numRuns: 2_000 },
    )
    const update = updateOf((doc) => {
      for (let no = 1; no < 6; no += 1) doc.getMap('facts').set(key(no), { v: 1, text: 'piece', n: no * 1000 })
    })
    for (let position = 0; position < update.length; position += 1)
      for (const value of [0, 1, 127, 128, 255]) {
        const changed = Uint8Array.from(update)
        changed[position] = value
        if (refusalOf(changed) === 'accepted') Y.applyUpdate(new Y.Doc(), changed)
      }
  })
})
