// `kant outbox`: looks into the marks and counts of a station, and acts on them where a person asks for it. Looking changes nothing and
// may be done at any time; acting goes through the station where one runs, else takes its place for a moment.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { CallError, type StationLink } from '../../../shared/station-api/index.ts'
import {
  rebuildHint,
  NoStoreError,
  openLedger,
  readStore,
  rebuildOutbox,
  StoreInUseError,
  type MarkRecord,
  type Row,
  type StoreReader,
  rowAsJson,
} from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { readAttachFile } from '../../station/attach/index.ts'
import { readSentences } from '../../platform/translations.ts'
import { exportOutbox } from './outbox-export.ts'
import {
  listedMark,
  describeList,
  describeMark,
  describeMarks,
  describeNotPossible,
  describeSetAside,
  describeStore,
  type Sentences,
} from './outbox-text.ts'
import { sandboxHint } from '../terminal/index.ts'

export const outboxUsage = `kant outbox list [--all]        the marks that are not delivered, why, and for how long; --all: also those that are
kant outbox show ID             all that is known of one mark: what was bent, the request to the byte, what was decided
kant outbox retry ID [--by WHO] [--live]   verify a parked mark again, and send it where that is right
kant outbox park ID --why WHY [--by WHO] [--live]   put a mark aside until somebody tries it again
kant outbox export FILE         everything, as JSON, for whoever is asked for help; no key is in it
kant outbox rebuild             rebuild the store from what is left of it and from its journal; the old one stays beside it
    ID may be the beginning of one. WHO is kept with what was decided: initials, else this computer's name for its user.
    --json for programs. Without --live nothing is changed while a station runs.`

export interface OutboxWords {
  words: readonly string[]
  folder: string
  json: boolean
  all: boolean
  live: boolean
  why: string | null
  /** Who decides. */
  by: string | null
}

export interface OutboxSurroundings {
  /** The project's resources, for the sentences. */
  resources: string
  /** A link to the station that runs on the folder; null: none does. */
  runningStation: () => Promise<StationLink | null>
  clock: Clock
}

/** A sentence for standard error; the exit code is 1. */
class Refusal extends Error {}

interface Said {
  lines: string[]
  data: unknown
}

/** What each word takes after it. */
const operands: Readonly<Record<string, 'ID' | 'FILE' | null>> = {
  list: null,
  show: 'ID',
  retry: 'ID',
  park: 'ID',
  export: 'FILE',
  rebuild: null,
}

/** What is wrong with the words that were given; null: nothing. */
function wrongIn({ words: [command = '', ...rest], why }: OutboxWords): string | null {
  const operand = operands[command]
  if (operand === undefined) return `There is no "outbox ${command}"; there is ${Object.keys(operands).join(', ')}.`
  const extra = rest[operand === null ? 0 : 1]
  if (operand !== null && rest.length === 0) return `"outbox ${command}" lacks ${operand}.`
  if (extra !== undefined) return `"outbox ${command}" takes no "${extra}".`
  return command === 'park' && why === null ? '"outbox park" lacks --why WHY.' : null
}

/** Null: there are no words. Prints what is asked for; refuses in words with exit code 1, or 2 where the words are off. */
export async function runOutbox(asked: OutboxWords, surroundings: OutboxSurroundings): Promise<number | null> {
  const wrong = asked.words.length === 0 ? null : wrongIn(asked)
  if (wrong !== null) {
    console.error(`${wrong} "help" lists the commands.`)
    return 2
  }
  const act = actOf(asked, surroundings)
  if (act === null) return null
  try {
    const { lines, data } = await act()
    console.log(asked.json ? JSON.stringify(data, null, 2) : lines.join('\n'))
    return 0
  } catch (error) {
    if (error instanceof Refusal) console.error(error.message)
    else if (error instanceof NoStoreError)
      for (const line of [error.message, ...sandboxHint(asked.folder)]) console.error(line)
    else if (isDamage(error)) console.error(`The store cannot be read: ${error.message}. ${rebuildHint}`)
    else throw error
    return 1
  }
}

function actOf(asked: OutboxWords, surroundings: OutboxSurroundings): (() => Promise<Said> | Said) | null {
  const { folder, why } = asked
  const { clock } = surroundings
  const [command, word] = asked.words
  const sentences = readSentences(surroundings.resources, 'en')
  const looking = (look: (reader: StoreReader) => Said) => () => {
    const reader = readStore(folder)
    try {
      return look(reader)
    } finally {
      reader.close()
    }
  }
  if (command === 'list') return looking((reader) => list(reader, asked.all, { sentences, nowMs: clock.now() }))
  if (command === 'rebuild') return () => rebuild(folder, surroundings)
  if (word === undefined) return null
  if (command === 'show') return looking((reader) => show(reader, word, { sentences, nowMs: clock.now() }))
  if (command === 'export') return looking((reader) => exportTo(resolve(word), { folder, reader, now: clock.now() }))
  if (command === 'retry')
    return () => decide(word, { kind: 'try_again', why: null }, { asked, surroundings, sentences })
  if (command === 'park' && why !== null)
    return () => decide(word, { kind: 'park', why }, { asked, surroundings, sentences })
  return null
}

function list(reader: StoreReader, all: boolean, { sentences, nowMs }: Wording): Said {
  const marks = reader.marks(all).map((mark) => listedMark(reader.record(mark), nowMs, sentences))
  const [setAside, journal, lacks] = [reader.setAside(), reader.journal(), reader.lacks()]
  return {
    lines: [...describeList(marks, lacks), '', ...describeStore(setAside, journal)],
    data: { marks, lacks, setAside, journal },
  }
}

