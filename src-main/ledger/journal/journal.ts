// The second copy of the store: appends every change of a row to a flat file within a second of its commit, outside the tap's code path.
// An error is reported and never delays a mark. Accesses the journal's folder, and the store's list of changes.
import { statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Clock } from '../../platform/clock.ts'
import { diskMessage } from '../../platform/disk-fault.ts'
import type { Database } from '../../platform/sqlite.ts'
import { noteAllInParts, openChanges, type Change, type Changes } from './changes.ts'
import { headRow, journalFiles, journalFolder, type JournalFile } from './journal-files.ts'
import { writeLine } from './journal-line.ts'
import { isTooLong, planJournal, type JournalPlan } from './journal-continuation.ts'
import { createJournalWriter, type JournalWriter } from './journal-writer.ts'

export interface JournalOptions {
  db: Database
  /** The store's. */
  folder: string
  /** The id of the store. */
  store: string
  /** The plan that the preparation of the store made; null: it is made here. */
  plan: JournalPlan | null
  clock: Pick<Clock, 'now' | 'wait'>
  /** Called when writing begins to fail, and when it works again. */
  onProblem: () => void
  onError: (fault: unknown) => void
}

// collects the changes of one tap, well within the second
const pauseMs = 300
const retryMs = 10_000
// per read, so that the loop is not delayed
const rowsAtOnce = 200
// changes that are written are removed from the store's list in one commit a day or so, and at the end
const notedAtMost = 2_000
// the length of the journal is checked after so many characters
const checkBytes = 1_000_000

