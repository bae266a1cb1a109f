// Stations of one workshop under faults, from a seed: partitions, lost messages, kills, restored and lost files, damaged bytes, copied
// folders, clocks that differ by minutes. Uses the real documents on real files; the network and the clocks are the simulation's.
import Database from 'better-sqlite3'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  newestMarks,
  nextMoment,
  ofKind,
  openStops,
  planOutcome,
  readFact,
  sumPieces,
  type Fact,
  type FactKind,
  type FactOf,
  type StoredFact,
} from '../../../shared/peers/index.ts'
import {
  factKeyOf,
  type DocumentFile,
  type NewFact,
  type SharedDocuments,
} from '../../../src-main/peers/document/index.ts'
import { openDocuments } from '../../integration/peers/documents-rig.ts'

const today = '2026-11-24'
const startMs = Date.parse('2026-11-24T08:00:00Z')
const sheets = ['0b5c1f4e-7a39-4a68-9d53-2b1c7be9a001', '0b5c1f4e-7a39-4a68-9d53-2b1c7be9a002']

/** A station: its own rows, which no fault here destroys, and its documents. */
interface SimStation {
  id: string
  program: string
  folder: string
  /** What the ledger would have: never lost. */
  ownFacts: NewFact[]
  clockOffsetMs: number
  file: DocumentFile
  documents: SharedDocuments
  backup: string | null
}

export interface PeersRun {
  /** Broken rules; empty: none. */
  broken: string[]
  events: number
}

function openFiles(folder: string): Pick<SimStation, 'file' | 'documents'> {
  mkdirSync(folder, { recursive: true })
  const { file, documents } = openDocuments(folder, { today, isGenuine: () => true })
  return { file, documents }
}

/** mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** `folder`: an empty one for this run. */
export function simulatePeers(seed: number, folder: string, steps = 60): PeersRun {
  const run = new PeersSimulation(seed, folder)
  try {
    for (let step = 0; step < steps; step += 1) run.act()
    return run.heal()
  } finally {
    run.close()
  }
}

class PeersSimulation {
  readonly #random: () => number
  readonly #folder: string
  readonly #stations: SimStation[] = []
  readonly #groups = new Map<SimStation, number>()
  #eventCount = 0
  #nowMs = startMs

