// Mirrors what this station did into the shared documents: each row of the ledger is a fact with a key of its own, so that mirroring a row
// again changes nothing. Reads the ledger, writes the shared documents.
import * as z from 'zod'
import { dayMs } from '../../../shared/base/durations.ts'
import { keptDays, maxMarkStep, ofKind, type Fact } from '../../../shared/peers/index.ts'
import { split } from '../../../shared/planning/index.ts'
import { workshopDate } from '../../../shared/workshop-api/index.ts'
import type {
  Ledger,
  ShareableChoice,
  ShareableDeviation,
  ShareableHandOver,
  ShareableMark,
  ShareableOperator,
  ShareableOverride,
  ShareablePiece,
} from '../../ledger/index.ts'
import { factKeyOf, type NewFact, type Peers } from '../../peers/index.ts'
import type { MachineSettingFact } from '../plan/index.ts'
import { correctionFact, gaugeFact } from './mirrored-corrections.ts'

export interface LedgerMirrorParts {
  shareable: Ledger['shareable']
  peers: Pick<Peers, 'stationId' | 'share' | 'isShared' | 'factsOfKind' | 'factsOfSheet' | 'cursor' | 'setCursor'>
  /** The times and shifts of machines that this station set. */
  machineSettings: () => readonly MachineSettingFact[]
  /** The days whose lists are stored here. */
  readDays: () => readonly { date: string; readAt: string }[]
  now: () => number
}

/** Rows in one commit. */
const rowsAtOnce = 500
/** After a clock was ahead, the rows of this many days are mirrored again: their times are before the stored cursors. */
const repeatedDays = 7
/** Names of cursors that are moments; the others are numbers of rows. */
const momentCursors = ['mark', 'deviation', 'override', 'handover', 'correction', 'gauge', 'operator'] as const

export class LedgerMirror {
  readonly #parts: LedgerMirrorParts
  /** The days that this station shared as read; null: not known yet. */
  #sharedDays: Set<string> | null = null
  /** Nothing was mirrored yet. */
  #isNew = true

  constructor(parts: LedgerMirrorParts) {
    this.#parts = parts
  }

