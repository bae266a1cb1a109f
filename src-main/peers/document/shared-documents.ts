// The documents that the stations of a workshop share: one for each working day and one for permanent data, each a Yjs document with one
// map of facts. What is added or received is on the disk before it is acknowledged. Accesses the file of the documents.
import { createHash, randomInt } from 'node:crypto'
import * as Y from 'yjs'
import { Emitter } from '../../../shared/base/emitter.ts'
import { daysToDelete, isKeptDay, readFact, type Fact, type ReadFact } from '../../../shared/peers/index.ts'
import type { DocumentFile, FactRow } from './document-file.ts'
import { BadUpdateError, checkUpdate, factsName } from './update-check.ts'

export interface NewFact {
  key: string
  document: string
  fact: Fact
}

export interface DocumentChange {
  document: string
  update: Uint8Array
  /** The program of the peer from which it came, its fingerprint first; null: this station. */
  origin: string | null
  facts: FactRow[]
}

export interface SharedDocumentsOptions {
  file: DocumentFile
  today: () => string
  onError: (error: unknown) => void
  /** A stored document was damaged and was made again from its facts. */
  onRebuilt: (document: string) => void
}

/** Documents in memory: today's, the permanent one, and those that a peer asks about. */
const maxLoaded = 4
/** From this number of stored updates on, a document is stored as one update when it is loaded. */
const manyUpdates = 300
const maxFacts = 60_000

export class SharedDocuments {
  readonly changes: Emitter<DocumentChange>
  readonly #options: SharedDocumentsOptions
  readonly #loaded = new Map<string, Y.Doc>()

  constructor(options: SharedDocumentsOptions) {
    this.#options = options
    this.changes = new Emitter(options.onError)
  }

  /** Whether this station keeps a document of that name today. */
  keeps(document: string): boolean {
    return document === 'permanent' || isKeptDay(document, this.#options.today())
  }

  /**
   * Adds facts of this station. One that is there already stays as it is. Returns those that another station had returned and that are this
   * station's own again. Throws the error of a disk that refuses them.
   */
  add(facts: readonly NewFact[]): FactRow[] {
    const documents = [...new Set(facts.map((fact) => fact.document))].filter((document) => this.keeps(document))
    return documents.flatMap((document) =>
      this.#addTo(
        document,
        facts.filter((fact) => fact.document === document),
      ),
    )
  }