  constructor(seed: number, folder: string) {
    this.#random = randomOf(seed)
    this.#folder = folder
    const count = 2 + this.#below(5)
    for (let no = 0; no < count; no += 1) {
      const id = String(no + 1).repeat(16)
      this.#stations.push(
        this.#open({ id, folder: join(folder, `station-${no}`), ownFacts: [], clockOffsetMs: this.#below(9) * 60_000 }),
      )
    }
  }

  act(): void {
    this.#nowMs += this.#below(60_000)
    const station = this.#pick(this.#stations)
    const kind = this.#below(20)
    if (kind < 11) this.#makeEvent(station)
    else if (kind < 14) this.#sync(station, this.#pick(this.#stations))
    else if (kind === 14) for (const one of this.#stations) this.#groups.set(one, this.#below(2))
    else if (kind === 15) this.#kill(station, () => undefined)
    else if (kind === 16) this.#kill(station, () => rmSync(station.folder, { recursive: true }))
    else if (kind === 17) this.#kill(station, () => damage(station.folder, this.#random()))
    else if (kind === 18) this.#backUpOrRestore(station)
    else if (this.#stations.length < 7) this.#copy(station)
  }

  /** Connects all stations, and lets each mirror its own rows again. */
  heal(): PeersRun {
    this.#groups.clear()
    for (const station of this.#stations) this.#kill(station, () => undefined)
    for (let round = 0; round < 2; round += 1)
      for (const a of this.#stations) for (const b of this.#stations) this.#sync(a, b)
    const expected = new Map(this.#stations.flatMap(({ ownFacts }) => ownFacts.map((one) => [one.key, one.fact])))
    const [first, ...others] = this.#stations.map((station) => this.#shown(station))
    const broken: string[] = []
    for (const [index, other] of others.entries())
      if (other !== first) broken.push(`station ${index + 1} shows something else: ${other} instead of ${first}`)
    const all = [...expected].map(([key, fact]) => ({ key, fact }))
    if (first !== shownOf(all)) broken.push(`not each event once: ${first} instead of ${shownOf(all)}`)
    return { broken, events: expected.size }
  }

  close(): void {
    for (const { documents, file } of this.#stations) {
      documents.close()
      file.close()
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[this.#below(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }

  #open({
    id,
    folder,
    ownFacts,
    clockOffsetMs,
  }: Pick<SimStation, 'id' | 'folder' | 'ownFacts' | 'clockOffsetMs'>): SimStation {
    const station: SimStation = { id, folder, ownFacts, clockOffsetMs, program: '', backup: null, ...openFiles(folder) }
    this.#begin(station)
    return station
  }

  /** A start mirrors the ledger again. */
  #begin(station: SimStation): void {
    const { documents, ownFacts, id } = station
    station.program = `${id} ${this.#random()}`
    documents.add(ownFacts)
    documents.changes.subscribe(({ document, update, origin }) => {
      for (const other of this.#stations)
        if (this.#reaches(station, other) && other.program !== origin && this.#random() < 0.8)
          other.documents.receive(document, update, station.program)
    })
  }
  #reaches(a: SimStation, b: SimStation): boolean {
    return a !== b && (this.#groups.get(a) ?? 0) === (this.#groups.get(b) ?? 0)
  }

  #makeEvent(station: SimStation): void {
    this.#eventCount += 1
    const { id: from } = station
    const sheet = this.#pick(sheets)
    const time = this.#nowMs + station.clockOffsetMs
    const of = <F extends Fact>(letter: string, fact: F): void => {
      station.ownFacts.push({ key: factKeyOf(letter, `event ${this.#eventCount}`), document: today, fact })
      this.#mirror(station)
    }
    const common = { v: 1, from, sheet, time } as const
    const kind = this.#below(6)
    if (kind < 3)
      of('p', {
        ...common,
        kind: 'piece',
        draw: 'abcdef01',
        rw: 0,
        no: 1 + this.#below(2),
        as: 'good',
        n: 1 + this.#below(3),
      })
    else if (kind === 3)
      of('k', {
        ...common,
        kind: 'mark',
        rw: 0,
        mark: `mark ${from}`,
        state: this.#pick(['queued', 'delivered', 'parked']),
        pieces: 4,
        at: startMs,
      })
    else if (kind === 4) {
      const stops = factsAt(station, 'stop')
      if (stops.length > 0 && this.#random() < 0.5)
        of('e', { ...common, kind: 'release', stop: this.#pick(stops).fact.stop, why: 'measured' })
      else of('s', { ...common, kind: 'stop', stop: `stop ${this.#eventCount}`, dv: 1, why: 'measure' })
    } else this.#plan(station, common, of)
  }

  #plan(
    station: SimStation,
    common: { v: 1; from: string; sheet: string; time: number },
    of: (letter: string, fact: Fact) => void,
  ): void {
    const plans = factsAt(station, 'plan').filter(({ fact }) => fact.sheet === common.sheet)
    const applied = planOutcome(plans)?.applied
    const newest = Math.max(0, ...plans.map(({ fact }) => fact.time))
    const time = Math.max(
      nextMoment(common.time, newest),
      1 + Math.max(0, ...plans.filter(({ fact }) => fact.from === common.from).map(({ fact }) => fact.time)),
    )
    const over = applied === undefined ? {} : { over: applied.key }
    of('n', {
      ...common,
      time,
      kind: 'plan',
      date: today,
      hash: 'h',
      dv: 1,
      machine: `machine ${this.#below(3)}`,
      rank: null,
      pin: false,
      split: null,
      ...over,
    })
  }

  #mirror(station: SimStation): void {
    const newest = station.ownFacts.at(-1)
    if (newest !== undefined) station.documents.add([newest])
  }

  #sync(a: SimStation, b: SimStation): void {
    if (!this.#reaches(a, b)) return
    for (const [to, by] of [
      [a, b],
      [b, a],
    ] as const) {
      const update = by.documents.missingFor(today, to.documents.stateVector(today))
      if (update !== null) to.documents.receive(today, update, by.program)
    }
  }

  /** Ends the program, does something to its folder, and starts it again. */
  #kill(station: SimStation, between: () => void): void {
    station.documents.close()
    station.file.close()
    between()
    Object.assign(station, openFiles(station.folder))
    this.#begin(station)
  }

  #backUpOrRestore(station: SimStation): void {
    const { backup } = station
    if (backup === null) {
      const to = join(this.#folder, `backup ${this.#eventCount} ${station.id} ${this.#random()}`)
      this.#kill(station, () => cpSync(station.folder, to, { recursive: true }))
      station.backup = to
    } else
      this.#kill(station, () => {
        rmSync(station.folder, { recursive: true })
        cpSync(backup, station.folder, { recursive: true })
      })
  }

  /** Two programs have one identity, and the rows that the first one had. */
  #copy(station: SimStation): void {
    const folder = join(this.#folder, `copy ${this.#eventCount} ${this.#random()}`)
    this.#kill(station, () => cpSync(station.folder, folder, { recursive: true }))
    this.#stations.push(this.#open({ ...station, folder, ownFacts: [...station.ownFacts] }))
  }

  #shown({ file }: SimStation): string {
    return shownOf(
      file.factsOf(today).flatMap(({ key, body }) => {
        const read = readFact(JSON.parse(body))
        return read.is === 'known' ? [{ key, fact: read.fact }] : []
      }),
    )
  }
}

const factsAt = <Kind extends FactKind>({ file }: SimStation, kind: Kind): StoredFact<FactOf<Kind>>[] =>
  ofKind(
    file.factsOfKind(kind).flatMap(({ key, body }) => {
      const read = readFact(JSON.parse(body))
      return read.is === 'known' ? [{ key, fact: read.fact }] : []
    }),
    kind,
  )

/** What a screen would show of the whole workshop. */
function shownOf(facts: readonly StoredFact[]): string {
  return JSON.stringify(
    sheets.map((sheet) => {
      const about = facts.filter(({ fact }) => 'sheet' in fact && fact.sheet === sheet)
      return {
        pieces: sumPieces(ofKind(about, 'piece')),
        marks: newestMarks(ofKind(about, 'mark'))
          .map(({ from, state, time }) => `${from} ${state} ${time}`)
          .toSorted(),
        stops: openStops(ofKind(about, 'stop'), ofKind(about, 'release'))
          .map(({ stop }) => stop)
          .toSorted(),
        plan: planOutcome(ofKind(about, 'plan'))?.applied.key ?? null,
      }
    }),
  )
}

/** Changes one stored update. */
function damage(folder: string, random: number): void {
  const db = new Database(join(folder, 'peers.db'))
  const row = db
    .prepare<[], { n: number; bytes: Buffer }>('SELECT n, bytes FROM document_update ORDER BY n DESC LIMIT 1')
    .get()
  if (row !== undefined) {
    row.bytes[Math.floor(random * row.bytes.length)] = 255
    db.prepare('UPDATE document_update SET bytes = ? WHERE n = ?').run(row.bytes, row.n)
  }
  db.close()
}