export class Journal {
  readonly #options: JournalOptions
  readonly #stopping = new AbortController()
  readonly #changes: Changes
  #open: OpenJournal | null = null
  #problem: string | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(options: JournalOptions) {
    this.#options = options
    this.#changes = openChanges(options.db)
    try {
      // noting every row of a long store takes time, so it is done before the station is in use
      this.#open = openJournal(options, this.#changes, options.plan ?? planJournal(options.db, options.folder))
    } catch (error) {
      options.onError(error)
      this.#problem = diskMessage(error, options.folder)
    }
    void this.#run()
  }

  /** Settles when everything that is committed now is written, or could not be written. */
  synced(): Promise<void> {
    this.#writing = this.#writing
      .then(() => this.#writeChanges())
      .then(
        () => this.#setProblem(null),
        (error: unknown) => {
          this.#options.onError(error)
          this.#setProblem(diskMessage(error, this.#options.folder))
        },
      )
    return this.#writing
  }

  /** What prevents the journal from being written, in the system's words; null: it is written. */
  problem(): string | null {
    return this.#problem
  }

  /** Writes the remaining changes. The store must still be open. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.synced()
    await this.#open?.writer.close().catch(this.#options.onError)
    try {
      if (this.#open !== null && this.#open.writtenTo > this.#changes.forgottenTo())
        this.#changes.forget(this.#open.writtenTo)
    } catch (error) {
      // the changes stay noted for the next start
      this.#options.onError(error)
    }
  }

  async #writeChanges(): Promise<void> {
    this.#open ??= openJournal(this.#options, this.#changes, planJournal(this.#options.db, this.#options.folder))
    const { writer, line } = this.#open
    for (;;) {
      const batch = this.#changes.after(this.#open.writtenTo, rowsAtOnce)
      if (batch.upTo === this.#open.writtenTo) break
      const text = batch.changes.map(line).join('')
      await writer.append(text)
      this.#open.unchecked += text.length
      this.#open.writtenTo = batch.upTo
      if (this.#open.writtenTo - this.#changes.forgottenTo() > notedAtMost) this.#changes.forget(this.#open.writtenTo)
    }
    await dropSuperseded(this.#open)
    if (this.#open.unchecked > checkBytes) await this.#writeAgainIfTooLong(this.#open)
  }

  /** The journal of a station that runs for months stays short, too. */
  async #writeAgainIfTooLong(journal: OpenJournal): Promise<void> {
    journal.unchecked = 0
    const { db, folder } = this.#options
    if (!isTooLong(journalFiles(folder), statSync(db.name).size) || this.#stopping.signal.aborted) return
    await journal.writer.close()
    try {
      await noteAllInParts(db, this.#stopping.signal)
    } catch (error) {
      // closing: what is noted so far is written, and the next start finds that the journal is too long
      if (!this.#stopping.signal.aborted) throw error
      return
    }
    this.#open = openForRewrite(this.#options, this.#changes, { writtenTo: journal.writtenTo, damagedFiles: [] })
  }

  #setProblem(next: string | null): void {
    const changed = (next === null) !== (this.#problem === null)
    this.#problem = next
    if (changed) this.#options.onProblem()
  }

  // polls for changes, because a notification would run within the tap
  async #run(): Promise<void> {
    for (;;) {
      await this.#options.clock.wait(this.#problem === null ? pauseMs : retryMs, this.#stopping.signal)
      if (this.#stopping.signal.aborted) return
      await this.synced()
    }
  }
}

interface OpenJournal {
  /** Characters that are written since the length of the journal was checked. */
  unchecked: number
  writer: JournalWriter
  line: (change: Change) => string
  /** The newest change that is written. */
  writtenTo: number
  /** Files that are obsolete after the change `by` is written, because the whole store is written again; and the paths of damaged ones. */
  superseded: { by: number; files: readonly JournalFile[]; damaged: ReadonlySet<string> } | null
}

/** Continues where the last run ended, or begins with the whole store. */
function openJournal(options: JournalOptions, changes: Changes, plan: JournalPlan): OpenJournal {
  const files = journalFiles(options.folder)
  if (plan.rewriteBecause === null)
    return createOpenJournal(options, plan.writtenTo, { first: plan.end?.first ?? null, files })
  if (files.length > 0)
    options.onError(new Error(`the journal is written again from the store: ${plan.rewriteBecause}`))
  return openForRewrite(options, changes, plan)
}

/** Every row is noted as changed, so that the files so far are obsolete when the changes are written. */
function openForRewrite(
  options: JournalOptions,
  changes: Changes,
  { writtenTo, damagedFiles }: Pick<JournalPlan, 'writtenTo' | 'damagedFiles'>,
): OpenJournal {
  const files = journalFiles(options.folder)
  const journal = createOpenJournal(options, writtenTo, { first: null, files })
  journal.superseded = { by: changes.newest(), files, damaged: new Set(damagedFiles.map(({ path }) => path)) }
  return journal
}

/** `first`: the first file of the newest copy of the whole store; null: the next one. */
function createOpenJournal(
  { db, folder, store, clock }: JournalOptions,
  writtenTo: number,
  { first, files }: { first: number | null; files: readonly JournalFile[] },
): OpenJournal {
  const nextNo = (files.at(-1)?.no ?? 0) + 1
  const line = ({ n, of, row }: Change): string =>
    writeLine({ store, n, at: new Date(clock.now()).toISOString(), of, row })
  const schema = Number(db.pragma('user_version', { simple: true }))
  const head = headRow({ schema, first: first ?? nextNo })
  const writer = createJournalWriter({
    folder: journalFolder(folder),
    nextNo,
    head: () => line({ n: journal.writtenTo, of: 'journal', row: head }),
  })
  const journal: OpenJournal = { writer, line, writtenTo, superseded: null, unchecked: 0 }
  return journal
}

async function dropSuperseded(journal: OpenJournal): Promise<void> {
  if (journal.superseded === null || journal.writtenTo < journal.superseded.by) return
  const { files, damaged } = journal.superseded
  journal.superseded = null
  // a damaged file may still be useful to a person
  for (const { path } of files) await (damaged.has(path) ? rename(path, `${path}.damaged`) : rm(path))
}