function show(reader: StoreReader, id: string, { sentences, nowMs }: Wording): Said {
  const record = reader.record(markNamed(reader, id))
  const { mark, job, drawing, pieces, programs, programEvents, decisions } = record
  return {
    lines: describeMark(record, nowMs, sentences),
    data: {
      mark: rowAsJson(mark),
      job: orNull(job),
      drawing: orNull(drawing),
      pieces: pieces.map(rowAsJson),
      programs: programs.map(rowAsJson),
      programEvents: programEvents.map(rowAsJson),
      decisions: decisions.map(rowAsJson),
    } satisfies Record<keyof MarkRecord, unknown>,
  }
}

const orNull = (row: Row | null): unknown => (row === null ? null : rowAsJson(row))

function exportTo(path: string, from: Parameters<typeof exportOutbox>[1]): Said {
  if (existsSync(path)) throw new Refusal(`${path} is there already; nothing was written.`)
  const counted = exportOutbox(path, from)
  return {
    lines: [`${counted.rows} rows and ${counted.journalLines} lines of the journal are in ${path}.`],
    data: { path, ...counted },
  }
}

async function rebuild(folder: string, { runningStation, clock }: OutboxSurroundings): Promise<Said> {
  const running = await runningStation()
  running?.close()
  if (running !== null) throw new Refusal(`${whoRuns(folder)} End it first: a store is not rebuilt under it.`)
  const report = unlessInUse(folder, () => rebuildOutbox(folder, clock.now()))
  // so that its journal is whole again, too
  await openLedger({ folder, clock }).close()
  return { lines: [describeSetAside(report)], data: report }
}

interface Wording {
  sentences: Sentences
  /** Milliseconds since 1970. */
  nowMs: number
}

interface Deciding {
  asked: OutboxWords
  surroundings: OutboxSurroundings
  sentences: Sentences
}

async function decide(
  id: string,
  decision: { kind: 'try_again'; why: null } | { kind: 'park'; why: string },
  { asked: { folder, live, by: named }, surroundings, sentences }: Deciding,
): Promise<Said> {
  const by = (named ?? userInfo().username).trim()
  if (by === '' || by.length > longestName) throw new Refusal(`--by takes a name of 1 to ${longestName} characters.`)
  const reader = readStore(folder)
  const markId = String(markNamed(reader, id)['operation_id'])
  reader.close()
  const running = await surroundings.runningStation()
  try {
    if (running !== null && !live)
      throw new Refusal(`${whoRuns(folder)} Nothing was changed; with --live it is asked to do it.`)
    if (running === null && live) throw new Refusal(`No station runs on ${folder}: leave --live out.`)
    const refused =
      running === null
        ? await decideHere(folder, markId, { ...decision, by }, surroundings.clock)
        : await decideThere(running, markId, { ...decision, by })
    if (refused === 'decision_not_possible') throw new Refusal(notPossible(folder, markId, decision.kind, sentences))
    if (refused !== null) throw new Refusal(sentences[`call_error.${refused}`] ?? refused)
  } finally {
    running?.close()
  }
  const after = readStore(folder)
  try {
    const mark = listedMark(after.record(markNamed(after, markId)), surroundings.clock.now(), sentences)
    return { lines: describeMarks([mark]), data: mark }
  } finally {
    after.close()
  }
}

function notPossible(folder: string, markId: string, kind: 'try_again' | 'park', sentences: Sentences): string {
  const reader = readStore(folder)
  try {
    return describeNotPossible({ mark: markNamed(reader, markId) }, kind, sentences)
  } finally {
    reader.close()
  }
}

type Asked = ({ kind: 'try_again'; why: null } | { kind: 'park'; why: string }) & { by: string }
const longestName = 100

/** The code of a refusal, or null. */
async function decideHere(folder: string, markId: string, decision: Asked, clock: Clock): Promise<string | null> {
  const outbox = unlessInUse(folder, () => openLedger({ folder, clock }))
  try {
    const { kind, why, by } = decision
    const decided = outbox.decisions.decide(markId, why === null ? { kind } : { kind, why }, { by, operatorId: null })
    return decided.ok ? null : decided.code
  } finally {
    await outbox.close()
  }
}

async function decideThere(running: StationLink, markId: string, { kind, why, by }: Asked): Promise<string | null> {
  try {
    await running.call('mark.decide', { markId, decision: kind, why, by, operatorId: null, drawingVersion: null })
    return null
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  }
}

function markNamed(reader: StoreReader, id: string): Row {
  const [mark, other] = reader.marksNamed(id)
  if (mark === undefined) {
    const lacks = reader.lacks()
    throw new Refusal(
      `There is no mark ${id}${lacks === null ? '.' : ` in what is left of the store: ${lacks}. ${rebuildHint}`}`,
    )
  }
  if (other !== undefined) throw new Refusal(`More than one mark begins with ${id}.`)
  return mark
}

const whoRuns = (folder: string): string =>
  `A station runs on ${folder} (${readAttachFile(folder)?.url ?? 'it left no address'}).`

function unlessInUse<T>(folder: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof StoreInUseError) throw new Refusal(`${whoRuns(folder)} Nothing was changed.`)
    throw error
  }
}

const isDamage = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code))
