// What other stations did, ready for the questions that the ledger and the screens ask all the time. Reads the shared documents; empty
// while this station is alone.
import {
  compareMoments,
  countsAsMarked,
  hasKind,
  maxAheadMs,
  newestMarks,
  ofKind,
  openStops,
  planOutcome,
  sheetKinds,
  sumPieces,
  workshopKinds,
  type Fact,
  type FactOf,
  type PiecesOf,
  type PlanOutcome,
  type StoredFact,
} from '../../../shared/peers/index.ts'
import type { StatusView } from '../../../shared/station-api/index.ts'
import { uuid } from '../../../shared/workshop-api/index.ts'
import type { ChoiceElsewhere, Elsewhere, OperatorElsewhere, Release } from '../../ledger/index.ts'
import type { Peers, PeersChange } from '../../peers/index.ts'
import { CorrectionsElsewhere } from './corrections-elsewhere.ts'
import { instantOf } from './instants.ts'

interface CachedOutcome {
  outcome: PlanOutcome | null
  /** When a choice that is far ahead of the clock counts, ms since 1970; Infinity: there is none. */
  untilMs: number
}

/** What other stations did to a sheet. */
interface SheetSums {
  marks: readonly FactOf<'mark'>[]
  /** By the rework count. */
  pieces: ReadonlyMap<number, readonly PiecesOf[]>
}

type MachineSetting = FactOf<'times'> | FactOf<'shift'>

export class FactsElsewhere implements Elsewhere {
  readonly #now: () => number
  #peers: Peers | null = null
  #stops: readonly FactOf<'stop'>[] = []
  /** By the id of the stop. */
  #releases: ReadonlyMap<string, Release> = new Map()
  #overrides: ReadonlySet<string> = new Set()
  readonly #plans = new Map<string, CachedOutcome>()
  /** A screen reads those of every sheet of 14 days with each change. */
  readonly #sums = new Map<string, SheetSums>()
  #newestChoiceMs = 0
  readonly #corrections = new CorrectionsElsewhere()
  /** Null: not read since they changed. */
  #machineSettings: readonly MachineSetting[] | null = null
  #revision = 0
  /** Null: not read since it changed. */
  #openMarks: readonly FactOf<'mark'>[] | null = null

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** A number that changes with everything that this object returns. */
  get revision(): number {
    return this.#revision
  }

  /** How many stations are paired and linked, and whether this one listens; empty while it is alone. */
  statusPart(): Pick<StatusView, 'stations'> {
    if (this.#peers?.isPaired !== true) return {}
    const { stations, problem } = this.#peers.view()
    const linked = stations.filter(({ isLinked }) => isLinked).length
    return { stations: { paired: stations.length, linked, isListening: problem === null } }
  }

  /** Null: this station is alone. */
  setPeers(peers: Peers | null): void {
    this.#peers = peers
    this.#corrections.setPeers(peers)
    this.update({ sheets: [], kinds: [...sheetKinds, ...workshopKinds] })
  }

  /** Facts arrived, or this station shared some. */
  update({ sheets, kinds }: PeersChange): void {
    this.#revision += 1
    for (const sheet of sheets) this.#sums.delete(sheet)
    if (sheets.length === 0 && hasKind(kinds, sheetKinds)) this.#sums.clear()
    if (kinds.includes('mark')) this.#openMarks = null
    if (kinds.includes('times') || kinds.includes('shift')) this.#machineSettings = null
    this.#corrections.forget(kinds)
    const peers = this.#peers
    if (peers === null) {
      this.#stops = []
      this.#releases = new Map()
      this.#overrides = new Set()
      this.#plans.clear()
      this.#newestChoiceMs = 0
      return
    }
    if (kinds.includes('stop') || kinds.includes('release')) {
      const releases = peers.factsOfKind('release', { elsewhere: false })
      this.#stops = openStops(peers.factsOfKind('stop', { elsewhere: true }), releases)
      this.#releases = new Map(releases.map(({ fact: { stop, by = null, why = '' } }) => [stop, { by, why }]))
    }
    if (kinds.includes('override'))
      this.#overrides = new Set(
        peers.factsOfKind('override', { elsewhere: true }).map(({ fact }) => `${fact.sheet} ${fact.draw}`),
      )
    if (kinds.includes('plan')) {
      if (sheets.length === 0) this.#plans.clear()
      for (const sheet of sheets) this.#plans.delete(sheet)
      this.#newestChoiceMs = peers.newestElsewhereMs('plan')
    }
  }

  readonly isStopped = (sheetId: string, drawingVersion: number): boolean =>
    this.#stops.some(({ sheet, dv }) => sheet === sheetId && (dv === null || dv >= drawingVersion))

  readonly releaseOf = (deviationId: string): Release | null => this.#releases.get(deviationId) ?? null

  readonly isOverridden = (sheetId: string, drawingHash: string): boolean =>
    this.#overrides.has(`${sheetId} ${drawingHash.slice(0, 8)}`)

