// The documents that the stations of a workshop share: one for each working day and one for permanent data, each a Yjs document with one
// map of facts. What is added or received is on the disk before it is acknowledged. Accesses the file of the documents.
import { createHash, randomInt } from 'node:crypto'
import * as Y from 'yjs'
import { Emitter } from '../../../shared/base/emitter.ts'
import { daysToDelete, isKeptDay, readFact, type Fact, type ReadFact } from '../../../shared/peers/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import type { DocumentFile, FactRow } from './document-file.ts'
import { bodyOf, keyProblem } from './fact-key.ts'
import {
  BadUpdateError,
  checkStateVector,
  checkUpdate,
  factsName,
  maxClientId,
  maxClients,
  type Entry,
} from './update-check.ts'

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
  /** The facts that are new here, and those that were replaced. */
  facts: FactRow[]
}

export interface SharedDocumentsOptions {
  file: DocumentFile
  today: () => string
  /** Whether the signature of a fact is right; true for facts without one. */
  isGenuine: (fact: Fact) => boolean
  onError: (error: unknown) => void
  /** A stored document was damaged and was made again from its facts. */
  onRebuilt: (document: string) => void
}

/** Documents in memory: today's, the permanent one, and those that a peer asks about. */
const maxLoaded = 4
/** From this number of stored updates on, a document is stored as one update when it is loaded. */
const manyUpdates = 300
const maxFacts = 60_000
/** Two versions of the program may prefer different facts, and must not replace each other's values without end. */
const maxTimesSet = 10
/** A day of 20 stations has about 1 MB. Below the limit of an update: what this station adds itself must fit in one with the rest. */
const maxDocumentBytes = 12 * 1024 * 1024

export class SharedDocuments {
  readonly changes: Emitter<DocumentChange>
  readonly #options: SharedDocumentsOptions
  readonly #loaded = new Map<string, Y.Doc>()
  /** How often the value of a contested key was set again. */
  readonly #timesSet = new Map<string, number>()

  constructor(options: SharedDocumentsOptions) {
    this.#options = options
    this.changes = new Emitter(options.onError)
  }

