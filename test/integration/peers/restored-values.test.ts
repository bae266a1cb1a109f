// A value that was deleted by an update with a gap is set again: its fact is stored, and a station that has lost its file gets it.
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { day, docWith, openDocuments, pieceFact, sync } from './documents-rig.ts'
import { newFolder, openDocumentsForTest } from './peer-rig.ts'

const key = (letter: string): string => `p${letter.repeat(16)}`

test('a fact whose value was deleted after a gap that never closes reaches a new station', () => {
  const first = docWith(4_000_000_000, { [key('a')]: pieceFact(1) })
  // it set the same key, and then received the first value, which it deletes
  const later = docWith(4_100_000_000, { [key('b')]: pieceFact(2), [key('a')]: pieceFact(1) })
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
  const other = openDocumentsForTest()
  let restarted = openDocuments(newFolder())
  for (const { documents } of [other, restarted]) {
    documents.receive(day, Y.encodeStateAsUpdate(first), 'peer')
    expect(documents.receive(day, withGap, 'peer')).toEqual({ isIncomplete: true })
  }
  restarted.close()
  restarted = openDocumentsForTest(restarted.folder)
  sync(restarted.documents, other.documents)
  const fresh = openDocumentsForTest()
  for (const { documents } of [restarted, other]) sync(fresh.documents, documents)
  expect(fresh.keys()).toEqual([key('a')])
})
