// `kant outbox`: reads the marks and counts of a station, and changes them on request. Reading changes nothing and is possible at any
// time; a change goes through the running station, or opens the store if none runs.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { isPlainText } from '../../../shared/base/plain-text.ts'
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
import { kantCommandHere } from '../../platform/kant-command.ts'
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
import { operandError, type Operand } from '../operands.ts'
import { Refusal, sandboxHint } from '../terminal.ts'

export const outboxUsage = `kant outbox list [--all]        list the undelivered marks with their reason and age; --all: also the delivered ones
kant outbox show ID             show everything about one mark: the bent sheet, the exact request, the decisions
kant outbox retry ID [--by WHO] [--live]   verify a parked mark again, and send it if necessary
kant outbox park ID --why WHY [--by WHO] [--live]   park a mark until a person retries it
kant outbox export FILE         write everything as JSON for support; contains no key
kant outbox rebuild             rebuild the store from its readable rows and its journal; the old store is set aside
    ID can be the beginning of an id. WHO is stored with the decision; default: the user name on this computer.
    --json prints JSON. Without --live nothing is changed while a station runs.`

export interface OutboxCommandLine {
  args: readonly string[]
  folder: string
  json: boolean
  all: boolean
  live: boolean
  why: string | null
  /** The person who decides. */
  by: string | null
}

export interface OutboxCommandContext {
  /** The project's resources, which contain the texts. */
  resources: string
  /** A link to the station that runs on the folder; null: none runs. */
  runningStation: () => Promise<StationLink | null>
  clock: Clock
}

interface Output {
  lines: string[]
  data: unknown
}

/** The operand of each command. */
const operands: Readonly<Record<string, Operand>> = {
  list: null,
  show: { name: 'ID' },
  retry: { name: 'ID' },
  park: { name: 'ID' },
  export: { name: 'FILE' },
  rebuild: null,
}

/** What is wrong with the command line; null: nothing. */
function commandLineError({ args, why, by }: OutboxCommandLine): string | null {
  const wrong = operandError('outbox', operands, args)
  if (wrong !== null) return wrong
  if (!isPlainText(why ?? '') || !isPlainText(by ?? '')) return 'The text has invisible characters. Type it again.'
  return args[0] === 'park' && why === null ? '"outbox park" needs --why WHY.' : null
}

/** Returns the exit code: 0 done, 1 refused, 2 invalid command line; null: no command is given. */
export async function runOutbox(commandLine: OutboxCommandLine, context: OutboxCommandContext): Promise<number | null> {
  const wrong = commandLine.args.length === 0 ? null : commandLineError(commandLine)
  if (wrong !== null) {
    console.error(`${wrong} "${kantCommandHere(commandLine.folder)} help" lists the commands.`)
    return 2
  }
  const action = actionOf(commandLine, context)
  if (action === null) return null
  try {
    const { lines, data } = await action()
    console.log(commandLine.json ? JSON.stringify(data, null, 2) : lines.join('\n'))
    return 0
  } catch (error) {
    if (error instanceof Refusal) console.error(error.message)
    else if (error instanceof NoStoreError)
      for (const line of [error.message, ...sandboxHint(commandLine.folder)]) console.error(line)
    else if (isDamage(error))
      console.error(`The store cannot be read: ${error.message}. ${rebuildHint(commandLine.folder)}`)
    else throw error
    return 1
  }
}

function actionOf(
  commandLine: OutboxCommandLine,
  context: OutboxCommandContext,
): (() => Promise<Output> | Output) | null {
  const { folder, why } = commandLine
  const { clock } = context
  const [command, operand] = commandLine.args
  const sentences = readSentences(context.resources, 'en')
  const withReader = (use: (reader: StoreReader) => Output) => () => {
    const reader = readStore(folder)
    try {
      return use(reader)
    } finally {
      reader.close()
    }
  }
  if (command === 'list')
    return withReader((reader) => list(reader, commandLine.all, { folder, sentences, nowMs: clock.now() }))
  if (command === 'rebuild') return () => rebuild(folder, context)
  if (operand === undefined) return null
  if (command === 'show')
    return withReader((reader) => show(reader, operand, { folder, sentences, nowMs: clock.now() }))
  if (command === 'export')
    return withReader((reader) => exportTo(resolve(operand), { folder, reader, now: clock.now() }))
  if (command === 'retry')
    return () => decide(operand, { kind: 'try_again', why: null }, { commandLine, context, sentences })
  if (command === 'park' && why !== null)
    return () => decide(operand, { kind: 'park', why }, { commandLine, context, sentences })
  return null
}

function list(reader: StoreReader, all: boolean, { folder, sentences, nowMs }: TextOptions): Output {
  const marks = reader.marks(all).map((mark) => listedMark(reader.record(mark), nowMs, sentences))
  const [setAside, journal, lacks] = [reader.setAside(), reader.journal(), reader.lacks()]
  return {
    lines: [...describeList(marks, lacks, rebuildHint(folder)), '', ...describeStore(setAside, journal)],
    data: { marks, lacks, setAside, journal },
  }
}