  /** Shares the next rows. Returns whether there may be more. Throws the error of a disk that refuses them. */
  shareNext(): boolean {
    const { shareable, peers, now } = this.#parts
    const nowMs = now()
    this.#setBackCursors(nowMs)
    const since = nowMs - keptDays * dayMs
    const timeCursor = (name: string): number => Math.max(since, peers.cursor(name))
    const pieces = shareable.pieces(peers.cursor('piece'), since, rowsAtOnce)
    const marks = shareable.marks(timeCursor('mark'), rowsAtOnce)
    const deviations = shareable.deviations(timeCursor('deviation'))
    const overrides = shareable.overrides(timeCursor('override'))
    const handOvers = shareable.handOvers(timeCursor('handover'))
    const choices = shareable.choices(peers.cursor('plan'), since, rowsAtOnce)
    const corrections = shareable.corrections(peers.cursor('correction'), rowsAtOnce)
    const gauges = shareable.gaugeCorrections(peers.cursor('gauge'), rowsAtOnce)
    const operators = shareable.operators(peers.cursor('operator'))
    const days = this.#readDays()
    const facts = [
      ...pieces.map((row) => this.#piece(row)),
      ...marks.map((row) => this.#mark(row)),
      ...deviations.flatMap((row) => this.#deviation(row)),
      ...overrides.map((row) => this.#override(row)),
      ...handOvers.flatMap((row) => this.#handOver(row)),
      ...choices.flatMap((row) => this.#choice(row)),
      ...corrections.flatMap((row) => correctionFact(this.#common(row.storedAtMs, row.by), row)),
      ...gauges.flatMap((row) => gaugeFact(this.#common(row.storedAtMs, row.by), row)),
      ...operators.map((row) => this.#operator(row)),
      ...this.#machineSettings(),
      ...days,
    ]
    if (facts.length > 0) peers.share(facts)
    for (const { document } of days) this.#sharedDays?.add(document)
    // after the commit: a kill in between mirrors the same rows again
    this.#advance('piece', pieces.at(-1)?.seq)
    this.#advance('plan', choices.at(-1)?.rowid)
    const newestMs = {
      mark: marks.at(-1)?.changedAt,
      deviation: Math.max(0, ...deviations.map(({ reportedAt, settledAt }) => settledAt ?? reportedAt)),
      override: overrides.at(-1)?.givenAtMs,
      handover: Math.max(0, ...handOvers.map((row) => row.takenBackAt ?? row.handedOverAtMs)),
      correction: corrections.at(-1)?.storedAtMs,
      gauge: gauges.at(-1)?.storedAtMs,
      operator: operators.at(-1)?.changedAtMs,
    }
    const pages = { mark: marks, correction: corrections, gauge: gauges } as const
    // a full page of one moment, or with moments ahead of the clock, would be read again for ever
    const isMore = (['mark', 'correction', 'gauge'] as const).some((name) => {
      const lastMs = newestMs[name] ?? 0
      return pages[name].length === rowsAtOnce && lastMs > peers.cursor(name) && lastMs <= nowMs
    })
    for (const [name, moment = 0] of Object.entries(newestMs)) this.#advance(name, Math.min(moment, nowMs))
    return isMore || pieces.length === rowsAtOnce || choices.length === rowsAtOnce
  }

  #advance(name: string, value: number | undefined): void {
    const { peers } = this.#parts
    if (value !== undefined && value > peers.cursor(name)) peers.setCursor(name, value)
  }

  /**
   * Mirrors the rows of the last days again, once when the mirror opens and whenever a cursor is ahead of the clock; when it opens, also all
   * pieces and choices if the row of their cursor is not the one that was shared, because an older ledger was restored.
   */
  #setBackCursors(nowMs: number): void {
    const { peers, shareable } = this.#parts
    const repeatedFromMs = nowMs - repeatedDays * dayMs
    const mostMs = this.#isNew ? repeatedFromMs : nowMs
    for (const name of momentCursors) if (peers.cursor(name) > mostMs) peers.setCursor(name, repeatedFromMs)
    if (!this.#isNew) return
    const sharedRows = {
      piece: { letter: 'p', id: shareable.pieceAt(peers.cursor('piece')) },
      plan: { letter: 'n', id: shareable.choiceAt(peers.cursor('plan')) },
    }
    for (const [name, { letter, id }] of Object.entries(sharedRows))
      if (id === null || !peers.isShared(factKeyOf(letter, id))) peers.setCursor(name, 0)
    this.#isNew = false
  }

  #common(time: number, by: string | null) {
    return { v: 1, from: this.#parts.peers.stationId, time, ...(by === null ? {} : { by: by.slice(0, 100) }) } as const
  }

  #piece({ id, sheetId, drawingHash, reworkCount, pieceNo, counted, delta, by, bookedAtMs }: ShareablePiece): NewFact {
    return newFact('p', id, bookedAtMs, {
      ...this.#common(bookedAtMs, by),
      kind: 'piece',
      sheet: sheetId,
      draw: drawingHash.slice(0, 8),
      rw: reworkCount,
      no: pieceNo,
      as: counted,
      n: delta,
    })
  }

  /**
   * The step is one more than that of the states that were shared. A state that was shared keeps its fact. The step is in the key, because
   * the steps begin again if the documents are lost.
   */
  #mark({ id, sheetId, reworkCount, state, reason, pieces, by, markedAt, changedAt }: ShareableMark): NewFact {
    const { peers } = this.#parts
    const shared = ofKind(peers.factsOfSheet(sheetId), 'mark').filter(
      ({ fact }) => fact.mark === id && fact.from === peers.stationId,
    )
    const same = shared.find(({ fact }) => fact.state === state && fact.time === changedAt)
    if (same !== undefined) return { ...same, document: workshopDate(markedAt) }
    const step = Math.min(maxMarkStep, 1 + Math.max(0, ...shared.map(({ fact }) => fact.step ?? 0)))
    return newFact('k', `${id} ${state} ${changedAt} ${step}`, markedAt, {
      ...this.#common(changedAt, by),
      kind: 'mark',
      sheet: sheetId,
      rw: reworkCount,
      mark: id,
      state,
      ...(reason === null ? {} : { why: reason.slice(0, 40) }),
      pieces,
      at: markedAt,
      step,
    })
  }

  #deviation(row: ShareableDeviation): NewFact[] {
    const { id, sheetId, drawingVersion, reason, text, state, by, reportedAt, settledAt, settledBy, settledWhy } = row
    const stop = newFact('s', id, reportedAt, {
      ...this.#common(reportedAt, by),
      kind: 'stop',
      sheet: sheetId,
      stop: id,
      dv: drawingVersion,
      why: reason,
      ...(text === null ? {} : { text: text.slice(0, 300) }),
    })
    if (state === 'open' || settledAt === null) return [stop]
    const release = newFact('e', id, reportedAt, {
      ...this.#common(settledAt, settledBy),
      kind: 'release',
      sheet: sheetId,
      stop: id,
      ...(state === 'released' ? { why: (settledWhy ?? '').slice(0, 300) } : {}),
    })
    return [stop, release]
  }

  #override({ id, sheetId, drawingHash, why, by, givenAtMs }: ShareableOverride): NewFact {
    return newFact('o', id, givenAtMs, {
      ...this.#common(givenAtMs, by),
      kind: 'override',
      sheet: sheetId,
      draw: drawingHash.slice(0, 8),
      why: why.slice(0, 300),
    })
  }

  #handOver(row: ShareableHandOver): NewFact[] {
    const { nonce, sheetId: sheet, direction, toStation: to, code, by, takenBackAt, takenBackBy } = row
    const doneMs = row.handedOverAtMs
    const name = `${this.#parts.peers.stationId} ${nonce}`
    if (direction === 'taken')
      return [newFact('t', name, doneMs, { ...this.#common(doneMs, null), kind: 'takeover', sheet, nonce })]
    const given = newFact('h', name, doneMs, { ...this.#common(doneMs, by), kind: 'handover', sheet, to, nonce, code })
    if (takenBackAt === null) return [given]
    const back: Fact = { ...this.#common(takenBackAt, takenBackBy), kind: 'handback', sheet, nonce }
    return [given, newFact('b', name, doneMs, back)]
  }

  #operator({ id, initials, active, changedAtMs }: ShareableOperator): NewFact {
    const fact: Fact = { ...this.#common(changedAtMs, null), kind: 'operator', id, initials, active: active === 1 }
    return { key: factKeyOf('a', `${id} ${changedAtMs}`), document: 'permanent', fact }
  }

  /** Those that are not shared yet: a setting has no cursor, because there are few. */
  #machineSettings(): NewFact[] {
    const { machineSettings, peers } = this.#parts
    return machineSettings().flatMap(({ time, by, ...setting }) => {
      const { kind, machine } = setting
      const key = factKeyOf('w', `${peers.stationId} ${kind} ${machine} ${time}`)
      const fact: Fact = { ...this.#common(time, by ?? null), ...setting }
      return peers.isShared(key) ? [] : [{ key, document: 'permanent', fact }]
    })
  }

  /** Each day once, because a station reads its list again all day. */
  #readDays(): NewFact[] {
    const { readDays, peers } = this.#parts
    this.#sharedDays ??= new Set(
      peers
        .factsOfKind('day', { elsewhere: false })
        .flatMap(({ fact }) => (fact.from === peers.stationId ? [fact.date] : [])),
    )
    const shared = this.#sharedDays
    return readDays().flatMap(({ date, readAt }) => {
      if (shared.has(date)) return []
      const fact: Fact = { ...this.#common(Date.parse(readAt), null), kind: 'day', date }
      return [{ key: factKeyOf('d', `${peers.stationId} ${date} ${readAt}`), document: date, fact }]
    })
  }

  /** The row stores what it replaced, so that a document that is made again has the same choice under the same key. */
  #choice({ id, sheetId, drawingHash, plan, date, by, chosenAtMs }: ShareableChoice): NewFact[] {
    const stored = storedPlan.safeParse(JSON.parse(plan))
    if (!stored.success) return []
    const { machine, rank, pinned, drawingVersion, split: lengths, momentMs = chosenAtMs, over } = stored.data
    const fact: Fact = {
      ...this.#common(momentMs, by),
      kind: 'plan',
      sheet: sheetId,
      date,
      hash: drawingHash,
      dv: drawingVersion,
      machine,
      rank,
      pin: pinned,
      split: lengths,
      ...(over === undefined ? {} : { over }),
    }
    return [{ key: factKeyOf('n', id), document: date, fact }]
  }
}

const storedPlan = z.object({
  machine: z.string().nullable(),
  rank: z.number().nullable(),
  pinned: z.boolean(),
  drawingVersion: z.int(),
  split: split.nullable(),
  /** Absent: the time of the row. */
  momentMs: z.int().optional(),
  /** The key of the other station's choice that this one replaced; absent: none, or an older program stored the row. */
  over: z.string().optional(),
})

/** `row`: identifies the row of the ledger. `dayMs`: a moment of its working day. */
const newFact = (letter: string, row: string, momentMs: number, fact: Fact): NewFact => ({
  key: factKeyOf(letter, row),
  document: workshopDate(momentMs),
  fact,
})
