// A value that was deleted by an update with a gap is set again: its fact is stored, and a station that has lost its file gets it.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { openDocumentFile, SharedDocuments } from '../../../src-main/peers/document/index.ts'

const day = '2026-11-24'
const factOf = (piece: number) => ({
  v: 1,
  from: '1'.repeat(16),
  time: 1_795_507_200_000,
  kind: 'piece',
  sheet: '0b5c1f4e-7a39-4a68-9d53-2b1c7be9a001',
  draw: 'abcdef01',
  rw: 0,
  no: piece,
  as: 'good',
  n: 1,
})
const key = (letter: string): string => letter.repeat(17)

function docWith(clientId: number, facts: Record<string, unknown>): Y.Doc {
  const doc = new Y.Doc()
  doc.clientID = clientId
  for (const [name, fact] of Object.entries(facts)) doc.getMap('facts').set(name, fact)
  return doc
}

function openStation(folder = mkdtempSync(join(inject('sharedFolder'), 'peers-'))) {
  const file = openDocumentFile(folder, () => undefined)
  const documents = new SharedDocuments({
    file,
    today: () => day,
    onError: (error) => {
      throw error
    },
    onRebuilt: () => undefined,
  })
  const close = (): void => {
    documents.close()
    file.close()
  }
  return { folder, documents, close, keys: () => file.factsOf(day).map((row) => row.key) }
}

/** Sends each of the two what it lacks. */
function sync(one: SharedDocuments, other: SharedDocuments): void {
  for (const [to, by] of [
    [one, other],
    [other, one],
  ] as const) {
    const update = by.missingFor(day, to.stateVector(day))
    if (update !== null) to.receive(day, update, 'peer')
  }
}

test('a fact whose value was deleted after a gap that never closes reaches a new station', () => {
  const first = docWith(4_000_000_000, { [key('a')]: factOf(1) })
  // it set the same key, and then received the first value, which it deletes
  const later = docWith(4_100_000_000, { [key('b')]: factOf(2), [key('a')]: factOf(1) })
  Y.applyUpdate(later, Y.encodeStateAsUpdate(first))
  const withGap = Y.encodeStateAsUpdate(
    later,
    Y.encodeStateVector(
      new Map([
        [first.clientID, 1],
        [later.clientID, 1],
      ]),
    ),
  )
  const other = openStation()
  onTestFinished(other.close)
  let restarted = openStation()
  for (const { documents } of [other, restarted]) {
    documents.receive(day, Y.encodeStateAsUpdate(first), 'peer')
    expect(documents.receive(day, withGap, 'peer')).toEqual({ isIncomplete: true })
  }
  restarted.close()
  restarted = openStation(restarted.folder)
  onTestFinished(restarted.close)
  sync(restarted.documents, other.documents)
  const fresh = openStation()
  onTestFinished(fresh.close)
  for (const { documents } of [restarted, other]) sync(fresh.documents, documents)
  expect(fresh.keys()).toEqual([key('a')])
})