  /**
   * Validates an update of a peer and applies it: first its bytes, then each fact by its schema. Returns whether something of it is still
   * missing here. Throws BadUpdateError for an update that is not one of facts, and for one with which the document would have more than
   * `maxFacts`; then nothing has changed.
   */
  receive(document: string, update: Uint8Array, origin: string): { isIncomplete: boolean } {
    if (!this.keeps(document)) return { isIncomplete: false }
    const entries = checkUpdate(update)
    for (const [key, value] of entries) {
      const read = readFact(value)
      if (read.is === 'bad') throw new BadUpdateError(`${key}: ${read.why}`)
    }
    if (this.#options.file.countFacts(document) + entries.size > maxFacts)
      throw new BadUpdateError(`${document} has too many facts`)
    const doc = this.#load(document)
    this.#change(document, doc, origin, () => Y.applyUpdate(doc, update, origin))
    const isIncomplete = doc.store.pendingStructs !== null
    if (!isIncomplete) this.#restoreValues(document, doc)
    return { isIncomplete }
  }

  /** A digest of the state of each document that this station keeps. */
  digests(): Map<string, string> {
    return new Map([...this.#options.file.digests()].filter(([document]) => this.keeps(document)))
  }

  /** What another station needs to know to send what is missing here. */
  stateVector(document: string): Uint8Array {
    return Y.encodeStateVector(this.#load(document))
  }

  /** What a station with this state vector lacks; null: nothing. Throws for bytes that are not a state vector. */
  missingFor(document: string, stateVector: Uint8Array): Uint8Array | null {
    if (!this.keeps(document) || !this.#options.file.digests().has(document)) return null
    const update = Y.encodeStateAsUpdate(this.#load(document), stateVector)
    return update.length <= 2 ? null : update
  }

  /** Deletes documents that are too old, at most two, also on the disk. Returns their names. */
  deleteOld(): string[] {
    const days = [...this.#options.file.digests().keys()].filter((name) => name !== 'permanent')
    const old = daysToDelete(days, this.#options.today())
    for (const document of old) {
      this.#forget(document)
      this.#options.file.deleteDocument(document)
    }
    return old
  }

  close(): void {
    for (const document of this.#loaded.keys()) this.#forget(document)
  }

  #addTo(document: string, facts: readonly NewFact[]): FactRow[] {
    const doc = this.#load(document)
    const map = doc.getMap<Fact>(factsName)
    const { file } = this.#options
    // the row decides: in the document, the value may be gone until a gap closes
    const stored = new Map(facts.map(({ key }) => [key, file.fact(key)]))
    const missing = facts.filter(({ key }) => stored.get(key) === null)
    const returned = [...stored.values()].filter((row) => row !== null).filter(({ isOwn }) => !isOwn)
    if (missing.length > 0)
      this.#change(document, doc, null, () =>
        doc.transact(() => {
          for (const { key, fact } of missing) map.set(key, fact)
        }),
      )
    // last: where the disk refuses the facts above, these are returned again the next time
    if (returned.length > 0) file.commit(() => returned.forEach(({ key }) => file.setOwn(key)))
    return returned
  }

  /**
   * Sets the values again that the document lacks although their facts are stored. If two stations set one key, Yjs keeps the value of the
   * higher client id, and its update deletes the other value. After a gap, the deletion applies at once, but the value only when the gap
   * closes. If its station lost its file meanwhile, the value is gone everywhere. A value that is set again needs a higher client id
   * than all others, because Yjs would delete it otherwise.
   */
  #restoreValues(document: string, doc: Y.Doc): void {
    const { file } = this.#options
    const map = doc.getMap(factsName)
    if (map.size >= file.countFacts(document)) return
    const missing = file.factsOf(document).filter(({ key }) => !map.has(key))
    const later = docOfFacts(missing, Math.max(0, ...doc.store.clients.keys()) + randomInt(1, 2 ** 32))
    this.#change(document, doc, null, () => Y.applyUpdate(doc, Y.encodeStateAsUpdate(later)))
  }

  /** Changes the document in memory, stores the update with its facts as one commit, and then reports it. */
  #change(document: string, doc: Y.Doc, origin: string | null, change: () => void): void {
    const updates: Uint8Array[] = []
    const collect = (update: Uint8Array): void => void updates.push(update)
    doc.on('update', collect)
    try {
      change()
    } finally {
      doc.off('update', collect)
    }
    if (updates.length === 0) return
    const update = updates.length === 1 && updates[0] !== undefined ? updates[0] : Y.mergeUpdates(updates)
    const rows: FactRow[] = []
    try {
      this.#options.file.commit(() => {
        this.#options.file.appendUpdate(document, update, digestOf(doc))
        // also those of an earlier update that had to wait for this one
        for (const [key, value] of checkUpdate(update)) {
          const row = factRowOf(document, key, readFact(value), origin === null)
          if (row !== null && this.#options.file.insertFact(row)) rows.push({ ...row, n: 0 })
        }
      })
    } catch (error) {
      // the memory is ahead of the disk: the next use loads what is stored
      this.#forget(document)
      throw error
    }
    this.changes.emit({ document, update, origin, facts: rows })
  }

  #load(document: string): Y.Doc {
    const loaded = this.#loaded.get(document)
    if (loaded !== undefined) {
      this.#loaded.delete(document)
      this.#loaded.set(document, loaded)
      return loaded
    }
    const doc = this.#read(document)
    this.#loaded.set(document, doc)
    this.#restoreValues(document, doc)
    for (const [name] of this.#loaded) {
      if (this.#loaded.size <= maxLoaded) break
      if (name !== this.#options.today() && name !== 'permanent') this.#forget(name)
    }
    return doc
  }

  #read(document: string): Y.Doc {
    const { file, onRebuilt } = this.#options
    const updates = file.updatesOf(document)
    const doc = new Y.Doc()
    const isWhole = updates !== null && applyAll(doc, updates)
    if (isWhole && updates.length < manyUpdates) return doc
    const whole = isWhole ? doc : docOfFacts(file.factsOf(document))
    file.replaceUpdates(document, Y.encodeStateAsUpdate(whole), digestOf(whole))
    if (!isWhole) onRebuilt(document)
    return whole
  }

  #forget(document: string): void {
    this.#loaded.get(document)?.destroy()
    this.#loaded.delete(document)
  }
}

function applyAll(doc: Y.Doc, updates: readonly { bytes: Uint8Array }[]): boolean {
  try {
    doc.transact(() => {
      for (const { bytes } of updates) Y.applyUpdate(doc, bytes)
    })
    return doc.store.pendingStructs === null
  } catch {
    return false
  }
}

/** The same facts in a new history: merged with the old one, each key is still one fact. */
function docOfFacts(facts: readonly FactRow[], clientId?: number): Y.Doc {
  const doc = new Y.Doc()
  if (clientId !== undefined) doc.clientID = clientId
  const map = doc.getMap<unknown>(factsName)
  doc.transact(() => {
    for (const { key, body } of facts) map.set(key, JSON.parse(body))
  })
  return doc
}

const digestOf = (doc: Y.Doc): string =>
  createHash('sha256').update(Y.encodeStateVector(doc)).digest('base64url').slice(0, 16)

function factRowOf(document: string, key: string, read: ReadFact, isOwn: boolean): Omit<FactRow, 'n'> | null {
  if (read.is === 'bad') return null
  const { fact } = read
  const sheet = read.is === 'known' && 'sheet' in read.fact ? read.fact.sheet : null
  const { kind, from, time } = fact
  const row = { key, document, kind, station: from, sheet, moment: time, isOwn }
  return { ...row, isKnown: read.is === 'known', body: JSON.stringify(fact) }
}