  /** Whether this station keeps a document of that name today. */
  keeps(document: string): boolean {
    return document === 'permanent' || isKeptDay(document, this.#options.today())
  }

  /**
   * Adds facts of this station. One that is there already stays as it is. A fact of a day whose document is not kept is added to today's
   * document, because the other stations refuse that day. Returns those that another station had returned and that are this station's own
   * again. Throws the error of a disk that refuses them.
   */
  add(facts: readonly NewFact[]): FactRow[] {
    const byDocument = Map.groupBy(facts, ({ document }) => (this.keeps(document) ? document : this.#options.today()))
    return [...byDocument].flatMap(([document, inDocument]) => this.#addTo(document, inDocument))
  }

  /**
   * Validates an update of a peer and applies it: first its bytes, then each fact by its schema and with its key. Returns whether a part
   * could not be applied, because an earlier update is missing here: that part is not stored. Throws BadUpdateError for an update that is
   * not one of facts, and for one with which the document would be too large. Throws the error of a disk that refuses it. Then nothing has
   * changed.
   */
  receive(document: string, update: Uint8Array, origin: string): { isIncomplete: boolean } {
    if (!this.keeps(document)) return { isIncomplete: false }
    const entries = checkUpdate(update)
    for (const [key, value] of entries) {
      const problem = this.#problemOf(document, key, value)
      if (problem !== null) throw new BadUpdateError(`${key}: ${problem}`)
    }
    const doc = this.#load(document)
    const contested = this.#change(document, doc, origin, () => this.#apply(document, doc, update), entries)
    const isIncomplete = doc.store.pendingStructs !== null
    // what waits for a gap is on no disk, and every answer to a peer would have it; the peer sends it again when it is asked
    doc.store.pendingStructs = null
    doc.store.pendingDs = null
    const lacked = isIncomplete ? [] : this.#lackedRows(document, doc)
    this.#setAgain(document, doc, [...lacked, ...this.#otherRows(document, doc, contested)])
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

  /** What a station with this state vector lacks; null: nothing. Throws BadUpdateError for bytes that are not a state vector. */
  missingFor(document: string, stateVector: Uint8Array): Uint8Array | null {
    checkStateVector(stateVector)
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

  #problemOf(document: string, key: string, value: unknown): string | null {
    const read = readFact(value)
    if (read.is === 'bad') return read.why
    const problem = keyProblem(key, document, read)
    if (problem !== null || read.is === 'unknown') return problem
    return this.#options.isGenuine(read.fact) ? null : 'its signature is wrong'
  }

  #apply(document: string, doc: Y.Doc, update: Uint8Array): void {
    try {
      Y.applyUpdate(doc, update)
    } catch (error) {
      // a part of it may be in the memory
      this.#forget(document)
      throw new BadUpdateError(`it cannot be applied: ${messageOf(error)}`)
    }
  }

  /**
   * The stored facts whose values the document lacks. If two stations set one key, Yjs keeps the value of the higher client id, and its
   * update deletes the other value. After a gap, the deletion applies at once, but the value only when the gap closes. If its station lost
   * its file meanwhile, the value is gone everywhere.
   */
  #lackedRows(document: string, doc: Y.Doc): FactRow[] {
    const { file } = this.#options
    const map = doc.getMap(factsName)
    return map.size < file.countFacts(document) ? file.factsOf(document).filter(({ key }) => !map.has(key)) : []
  }

  /** The stored facts of the keys whose value in the document is another fact. */
  #otherRows(document: string, doc: Y.Doc, keys: readonly string[]): FactRow[] {
    const map = doc.getMap(factsName)
    return [...new Set(keys)].flatMap((key) => {
      const row = this.#options.file.fact(key)
      const timesSet = this.#timesSet.get(key) ?? 0
      if (row === null || row.document !== document || timesSet >= maxTimesSet) return []
      if (!map.has(key) || bodyOf(map.get(key)) === row.body) return []
      this.#timesSet.set(key, timesSet + 1)
      return row
    })
  }

  /**
   * Sets the values of stored facts again. A value that is set again needs a higher client id than all others, because Yjs would delete it
   * otherwise. If a hostile station used the highest one, only the rows have the facts.
   */
  #setAgain(document: string, doc: Y.Doc, rows: readonly FactRow[]): void {
    if (rows.length === 0) return
    const clientId = Math.max(0, ...doc.store.clients.keys()) + randomInt(1, 2 ** 32)
    if (clientId > maxClientId) return
    const later = docOfFacts(rows, clientId)
    this.#change(document, doc, null, () => Y.applyUpdate(doc, Y.encodeStateAsUpdate(later)))
  }

  /**
   * Changes the document in memory, stores the update with its facts as one commit, and then reports it. `received`: the entries of a
   * peer's update; null: the change is this station's. Returns the keys that two different facts have.
   */
  #change(
    document: string,
    doc: Y.Doc,
    origin: string | null,
    change: () => void,
    received: readonly Entry[] | null = null,
  ): string[] {
    const updates: Uint8Array[] = []
    const collect = (update: Uint8Array): void => void updates.push(update)
    doc.on('update', collect)
    try {
      change()
    } finally {
      doc.off('update', collect)
    }
    if (updates.length === 0) return []
    const update = updates.length === 1 && updates[0] !== undefined ? updates[0] : Y.mergeUpdates(updates)
    // Yjs deletes one of two values of a key before it reports the update, so without a gap the facts are those that were received
    const entries = received !== null && doc.store.pendingStructs === null ? received : checkUpdate(update)
    const rows: FactRow[] = []
    const contested: string[] = []
    try {
      this.#options.file.commit(() => {
        this.#options.file.appendUpdate(document, update, digestOf(doc))
        for (const [key, value] of entries) {
          const row = factRowOf(document, key, readFact(value), origin === null)
          if (row === null) continue
          const { changed, isContested } = this.#options.file.storeFact(row)
          rows.push(...changed)
          if (isContested) contested.push(key)
        }
        if (origin !== null) this.#checkLimits(document, doc)
      })
    } catch (error) {
      // the memory is ahead of the disk: the next use loads what is stored
      this.#forget(document)
      throw error
    }
    this.changes.emit({ document, update, origin, facts: rows })
    return contested
  }

  /** Throws BadUpdateError for a document that is too large to be exchanged and loaded. */
  #checkLimits(document: string, doc: Y.Doc): void {
    const { file } = this.#options
    if (file.countFacts(document) > maxFacts) throw new BadUpdateError(`${document} has too many facts`)
    if (file.countBytes(document) > maxDocumentBytes) throw new BadUpdateError(`${document} has too many bytes`)
    if (doc.store.clients.size > maxClients) throw new BadUpdateError(`${document} has too many client ids`)
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
    this.#setAgain(document, doc, this.#lackedRows(document, doc))
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