function show(reader: StoreReader, id: string, { folder, sentences, nowMs }: TextOptions): Output {
  const record = reader.record(markNamed(reader, id, folder))
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

function exportTo(path: string, from: Parameters<typeof exportOutbox>[1]): Output {
  if (existsSync(path)) throw new Refusal(`${path} already exists; nothing was written.`)
  const counts = exportOutbox(path, from)
  return {
    lines: [`${counts.rows} rows and ${counts.journalLines} lines of the journal are in ${path}.`],
    data: { path, ...counts },
  }
}

async function rebuild(folder: string, { runningStation, clock }: OutboxCommandContext): Promise<Output> {
  const running = await runningStation()
  running?.close()
  if (running !== null)
    throw new Refusal(`${whoRuns(folder)} Stop it first: the store cannot be rebuilt while it is in use.`)
  const report = unlessInUse(folder, () => rebuildOutbox(folder, clock.now()))
  // opening the store completes its journal
  await openLedger({ folder, clock }).close()
  return { lines: [describeSetAside(report)], data: report }
}

interface TextOptions {
  folder: string
  sentences: Sentences
  /** Milliseconds since 1970. */
  nowMs: number
}

interface DecideOptions {
  commandLine: OutboxCommandLine
  context: OutboxCommandContext
  sentences: Sentences
}

async function decide(
  id: string,
  decision: { kind: 'try_again'; why: null } | { kind: 'park'; why: string },
  { commandLine: { folder, live, by: givenName }, context, sentences }: DecideOptions,
): Promise<Output> {
  const by = (givenName ?? userInfo().username).trim()
  if (by === '' || by.length > maxNameLength)
    throw new Refusal(`--by needs a name of 1 to ${maxNameLength} characters.`)
  const reader = readStore(folder)
  const markId = String(markNamed(reader, id, folder)['operation_id'])
  reader.close()
  const running = await context.runningStation()
  try {
    if (running !== null && !live)
      throw new Refusal(`${whoRuns(folder)} Nothing was changed; with --live the station makes the change.`)
    if (running === null && live) throw new Refusal(`No station runs on ${folder}. Omit --live.`)
    const refused =
      running === null
        ? await decideHere(folder, markId, { ...decision, by }, context.clock)
        : await decideThere(running, markId, { ...decision, by })
    if (refused === 'decision_not_possible') throw new Refusal(notPossible(folder, markId, decision.kind, sentences))
    if (refused !== null) throw new Refusal(sentences[`call_error.${refused}`] ?? refused)
  } finally {
    running?.close()
  }
  const after = readStore(folder)
  try {
    const mark = listedMark(after.record(markNamed(after, markId, folder)), context.clock.now(), sentences)
    return { lines: describeMarks([mark]), data: mark }
  } finally {
    after.close()
  }
}

function notPossible(folder: string, markId: string, kind: 'try_again' | 'park', sentences: Sentences): string {
  const reader = readStore(folder)
  try {
    return describeNotPossible({ mark: markNamed(reader, markId, folder) }, kind, sentences)
  } finally {
    reader.close()
  }
}

type NamedDecision = ({ kind: 'try_again'; why: null } | { kind: 'park'; why: string }) & { by: string }
const maxNameLength = 100

/** The code of a refusal, or null. */
async function decideHere(
  folder: string,
  markId: string,
  decision: NamedDecision,
  clock: Clock,
): Promise<string | null> {
  const outbox = unlessInUse(folder, () => openLedger({ folder, clock }))
  try {
    const { kind, why, by } = decision
    const result = outbox.decisions.decide(markId, why === null ? { kind } : { kind, why }, { by, operatorId: null })
    return result.ok ? null : result.error.code
  } finally {
    await outbox.close()
  }
}

async function decideThere(
  running: StationLink,
  markId: string,
  { kind, why: reason, by }: NamedDecision,
): Promise<string | null> {
  try {
    await running.call('mark.decide', { markId, decision: kind, reason, by, operatorId: null, drawingVersion: null })
    return null
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  }
}

function markNamed(reader: StoreReader, id: string, folder: string): Row {
  const [mark, other] = reader.marksNamed(id)
  if (mark === undefined) {
    const lacks = reader.lacks()
    throw new Refusal(
      `There is no mark ${id}${lacks === null ? '.' : ` in the readable part of the store: ${lacks}. ${rebuildHint(folder)}`}`,
    )
  }
  if (other !== undefined) throw new Refusal(`More than one mark begins with ${id}.`)
  return mark
}

const whoRuns = (folder: string): string =>
  `A station runs on ${folder} (${readAttachFile(folder)?.url ?? 'without an address'}).`

function unlessInUse<T>(folder: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof StoreInUseError) throw new Refusal(`${whoRuns(folder)} Nothing was changed.`)
    throw error
  }
}

const isDamage = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code))