  readonly choiceOf = (sheetId: string): ChoiceElsewhere | null => {
    const outcome = this.planOf(sheetId)
    if (outcome === null || this.#peers?.isShared(outcome.applied.key) === true) return null
    const { key, fact } = outcome.applied
    const { sheet, hash, dv, machine, rank, pin, split, date, time } = fact
    return {
      key,
      sheetId: sheet,
      drawingHash: hash,
      drawingVersion: dv,
      machine,
      pressBrakeId: uuid.safeParse(machine).success ? machine : null,
      rank,
      pinned: pin,
      split,
      date,
      chosenAtMs: time,
    }
  }

  readonly newestChoiceMs = (): number => this.#newestChoiceMs

  readonly correctionsOf = this.#corrections.anglesOf
  readonly gaugeCorrectionsOf = this.#corrections.gaugesOf
  readonly newestCorrectionMs = this.#corrections.newestMs

  /** Each operator after its latest change. */
  readonly operators = (): OperatorElsewhere[] => {
    const peers = this.#peers
    if (peers === null) return []
    const newest = new Map<string, FactOf<'operator'>>()
    for (const { fact } of peers.factsOfKind('operator', { elsewhere: false })) {
      const before = newest.get(fact.id)
      if (before === undefined || compareMoments(momentOf(fact), momentOf(before)) > 0) newest.set(fact.id, fact)
    }
    return [...newest.values()].map(({ id, initials, active, time: changedAtMs, from }) => ({
      id,
      initials,
      active,
      changedAtMs,
      station: from === peers.stationId ? null : from,
    }))
  }

  /** The times and shifts of machines, of every station, the newest first. */
  readonly machineSettings = (): readonly MachineSetting[] => {
    const peers = this.#peers
    if (peers === null) return []
    this.#machineSettings ??= [
      ...peers.factsOfKind('times', { elsewhere: false }),
      ...peers.factsOfKind('shift', { elsewhere: false }),
    ]
      .map(({ fact }) => fact)
      .toSorted((a, b) => compareMoments(momentOf(b), momentOf(a)))
    return this.#machineSettings
  }

  /**
   * The choice that applies to a sheet, of any station, and what it overwrote unseen; null: there is none. A choice of a station whose
   * clock is far ahead does not count yet: no person could replace it here.
   */
  planOf(sheetId: string): PlanOutcome | null {
    if (this.#peers === null) return null
    const nowMs = this.#now()
    const cached = this.#plans.get(sheetId)
    if (cached !== undefined && nowMs < cached.untilMs) return cached.outcome
    const choices = ofKind(this.#peers.factsOfSheet(sheetId), 'plan')
    const isAhead = ({ fact }: (typeof choices)[number]): boolean => fact.time - nowMs > maxAheadMs
    const outcome = planOutcome(choices.filter((choice) => !isAhead(choice)))
    const untilMs = Math.min(...choices.filter(isAhead).map(({ fact }) => fact.time - maxAheadMs))
    this.#plans.set(sheetId, { outcome, untilMs })
    return outcome
  }

  stopsOf(sheetId: string): FactOf<'stop'>[] {
    return this.#stops.filter(({ sheet }) => sheet === sheetId)
  }

  /** The stops of all sheets. */
  stops(): readonly FactOf<'stop'>[] {
    return this.#stops
  }

  /** The marks of one bending that other stations made and did not take back. */
  marksOf(sheetId: string, reworkCount: number): FactOf<'mark'>[] {
    const marks = this.#sumsOf(sheetId)?.marks ?? []
    return marks.filter((mark) => mark.rw === reworkCount && countsAsMarked(mark))
  }

  /** The marks of other stations that are not delivered: on their way, or stuck. */
  openMarks(): readonly FactOf<'mark'>[] {
    this.#openMarks ??= newestMarks(this.#peers?.factsOfKind('mark', { elsewhere: true }) ?? []).filter(
      (mark) => mark.state !== 'delivered' && mark.state !== 'cancelled',
    )
    return this.#openMarks
  }

  /** The pieces that other stations counted in a range of days. */
  piecesOn(from: string, to: string): StoredFact<FactOf<'piece'>>[] {
    return this.#peers?.factsElsewhereOn('piece', from, to) ?? []
  }

  /** The station that first read the list of each day in the range, where another one did. */
  readDays(from: string, to: string): Map<string, { station: string; readAt: string }> {
    const peers = this.#peers
    if (peers === null) return new Map()
    const newestFirst = peers
      .factsElsewhereOn('day', from, to)
      // its own may come back from another station after a loss
      .filter(({ fact }) => fact.from !== peers.stationId)
      .toSorted((a, b) => b.fact.time - a.fact.time)
    return new Map(
      newestFirst.map(({ fact }) => [fact.date, { station: peers.nameOf(fact.from), readAt: instantOf(fact.time) }]),
    )
  }

  /** The pieces of one bending that other stations counted. */
  piecesOf(sheetId: string, reworkCount: number): readonly PiecesOf[] {
    return this.#sumsOf(sheetId)?.pieces.get(reworkCount) ?? []
  }

  /** Null: this station is alone. */
  #sumsOf(sheetId: string): SheetSums | null {
    if (this.#peers === null) return null
    const cached = this.#sums.get(sheetId)
    if (cached !== undefined) return cached
    const facts = this.#peers.factsElsewhere(sheetId)
    const pieces = Map.groupBy(ofKind(facts, 'piece'), ({ fact }) => fact.rw)
    const sums = {
      marks: newestMarks(ofKind(facts, 'mark')),
      pieces: new Map([...pieces].map(([reworkCount, counted]) => [reworkCount, sumPieces(counted)] as const)),
    }
    this.#sums.set(sheetId, sums)
    return sums
  }
}

const momentOf = ({ time: moment, from: station }: Pick<Fact, 'time' | 'from'>) => ({ moment, station })
