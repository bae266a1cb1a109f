// The second copy of what may never be lost: each change of a kept row goes into a flat file, after its commit and off the tap's
// path, and is on the disk within a second. A fault of it is told and never stands in a mark's way. Touches the journal's folder and,
// to ask what it has still to take, the store.
import { rename, rm } from 'node:fs/promises'
import { statSync } from 'node:fs'
import type { Clock } from '../platform/clock.ts'
import { messageOf } from '../platform/message-of.ts'
import type { Database } from '../platform/sqlite.ts'
import { openChanges } from './changes.ts'
import { headRow, journalEnd, journalFiles, journalFolder, type JournalFile } from './journal-files.ts'
import { writeLine } from './journal-line.ts'
import { createJournalWriter } from './journal-writer.ts'
import type { Row } from './kept-tables.ts'

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
// longer than this, and several times as long as the store: written anew
const longest = { bytes: 32_000_000, timesTheStore: 3, files: 300 }

export function openJournal({ db, folder, store, clock, onProblem, onFault }: JournalOptions): Journal {
  const stopping = new AbortController()
  let woken = Promise.withResolvers<void>()
  const changes = openChanges(db, () => woken.resolve())
  const schema = Number(db.pragma('user_version', { simple: true }))
  const before = journalFiles(folder)
  const end = journalEnd(folder)
  const nextNo = (before.at(-1)?.no ?? 0) + 1
  let first = end?.first ?? nextNo
  let taken = end?.n ?? 0
  /** Files that hold nothing more once the store is written anew. */
  let superseded: { by: number; files: readonly JournalFile[] } | null = null
  let problem: string | null = null
  let last: Promise<void> = Promise.resolve()

  const line = (n: number, of: string, row: Row): string =>
    writeLine({ store, n, at: new Date(clock.now()).toISOString(), of, row })
  const writer = createJournalWriter({
    folder: journalFolder(folder),
    nextNo,
    head: () => line(taken, 'journal', headRow({ schema, first })),
  })

  const whyAnew = (): string | null => {
    if (end === null) return before.length === 0 ? 'there is none yet' : 'nothing of it can be read'
    if (end.damaged.length > 0) return `${end.damaged.map(({ path }) => path).join(', ')} is damaged`
    if (end.n < changes.forgottenTo()) return 'the store went on without it'
    const bytes = before.reduce((sum, file) => sum + file.bytes, 0)
    const tooLong = bytes > longest.bytes && bytes > longest.timesTheStore * statSync(db.name).size
    return tooLong || before.length > longest.files ? 'it has grown' : null
  }
  const writeAnew = (): void => {
    first = nextNo
    taken = changes.newest()
    changes.noteAll()
    superseded = { by: changes.newest(), files: before }
  }
  const why = whyAnew()
  if (why !== null) writeAnew()
  if (why !== null && before.length > 0) onFault(new Error(`the journal is written anew from the store: ${why}`))

  const dropSuperseded = async (): Promise<void> => {
    if (superseded === null || taken < superseded.by) return
    const { files } = superseded
    superseded = null
    const damaged = new Set(end?.damaged.map(({ path }) => path))
    // one that is damaged may still tell somebody something
    for (const { path } of files) await (damaged.has(path) ? rename(path, `${path}.damaged`) : rm(path))
  }
  const forget = (): void => changes.forget(taken)
  const take = async (): Promise<void> => {
    for (;;) {
      const found = changes.after(taken, rowsAtOnce)
      if (found.upTo === taken) break
      await writer.append(found.changes.map(({ n, of, row }) => line(n, of, row)).join(''))
      taken = found.upTo
    }
    await dropSuperseded()
    if (taken - changes.forgottenTo() > notedAtMost) forget()
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

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await woken.promise
      await clock.wait(pauseMs, stopping.signal)
      if (stopping.signal.aborted) return
      woken = Promise.withResolvers<void>()
      await takeNow()
      if (problem === null) continue
      await clock.wait(retryMs, stopping.signal)
      woken.resolve()
    }
  }
  woken.resolve()
  void run()

  return {
    problem: () => problem,
    synced: takeNow,
    close: async () => {
      stopping.abort()
      woken.resolve()
      await takeNow()
      await writer.close().catch(onFault)
      try {
        if (taken > changes.forgottenTo()) forget()
      } catch (error) {
        // noted for the next start, then
        onFault(error)
      }
    },
  }
}
