// The second copy of what may never be lost: each change of a kept row goes into a flat file, after its commit and off the tap's
// path, and is on the disk within a second. A fault of it is told and never stands in a mark's way. Touches the journal's folder and,
// to ask what it has still to take, the store.
import { rename, rm } from 'node:fs/promises'
import type { Clock } from '../platform/clock.ts'
import { messageOf } from '../platform/message-of.ts'
import type { Database } from '../platform/sqlite.ts'
import { openChanges, type Change, type Changes } from './changes.ts'
import { headRow, journalFiles, journalFolder, type JournalFile } from './journal-files.ts'
import { writeLine } from './journal-line.ts'
import { planJournal, type JournalPlan } from './journal-plan.ts'
import { createJournalWriter, type JournalWriter } from './journal-writer.ts'

export interface Journal {
  /** What stands in its way, in the system's words; null: the second copy is being kept. */
  problem: () => string | null
  /** Settles once what is committed now is in it, or could not be written. */
  synced: () => Promise<void>
  /** Writes what is left. The store is still open. */
  close: () => Promise<void>
}

export interface JournalOptions {
  db: Database
  /** The store's. */
  folder: string
  /** Which store it is. */
  store: string
  /** How it goes on, where that was found out a moment ago; null: it is found out here. */
  plan: JournalPlan | null
  clock: Pick<Clock, 'now' | 'wait'>
  /** Told when it begins to fail, and when it works again. */
  onProblem: () => void
  onFault: (fault: unknown) => void
}

// so that what one tap changes goes out together, well within the second
const pauseMs = 300
const retryMs = 10_000
// at a time, so that the loop is never held up
const rowsAtOnce = 200
// what is written is forgotten in one commit in a day or so, and at the end
const notedAtMost = 2_000

export function openJournal(options: JournalOptions): Journal {
  const { db, clock, onProblem, onFault } = options
  const stopping = new AbortController()
  const changes = openChanges(db)
  let begun: Begun | null = null
  let problem: string | null = null
  let last: Promise<void> = Promise.resolve()

  const take = async (): Promise<void> => {
    begun ??= begin(options, changes, planJournal(db, options.folder))
    const { writer, line } = begun
    for (;;) {
      const found = changes.after(begun.taken, rowsAtOnce)
      if (found.upTo === begun.taken) break
      await writer.append(found.changes.map(line).join(''))
      begun.taken = found.upTo
      if (begun.taken - changes.forgottenTo() > notedAtMost) changes.forget(begun.taken)
    }
    await dropSuperseded(begun)
  }
  const become = (next: string | null): void => {
    const changed = (next === null) !== (problem === null)
    problem = next
    if (changed) onProblem()
  }
  const takeNow = (): Promise<void> => {
    last = last.then(take).then(
      () => become(null),
      (error: unknown) => {
        onFault(error)
        become(messageOf(error))
      },
    )
    return last
  }

  // asked for, since whatever told it would do so within the tap
  const run = async (): Promise<void> => {
    for (;;) {
      await clock.wait(problem === null ? pauseMs : retryMs, stopping.signal)
      if (stopping.signal.aborted) return
      await takeNow()
    }
  }
  // all of a long store is noted at once: before the station is at work, where that can be
  try {
    begun = begin(options, changes, options.plan ?? planJournal(db, options.folder))
  } catch (error) {
    onFault(error)
    problem = messageOf(error)
  }
  void run()

  return {
    problem: () => problem,
    synced: takeNow,
    close: async () => {
      stopping.abort()
      await takeNow()
      await begun?.writer.close().catch(onFault)
      try {
        if (begun !== null && begun.taken > changes.forgottenTo()) changes.forget(begun.taken)
      } catch (error) {
        // noted for the next start, then
        onFault(error)
      }
    },
  }
}

interface Begun {
  writer: JournalWriter
  line: (change: Change) => string
  /** The newest change that is in it. */
  taken: number
  /** Files that hold nothing more once it has taken this change: the store is being written anew. */
  superseded: { by: number; files: readonly JournalFile[]; damaged: ReadonlySet<JournalFile> } | null
}

/** Goes on where the last run ended, or begins with the whole store. */
function begin({ db, folder, store, clock, onFault }: JournalOptions, changes: Changes, plan: JournalPlan): Begun {
  const { end, anew, taken } = plan
  const schema = Number(db.pragma('user_version', { simple: true }))
  const files = journalFiles(folder)
  const nextNo = (files.at(-1)?.no ?? 0) + 1
  const line = ({ n, of, row }: Change): string =>
    writeLine({ store, n, at: new Date(clock.now()).toISOString(), of, row })
  const head = headRow({ schema, first: anew === null ? (end?.first ?? nextNo) : nextNo })
  const writer = createJournalWriter({
    folder: journalFolder(folder),
    nextNo,
    head: () => line({ n: taken, of: 'journal', row: head }),
  })
  if (anew === null) return { writer, line, taken, superseded: null }
  if (files.length > 0) onFault(new Error(`the journal is written anew from the store: ${anew}`))
  return { writer, line, taken, superseded: { by: changes.newest(), files, damaged: new Set(end?.damaged) } }
}

async function dropSuperseded(begun: Begun): Promise<void> {
  if (begun.superseded === null || begun.taken < begun.superseded.by) return
  const { files, damaged } = begun.superseded
  begun.superseded = null
  // one that is damaged may still tell somebody something
  const kept = new Set([...damaged].map(({ path }) => path))
  for (const { path } of files) await (kept.has(path) ? rename(path, `${path}.damaged`) : rm(path))
}
