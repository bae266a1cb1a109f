// Shared documents on real files, without a network, and the updates that peers send to them.
import * as Y from 'yjs'
import type { Fact } from '../../../shared/peers/index.ts'
import { openDocumentFile, SharedDocuments } from '../../../src-main/peers/document/index.ts'
import { isGenuine } from '../../../src-main/peers/pairing/index.ts'

export const day = '2026-11-24'

export const pieceFact = (piece: number) => ({
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

export function docWith(clientId: number, facts: Record<string, unknown>): Y.Doc {
  const doc = new Y.Doc()
  doc.clientID = clientId
  for (const [name, fact] of Object.entries(facts)) doc.getMap('facts').set(name, fact)
  return doc
}

export const updateWith = (clientId: number, facts: Record<string, unknown>): Uint8Array =>
  Y.encodeStateAsUpdate(docWith(clientId, facts))

interface DocumentsOptions {
  today?: string
  /** Absent: the signatures are verified. */
  isGenuine?: (fact: Fact) => boolean
}

/** Throws every error of the documents. */
export function openDocuments(folder: string, options: DocumentsOptions = {}) {
  const { today = day } = options
  const file = openDocumentFile(folder, () => undefined)
  const documents = new SharedDocuments({
    file,
    today: () => today,
    isGenuine: options.isGenuine ?? isGenuine,
    onError: (error) => {
      throw error
    },
    onRebuilt: () => undefined,
  })
  const close = (): void => {
    documents.close()
    file.close()
  }
  return { folder, file, documents, close, keys: () => file.factsOf(day).map((row) => row.key) }
}

/** Sends each of the two what it lacks. */
export function sync(one: SharedDocuments, other: SharedDocuments): void {
  for (const [to, by] of [
    [one, other],
    [other, one],
  ] as const) {
    const update = by.missingFor(day, to.stateVector(day))
    if (update !== null) to.receive(day, update, 'peer')
  }
}
